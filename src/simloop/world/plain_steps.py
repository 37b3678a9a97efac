"""The tick of a table in plain Python: the oracle of compiled steps, and slow."""

import numpy as np

from simloop.world.kernel_copy import KernelCopies
from simloop.world.step import InterpretedStep, Step
from simloop.world.system import BlockSystem
from simloop.world.table import Table


class PlainSteps:
    """Runs a table's block systems interpreted; a range of them is written when it is first run."""

    def __init__(self, table: Table, systems: tuple[BlockSystem, ...]) -> None:
        self._table = table
        self._systems = systems
        kind = table.vehicle_class
        self._copies = KernelCopies(kind.constants)
        self._written: dict[tuple[int, int], Step] = {}

    def run(self, first: int, last: int, tick: int, ticks: int) -> None:
        """Run systems first..last-1 for `ticks` ticks from `tick` over all blocks in use."""
        step = self._written.get((first, last))
        if step is None:
            step = self._written[first, last] = self._write(first, last)
        with np.errstate(all="ignore"):
            step(tick, ticks, 0, self._table.blocks_in_use)

    def _write(self, first: int, last: int) -> Step:
        return InterpretedStep(
            self._systems[first:last],
            table=self._table,
            tick_rate_hz=self._table.vehicle_class.tick_rate_hz,
            copies=self._copies,
        )
