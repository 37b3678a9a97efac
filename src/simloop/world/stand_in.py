"""Flies a class whose units are being made: those that are there run, the rest is interpreted.

Units do not depend on a class's layout, so a new kind of vehicle shares most of its with those that
fly already. The bits are the same whichever way a system runs.
"""

from collections.abc import Iterator
from itertools import groupby

from simloop.world.plain_steps import PlainSteps
from simloop.world.system import BlockSystem
from simloop.world.table import Table
from simloop.world.unit_maker import UnitMaker
from simloop.world.unit_table import UnitTable


class StandIn:
    """Runs a table's block systems until all are compiled."""

    def __init__(
        self, table: Table, systems: tuple[BlockSystem, ...], maker: UnitMaker, plain: PlainSteps
    ) -> None:
        self._table = table
        self._plain = plain
        here = [maker.is_made(system) for system in systems]
        made = [system for system, is_here in zip(systems, here, strict=True) if is_here]
        self._made = UnitTable(table, made, table.vehicle_class.tick_rate_hz)
        # It knows by now which units there are.
        self._made.maker = maker
        # How many of those before each system are made: the places among them.
        self._places = [here[:number].count(True) for number in range(len(here) + 1)]
        numbered = enumerate(here)
        runs = (list(run) for _, run in groupby(numbered, key=lambda pair: pair[1]))
        self._runs = [(run[0][0], run[-1][0] + 1, run[0][1]) for run in runs]
        if made:
            self._made.prepare()

    @property
    def interpreted(self) -> int:
        """How many systems run in plain Python."""
        return sum(int(last - first) for first, last, is_made in self._runs if not is_made)

    def run(self, first: int, last: int, tick: int, ticks: int) -> None:
        """Run systems first..last-1 for `ticks` ticks from `tick` over all blocks in use."""
        runs = list(self._runs_within(first, last))
        for now in range(tick, tick + ticks):
            for begin, end, is_made in runs:
                if is_made:
                    places = self._places[begin], self._places[end]
                    self._made.run(*places, now, 1, 0, self._table.blocks_in_use)
                else:
                    self._plain.run(begin, end, now, 1)

    def _runs_within(self, first: int, last: int) -> Iterator[tuple[int, int, bool]]:
        for begin, end, is_made in self._runs:
            cut = max(begin, first), min(end, last)
            if cut[0] < cut[1]:
                yield *cut, is_made
