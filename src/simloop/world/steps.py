"""The tick of one table: its block systems, compiled, or interpreted while they are made."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import is_
from typing import Protocol

import numpy as np

from simloop.world.kernel_copy import KernelCopies
from simloop.world.plain_steps import PlainSteps
from simloop.world.plan_entry import position_of
from simloop.world.plugin import SharedArray, VehicleClass
from simloop.world.schedule import class_kinds, class_order, order
from simloop.world.stand_in import StandIn
from simloop.world.system import BlockSystem, PythonSystem
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable

# A rough cost, only to decide whether a region is worth splitting over threads.
_NS_PER_ROW_AND_TICK = 140
# Handing a part to another thread and waiting for it takes about 0.1 ms.
_WORTH_THREADS_NS = 300_000


class Pool(Protocol):
    """Worker threads, as the server hands them in."""

    @property
    def size(self) -> int:
        """How many run at once."""

    def run_all(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Run all jobs and come back when the last has finished."""


@dataclass(frozen=True, slots=True, eq=False)
class CompileJob:
    """What is left to compile of one table; calling it does that."""

    steps: "TableSteps"

    @property
    def order(self) -> tuple[VehicleClass, int]:
        """What is to be compiled, in words for another process: a class, and its block width.

        The numbers of shared arrays stay here: only their shape counts.
        """
        kind = self.steps.vehicle_class
        shared = (
            SharedArray(each.name, np.zeros((0,) * each.data.ndim, each.data.dtype))
            for each in kind.shared
        )
        return replace(kind, shared=tuple(shared)), self.steps.lanes

    @property
    def is_stale(self) -> bool:
        """Is the table another one by now, so that nobody wants these units?"""
        return not self.steps.matches(self.steps.table)

    def __call__(self) -> None:
        """Compile what is not in the cache, and let the table run it."""
        self.steps.finish()

    def take_in(self) -> None:
        """Let the table run what another process has made so far."""
        self.steps.take_in()


Background = Callable[[CompileJob], None]


class TableSteps:
    """Runs a table's block systems over all its blocks.

    While a background job compiles, a stand-in runs the same systems: the same bits, slower.
    """

    def __init__(self, table: Table, *, compiled: bool) -> None:
        self.table = table
        self.systems: tuple[BlockSystem, ...] = class_order(table.vehicle_class)
        self.compiled = compiled
        self.lanes = table.lanes
        self.vehicle_class = table.vehicle_class
        self.units = UnitTable(table, self.systems, table.vehicle_class.tick_rate_hz)
        self._plain = PlainSteps(table, self.systems)
        self.stand_in: StandIn | None = None
        self._failure: Exception | None = None
        self._count = len(self.systems)
        self.kinds = class_kinds(table.vehicle_class)
        # Classes come one by one: what was found of the others still holds.
        self._fits: list[PythonSystem] = []
        self._positions: dict[int, int] = {}

    def matches(self, table: Table) -> bool:
        """Is this still the table, class and block width that the steps were made for?"""
        return (
            table is self.table
            and table.lanes == self.lanes
            and table.vehicle_class is self.vehicle_class
        )

    def check_order(self, systems: Sequence[PythonSystem]) -> None:
        """Refuse Python systems that cannot be ordered with those of the class."""
        known = self._fits
        if len(known) == len(systems) and all(map(is_, known, systems)):
            return
        order([*self.systems, *systems], self.kinds)
        self._fits, self._positions = list(systems), {}

    def position_of(self, system: PythonSystem) -> int:
        """How many of the class's systems run before a Python system that was checked."""
        position = self._positions.get(id(system))
        if position is None:
            position = self._positions[id(system)] = position_of(system, self.systems)
        return position

    @property
    def ready(self) -> bool:
        """Is nothing being compiled in the background?"""
        return self.stand_in is None

    @property
    def cached(self) -> bool:
        """Is nothing left to compile?"""
        return self.units.is_cached

    def prepare(self, tell: Callable[[int, BlockSystem], None] | None = None) -> None:
        """Compile or load all systems now; `tell` hears of each before."""
        if self.compiled:
            self.units.prepare(tell)

    def prepare_later(self, start: Background) -> None:
        """Compile in the background; meanwhile run what is not there yet interpreted."""
        self._stand_in_anew()
        start(CompileJob(self))

    def take_in(self) -> None:
        """Let what is made by now run compiled; from any thread."""
        if self.stand_in is not None:
            self._stand_in_anew()

    def _stand_in_anew(self) -> None:
        self.stand_in = StandIn(self.table, self.systems, self.units.maker, self._plain)

    def read_kernels(self) -> None:
        """Read the kernels in, so that a class that comes later and shares most need not."""
        copies = KernelCopies(self.vehicle_class.constants)
        for system in self.systems:
            copies.module_of(system.block, system.hook)

    def finish(self) -> None:
        """Compile or load all systems and let the stand-in go; the next run tells of a failure."""
        try:
            self.prepare()
        except Exception as failure:
            self._failure = failure
        self.stand_in = None

    def run(self, first: int, last: int, *, tick: int, ticks: int, pool: Pool | None) -> None:
        """Run systems first..last-1 for `ticks` ticks from `tick`."""
        if first == last:
            return
        stand_in = self.stand_in
        if stand_in is not None:
            stand_in.run(first, last, tick, ticks)
            return
        if self._failure is not None:
            raise self._failure
        blocks = self.table.blocks_in_use
        if not self.compiled:
            self._plain.run(first, last, tick, ticks)
        elif pool is not None and self._worth_threads(ticks):
            units = self.units
            units.bound_address()
            parts = _parts(blocks, pool.size)
            pool.run_all([_job(units, first, last, tick, ticks, part) for part in parts])
        else:
            self.units.run(first, last, tick, ticks, 0, blocks)

    def run_whole(self, tick: int, ticks: int, pool: Pool | None) -> None:
        """Run all systems for `ticks` ticks from `tick`: the usual case, with few questions."""
        units, table = self.units, self.table
        if (
            units.arenas is table.arenas
            and self.stand_in is None
            and (pool is None or table.blocks_in_use == 1)
        ):
            units.drive(units.address, tick, ticks, 0, table.blocks_in_use, 0, self._count)
        else:
            self.run(0, self._count, tick=tick, ticks=ticks, pool=pool)

    def _worth_threads(self, ticks: int) -> bool:
        work = self.table.capacity * ticks * _NS_PER_ROW_AND_TICK
        return work > _WORTH_THREADS_NS and self.table.blocks_in_use > 1


def quickest_steps(table: Table) -> TableSteps:
    """Steps that can run at once: compiled if that needs no compiling, else interpreted."""
    compiled = TableSteps(table, compiled=True)
    if not compiled.cached:
        return TableSteps(table, compiled=False)
    compiled.prepare()
    return compiled


def _job(
    units: UnitTable, first: int, last: int, tick: int, ticks: int, part: tuple[int, int]
) -> Callable[[], None]:
    return lambda: units.run(first, last, tick, ticks, *part)


def _parts(blocks: int, workers: int) -> Iterable[tuple[int, int]]:
    edges = [blocks * part // workers for part in range(workers + 1)]
    return [(a, b) for a, b in pairwise(edges) if b > a]
