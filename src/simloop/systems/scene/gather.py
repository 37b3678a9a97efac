"""Reads a few columns of many vehicles in one go, so that a look at the world costs little."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from simloop.world.entities import Record
from simloop.world.table import Table
from simloop.world.world import World


class Gather:
    """The floating-point columns of some rows of a table, one line of numbers per element."""

    def __init__(self, table: Table, records: Sequence[Record], columns: Sequence[str]) -> None:
        self.table = table
        self.records = tuple(records)
        self.lines: dict[str, slice] = {}
        rows = np.array([record.row for record in records], dtype=np.int64)
        fields: list[int] = []
        for column in columns:
            place = table.layout.places.get(column)
            if place is not None and place.arena == "f8":
                self.lines[column] = slice(len(fields), len(fields) + place.size)
                fields += range(place.field, place.field + place.size)
        width = table.layout.fields["f8"] * table.lanes
        first = rows // table.lanes * width + rows % table.lanes
        self._where = first + np.array(fields, dtype=np.int64)[:, None] * table.lanes
        self.numbers: NDArray[np.float64] = np.zeros(self._where.shape)

    def read(self) -> NDArray[np.float64]:
        """The numbers of now, in the buffer that every reading uses."""
        arena = self.table.arenas["f8"].reshape(-1)
        # Indices were made for this layout; 'clip' only saves numpy a second buffer.
        arena.take(self._where, out=self.numbers, mode="clip")
        return self.numbers


class Population:
    """Gathers for all vehicles, made anew when somebody comes or goes or a table changes."""

    def __init__(self, world: World, columns_of: Callable[[Table], Sequence[str]]) -> None:
        self._world = world
        self._columns_of = columns_of
        self._version = (-1, -1)
        self._gathers: tuple[Gather, ...] = ()

    def gathers(self) -> tuple[Gather, ...]:
        """One per table that has vehicles; the same objects until the population changes."""
        world = self._world
        version = (world.population_version, world.structure_version)
        if version != self._version:
            self._version = version
            members: dict[int, list[Record]] = {}
            for record, _ in world.each("body"):
                members.setdefault(record.table, []).append(record)
            self._gathers = tuple(
                Gather(table, records, self._columns_of(table))
                for table, records in ((world.tables[n], some) for n, some in members.items())
            )
        return self._gathers


class Movement:
    """Tells whose columns are not what they were when last asked, by a hundredth."""

    def __init__(self, world: World, columns: Sequence[str]) -> None:
        self._population = Population(world, lambda table: columns)
        self._last: dict[Gather, NDArray[np.float64]] = {}

    def forget(self) -> None:
        """Everybody counts as moved when next asked."""
        self._last = {}

    def moved(self) -> Iterator[tuple[Record, Table]]:
        """Those who have; without columns to tell by, everybody."""
        last, self._last = self._last, {}
        for gather in self._population.gathers():
            for record in self._of(gather, last.get(gather)):
                yield record, gather.table

    def _of(self, gather: Gather, last: NDArray[np.float64] | None) -> Sequence[Record]:
        if not gather.lines:
            return gather.records
        numbers = self._last[gather] = np.round(gather.read(), 2)
        if last is None:
            return gather.records
        # A number that is none differs from itself: looked at each time, and told once.
        return [gather.records[at] for at in np.flatnonzero((numbers != last).any(axis=0))]
