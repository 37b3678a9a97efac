"""A bench for motion: bodies that fall, fly and land, without sensors or a server around them."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simloop.component import Component
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.steps import TableSteps
from simloop.world.table import Table

C = TypeVar("C", bound=Component)


class BodyBench:
    """One table of equal bodies; `lanes` is 1 or 16, `compiled` picks code or plain Python."""

    def __init__(
        self,
        *equips: Callable[[VehicleKit], None],
        count: int = 1,
        lanes: int = 1,
        compiled: bool = False,
        tick_rate_hz: int = 400,
    ) -> None:
        kit = VehicleKit(tick_rate_hz)
        for component in BODY_COMPONENTS:
            kit.component(component)
        for equip in equips:
            equip(kit)
        self.table = Table(VehicleClass.from_kit(kit), lanes)
        self.rows = [self.table.add_row() for _ in range(count)]
        for row in self.rows:
            for column, value in kit.values.items():
                self.table.set_value(row, column, value)
        self.steps = TableSteps(self.table, compiled=compiled)
        self.tick = 0

    def set(self, column: str, value: Value, row: int = 0) -> None:
        """Set a column of one body."""
        self.table.set_value(row, column, value)

    def get(self, column: str, row: int = 0) -> NDArray[Any]:
        """A copy of a column of one body."""
        return self.table.vector(row, column).copy()

    def component(self, cls: type[C], row: int = 0) -> C:
        """A component of one body in place, for functions that take it."""
        names = [field.column.name for field in cls.fields.values()]
        return cls.over([self.table.vector(self.rows[row], name) for name in names])

    def run(self, ticks: int = 1) -> None:
        """Let time pass."""
        with np.errstate(all="ignore"):
            self.steps.run(0, len(self.steps.systems), tick=self.tick + 1, ticks=ticks, pool=None)
        self.tick += ticks

    def save(self) -> tuple[Any, ...]:
        """Tick and columns of all bodies, as copies."""
        return self.tick, {dtype: arena.copy() for dtype, arena in self.table.arenas.items()}

    def load(self, saved: tuple[Any, ...]) -> None:
        """Back to what was saved."""
        self.tick, arenas = saved
        for dtype, arena in arenas.items():
            self.table.arenas[dtype][:] = arena
