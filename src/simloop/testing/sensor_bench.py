"""A bench for sensors: vehicles whose truth is set by hand, and whose samples are read back."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.body import BODY_COMPONENTS, Weather
from simloop.world.plugin import Value, VehicleClass, VehicleKit
from simloop.world.runner import Runner
from simloop.world.world import ModelSpec, World


class SensorBench:
    """Vehicles that stand still unless told otherwise, with the sensors that `equip` gives."""

    def __init__(
        self,
        equip: Callable[[VehicleKit], None],
        *,
        count: int = 1,
        tick_rate_hz: int = 400,
        seed: int = 0,
        compiled: bool = False,
    ) -> None:
        kit = VehicleKit(tick_rate_hz)
        for component in (*BODY_COMPONENTS, *Weather.groups()):
            kit.component(component)
        equip(kit)
        spec = ModelSpec(VehicleClass.from_kit(kit), kit.values)
        self.world = World(seed=seed, tick_rate_hz=tick_rate_hz)
        self.world.reserve(spec, count)
        self._vehicles = [
            self.world.spawn(f"vehicle_{number}", spec, {}) for number in range(count)
        ]
        self._runner = Runner(self.world, compiled=compiled)

    def set(self, column: str, value: Value) -> None:
        """Set a column of every vehicle."""
        for vehicle in self._vehicles:
            self.world.vector(vehicle, column)[:] = value

    def run(self, ticks: int = 1) -> None:
        """Let time pass."""
        self._runner.advance(ticks)

    def read(self, column: str) -> NDArray[Any]:
        """A column of every vehicle, shape (vehicles, elements)."""
        return np.stack([self.world.vector(vehicle, column) for vehicle in self._vehicles])

    def first(self, column: str) -> NDArray[Any]:
        """A column of the first vehicle."""
        numbers: NDArray[Any] = self.read(column)[0]
        return numbers

    def record(self, column: str, samples: int, every: int = 1) -> NDArray[Any]:
        """The column after each of `samples` stretches of `every` ticks, first axis in time."""
        taken = []
        for _ in range(samples):
            self.run(every)
            taken.append(self.read(column))
        return np.stack(taken)
