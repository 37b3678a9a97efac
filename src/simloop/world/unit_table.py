"""A class as data: one entry per block system, which the driver goes through in every tick."""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.compiler.doors import open_doors
from simloop.compiler.driver import MOST_BEATS, BeatRow, EntryRow, PlanRow
from simloop.compiler.linker import process_linker
from simloop.world.code_cache import describe, object_store
from simloop.world.layout import PARAMS
from simloop.world.step import Timing
from simloop.world.system import BlockSystem
from simloop.world.table import COMMON, Table
from simloop.world.unit_maker import MadeUnit, UnitMaker


class UnitTable:
    """Runs block systems of a table, compiled; any range of them is a part of a tick."""

    def __init__(self, table: Table, systems: Sequence[BlockSystem], tick_rate_hz: int) -> None:
        self.table = table
        self.systems = tuple(systems)
        self._tick_rate_hz = tick_rate_hz
        kind = table.vehicle_class
        self._shared = {array.name: array.data for array in kind.shared}
        self.maker = UnitMaker(table.layout, table.lanes, kind.constants, self._shared)
        self._plan: PlanRow | None = None
        self.drive: Callable[..., None] = _not_ready
        self.arenas: object = None
        self._held: list[Any] = []
        # Which columns each unit takes, and the row where it is told of their places.
        self._told: list[tuple[tuple[str, ...], NDArray[np.uint32]]] = []
        self.address = 0

    @property
    def is_ready(self) -> bool:
        """Is everything linked?"""
        return self._plan is not None

    @property
    def is_cached(self) -> bool:
        """Does nothing have to be compiled any more?"""
        return self.is_ready or all(self.maker.is_made(system) for system in self.systems)

    def prepare(self, tell: Callable[[int, BlockSystem], None] | None = None) -> None:
        """Make or load all units; `tell` hears of each before."""
        if self._plan is not None:
            return
        if tell is not None:
            for number, system in enumerate(self.systems):
                tell(number, system)
                self.maker.make([system])
        self._fill(self.maker.make(self.systems))

    def run(self, first: int, last: int, tick: int, ticks: int, begin: int, end: int) -> None:
        """Run systems first..last-1 for `ticks` ticks from `tick` over blocks begin..end-1."""
        if self.table.arenas is not self.arenas:
            self._bind()
        self.drive(self.address, tick, ticks, begin, end, first, last)

    def _fill(self, units: Sequence[MadeUnit]) -> None:
        linker = process_linker()
        entries = (EntryRow * max(len(units), 1))()
        beats: dict[tuple[int, int], int] = {}
        for row, unit, system in zip(entries, units, self.systems, strict=False):
            timing = Timing.of(system, self._tick_rate_hz)
            row.unit = linker.address_of(unit.symbol)
            row.offsets = self._offsets(unit.columns)
            row.shared = self._pointers(unit.shared)
            row.period_s = timing.period / self._tick_rate_hz
            row.beat = beats.setdefault((timing.period, timing.delay), len(beats))
        if len(beats) > MOST_BEATS:
            raise ValueError(f"a class may have {MOST_BEATS} rates and delays, not {len(beats)}")
        rows = (BeatRow * max(len(beats), 1))(*(BeatRow(*beat) for beat in beats))
        plan = PlanRow()
        plan.entries, plan.beats = ctypes.addressof(entries), ctypes.addressof(rows)
        plan.beat_count, plan.dt_s = len(beats), 1.0 / self._tick_rate_hz
        self._held += [entries, rows]
        self.address = ctypes.addressof(plan)
        self.drive = open_doors(object_store()).drive
        self._plan = plan

    def _bind(self) -> None:
        """Tell the plan where the table's numbers are; a table that grows gets new arenas."""
        plan, arenas = self._plan, self.table.arenas
        if plan is None:
            self.prepare()
            plan = self._plan
            assert plan is not None
        for name, stride, dtype in (
            ("floats", "float_stride", "f8"),
            ("integers", "integer_stride", "i8"),
            ("keys", "key_stride", "u8"),
            ("params", "param_stride", PARAMS),
        ):
            setattr(plan, name, arenas[dtype].ctypes.data)
            setattr(plan, stride, arenas[dtype].strides[0])
        # An offset with its sign set reaches from here into the row of the class.
        plan.common = arenas[COMMON].ctypes.data - 2**31
        for columns, offsets in self._told:
            for number, name in enumerate(columns):
                offsets[number] = self.table.offset_bytes(name)
        self.arenas = arenas

    def bound_address(self) -> int:
        """Where the plan is, for code that runs it itself."""
        if self.table.arenas is not self.arenas:
            self._bind()
        return self.address

    def _offsets(self, columns: Sequence[str]) -> int:
        offsets = np.zeros(max(len(columns), 1), dtype=np.uint32)
        self._told.append((tuple(columns), offsets))
        return self._keep(offsets)

    def _pointers(self, shared: Sequence[str]) -> int:
        described = [self._keep(describe(self._shared[name])) for name in shared]
        return self._keep(np.array(described or [0], dtype=np.int64))

    def _keep(self, numbers: Any) -> int:
        self._held.append(numbers)
        address: int = numbers.ctypes.data
        return address


def _not_ready(*arguments: int) -> None:
    raise RuntimeError("run before prepare")
