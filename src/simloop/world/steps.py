"""The compiled steps of one table: one per run of its block systems, made when first needed."""

import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from simloop.world.compiling import fewer_collections
from simloop.world.kernel_copy import KernelCopies, cache_root
from simloop.world.schedule import class_order
from simloop.world.step import Step, generate, load_step
from simloop.world.system import BlockSystem
from simloop.world.table import Table

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
    """Runs a table's block systems, fused, over all its blocks.

    While a background job compiles, the same systems run interpreted: the same bits, slower.
    """

    def __init__(self, table: Table, *, compiled: bool) -> None:
        self.table = table
        self.systems: tuple[BlockSystem, ...] = class_order(table.vehicle_class)
        self.compiled = compiled
        self._lanes = table.lanes
        self._vehicle_class = table.vehicle_class
        self._steps: dict[tuple[int, int], Step] = {}
        self._known_arenas: dict[str, Any] | None = None
        self._given: tuple[Any, ...] = ()
        self._stand_in: TableSteps | None = None
        self._failure: Exception | None = None
        self._copies = KernelCopies(
            cache_directory(),
            {"W": table.lanes, **table.vehicle_class.constants},
            compiled,
        )

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
        """Is the whole tick compiled already, in this process or in the cache?"""
        return self.has_part(0, len(self.systems))

    def prepare(self, cuts: Iterable[int] = ()) -> None:
        """Compile the whole tick now, and its parts where Python systems cut it."""
        for part in self.parts(cuts):
            self.prepare_part(*part)

    def parts(self, cuts: Iterable[int]) -> list[tuple[int, int]]:
        """The whole tick, and its parts where Python systems cut it."""
        edges = sorted({0, *cuts, len(self.systems)})
        return sorted({(0, len(self.systems)), *pairwise(edges)})

    def prepare_part(self, first: int, last: int) -> None:
        """Compile or load systems first..last-1 now."""
        with fewer_collections():
            self._step(first, last)(1, 0, 0, 0, *self._arenas())

    def has_part(self, first: int, last: int) -> bool:
        """Is this part compiled already, in this process or in the cache?"""
        return self._copies.has_step("step", self._source(first, last))

    def prepare_later(self, start: Background, cuts: Iterable[int] = ()) -> None:
        """Compile in the background and run interpreted meanwhile."""
        self._stand_in = TableSteps(self.table, compiled=False)

        def work() -> None:
            try:
                self.prepare(cuts)
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
        step = self._step(first, last)
        arenas = self._arenas()
        blocks = self.table.blocks_in_use
        if not self.compiled:
            with np.errstate(all="ignore"):
                step(tick, ticks, 0, blocks, *arenas)
        elif pool is not None and self._worth_threads(ticks):
            pool.run_all(
                [_job(step, tick, ticks, part, arenas) for part in _parts(blocks, pool.size)]
            )
        else:
            step(tick, ticks, 0, blocks, *arenas)

    def module_of(self, first: int, last: int) -> str | None:
        """The module of a compiled step, for code that calls it; None if there is nothing to do."""
        if first == last:
            return None
        self._step(first, last)
        return self._copies.step_module("step", self._source(first, last))

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What a step takes after its first block: blocks in use, arenas, shared arrays."""
        return self.table.blocks_in_use, *self._arenas()

    def write_drive(self, source: str) -> Callable[..., Any]:
        """Store a drive beside the steps it calls."""
        return load_step(source, "drive", self._copies)

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

    def _step(self, first: int, last: int) -> Step:
        step = self._steps.get((first, last))
        if step is None:
            source = self._source(first, last)
            step = self._steps[first, last] = load_step(source, "step", self._copies)
        return step

    def _source(self, first: int, last: int) -> str:
        return generate(
            self.systems[first:last],
            layout=self.table.layout,
            lanes=self.table.lanes,
            tick_rate_hz=self.table.vehicle_class.tick_rate_hz,
            copies=self._copies,
            shared=[array.name for array in self.table.vehicle_class.shared],
        )


def cache_directory() -> Path:
    """The cache for this Numba, this Python and this processor."""
    import llvmlite.binding
    import numba

    version = f"{sys.version_info[0]}{sys.version_info[1]}"
    cpu = llvmlite.binding.get_host_cpu_name()
    if numba.config.CPU_NAME is None and numba.config.CPU_FEATURES is None:
        # LLVM halves the vectors of processors that once slowed down under wide ones.
        features = llvmlite.binding.get_host_cpu_features().flatten()
        numba.config.CPU_NAME = cpu
        numba.config.CPU_FEATURES = f"{features},-prefer-256-bit"
    place = cache_root() / f"py{version}-numba{numba.__version__}-{numba.config.CPU_NAME}"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{error.strerror}: compiled code cannot be kept here, set SIMLOOP_CACHE_DIR"
        raise OSError(error.errno, what, str(place)) from error
    return place


def _job(
    step: Step, tick: int, ticks: int, part: tuple[int, int], arenas: tuple[Any, ...]
) -> Callable[[], None]:
    return lambda: step(tick, ticks, part[0], part[1], *arenas)


def _parts(blocks: int, workers: int) -> Iterable[tuple[int, int]]:
    edges = [blocks * part // workers for part in range(workers + 1)]
    return [(a, b) for a, b in pairwise(edges) if b > a]
