"""The tick of one table: its block systems, compiled, or interpreted while they are made."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from simloop.world.kernel_copy import KernelCopies
from simloop.world.schedule import class_order
from simloop.world.step import Step, interpreted_step
from simloop.world.system import BlockSystem
from simloop.world.table import Table
from simloop.world.unit_table import UnitTable

# A rough cost, only to decide whether a region is worth splitting over threads.
_NS_PER_ROW_AND_TICK = 120
_WORTH_THREADS_NS = 1_000_000


Background = Callable[[Callable[[], None]], None]


class Pool(Protocol):
    """Worker threads, as the server hands them in."""

    @property
    def size(self) -> int:
        """How many run at once."""

    def run_all(self, jobs: Sequence[Callable[[], None]]) -> None:
        """Run all jobs and come back when the last has finished."""


class TableSteps:
    """Runs a table's block systems over all its blocks.

    While a background job compiles, the same systems run interpreted: the same bits, slower.
    """

    def __init__(self, table: Table, *, compiled: bool) -> None:
        self.table = table
        self.systems: tuple[BlockSystem, ...] = class_order(table.vehicle_class)
        self.compiled = compiled
        self._lanes = table.lanes
        self._vehicle_class = table.vehicle_class
        self.units = UnitTable(table, self.systems, table.vehicle_class.tick_rate_hz)
        self._interpreted: dict[tuple[int, int], Step] = {}
        self._known_arenas: dict[str, Any] | None = None
        self._given: tuple[Any, ...] = ()
        self._stand_in: TableSteps | None = None
        self._failure: Exception | None = None
        self._count = len(self.systems)

    def matches(self, table: Table) -> bool:
        """Is this still the table, class and block width that the steps were made for?"""
        return (
            table is self.table
            and table.lanes == self._lanes
            and table.vehicle_class is self._vehicle_class
        )

    @property
    def ready(self) -> bool:
        """Is nothing being compiled in the background?"""
        return self._stand_in is None

    @property
    def cached(self) -> bool:
        """Is nothing left to compile?"""
        return self.units.is_cached

    def prepare(self, tell: Callable[[int, BlockSystem], None] | None = None) -> None:
        """Compile or load all systems now; `tell` hears of each before."""
        if self.compiled:
            self.units.prepare(tell)

    def prepare_later(self, start: Background) -> None:
        """Compile in the background and run interpreted meanwhile."""
        self._stand_in = TableSteps(self.table, compiled=False)

        def work() -> None:
            try:
                self.prepare()
            except Exception as failure:
                self._failure = failure
            self._stand_in = None

        start(work)

    def run(self, first: int, last: int, *, tick: int, ticks: int, pool: Pool | None) -> None:
        """Run systems first..last-1 for `ticks` ticks from `tick`."""
        if first == last:
            return
        stand_in = self._stand_in
        if stand_in is not None:
            stand_in.run(first, last, tick=tick, ticks=ticks, pool=None)
            return
        if self._failure is not None:
            raise self._failure
        blocks = self.table.blocks_in_use
        if not self.compiled:
            self._interpret(first, last, tick, ticks)
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
            and self._stand_in is None
            and (pool is None or table.blocks_in_use == 1)
        ):
            units.drive(units.address, tick, ticks, 0, table.blocks_in_use, 0, self._count)
        else:
            self.run(0, self._count, tick=tick, ticks=ticks, pool=pool)

    def _interpret(self, first: int, last: int, tick: int, ticks: int) -> None:
        step = self._interpreted.get((first, last))
        if step is None:
            step = self._interpreted[first, last] = self._plain_step(first, last)
        with np.errstate(all="ignore"):
            step(tick, ticks, 0, self.table.blocks_in_use, *self._arenas())

    def _worth_threads(self, ticks: int) -> bool:
        work = self.table.capacity * ticks * _NS_PER_ROW_AND_TICK
        return work > _WORTH_THREADS_NS and self.table.blocks_in_use > 1

    def _arenas(self) -> tuple[Any, ...]:
        # A table that grows gets a new set of arenas; until then this is asked in every tick.
        arenas = self.table.arenas
        if arenas is not self._known_arenas:
            shared = (array.data for array in self.table.vehicle_class.shared)
            self._given = (arenas["f8"], arenas["i8"], arenas["u8"], *shared)
            self._known_arenas = arenas
        return self._given

    def _plain_step(self, first: int, last: int) -> Step:
        kind = self.table.vehicle_class
        return interpreted_step(
            self.systems[first:last],
            layout=self.table.layout,
            lanes=self.table.lanes,
            tick_rate_hz=kind.tick_rate_hz,
            copies=KernelCopies({**kind.constants, "W": self.table.lanes}),
            shared=[array.name for array in kind.shared],
        )


def _job(
    units: UnitTable, first: int, last: int, tick: int, ticks: int, part: tuple[int, int]
) -> Callable[[], None]:
    return lambda: units.run(first, last, tick, ticks, *part)


def _parts(blocks: int, workers: int) -> Iterable[tuple[int, int]]:
    edges = [blocks * part // workers for part in range(workers + 1)]
    return [(a, b) for a, b in pairwise(edges) if b > a]
