"""Parameters of a table's vehicles: a column that is equal for all of them is stored once.

A table of one lane has few vehicles and shares nothing. In a wider one every column is shared at
first, in a row of the class that all blocks read. A vehicle with another value gives the column a
place in each block's row; it keeps that until the table is made anew.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simloop.world.arena import Arena, new_arena
from simloop.world.layout import PARAMS, Layout, Place


class Params:
    """Where each parameter is: in `rows`, one for each block, or in `common`, one for all."""

    def __init__(self, layout: Layout, lanes: int, defaults: Arena) -> None:
        self.lanes = lanes
        self.common = new_arena(1, layout.fields[PARAMS] * lanes, np.float64)
        self.common[:] = np.repeat(defaults, lanes)
        self.rows = new_arena(0, 0, np.float64)
        self._places = {name: place for name, place in layout.places.items() if place.is_param}
        # The fields that blocks have of their own, in their order there.
        self._fields: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        # The first of each column, in a block's row.
        self._at: dict[str, int] = {}
        if lanes == 1:
            self.add_own(self._places)

    @property
    def own(self) -> tuple[str, ...]:
        """The columns that blocks have of their own."""
        return tuple(self._at)

    @property
    def shares(self) -> bool:
        """Is any column stored once?"""
        return len(self._at) < len(self._places)

    def shared_among(self, names: Iterable[str]) -> list[str]:
        """Which of these are parameters that are stored once."""
        return [name for name in names if name in self._places and name not in self._at]

    def add_own(self, names: Iterable[str]) -> None:
        """Give columns a place in every block's row; all vehicles keep their values."""
        more = self.shared_among(names)
        if not more:
            return
        first, fields = len(self._fields), list(self._fields)
        for name in more:
            place = self._places[name]
            self._at[name] = len(fields)
            fields += range(place.field, place.field + place.size)
        self._fields = np.array(fields, dtype=np.int64)
        added = self.common.reshape(-1, self.lanes)[self._fields[first:]]
        old = self.rows
        self.rows = new_arena(len(old), len(fields) * self.lanes, np.float64)
        self.rows[:, : first * self.lanes] = old
        self.rows[:, first * self.lanes :] = added.reshape(-1)

    def differing(self, fields: Arena) -> list[str]:
        """The shared columns that are something else in one vehicle's fields, in any bit."""
        common = self.common[0, :: self.lanes]
        differ = fields.view(np.uint64) != common.view(np.uint64)
        differ[self._fields] = False
        if not differ.any():
            return []
        return [name for name, place in self._places.items() if place.of({PARAMS: differ}).any()]

    def share(self, fields: Arena) -> None:
        """Set what is stored once."""
        self.common[:] = np.repeat(fields, self.lanes)

    def set_common(self, place: Place, numbers: Arena) -> None:
        """Set one column of what is stored once."""
        lanes = self.lanes
        part = self.common[0, place.field * lanes : (place.field + place.size) * lanes]
        part[:] = np.repeat(numbers, lanes)

    def stamp(self, row: int, fields: Arena) -> None:
        """Set what one vehicle has of its own."""
        block, lane = divmod(row, self.lanes)
        self.rows[block, lane :: self.lanes] = fields[self._fields]

    def fields_of(self, row: int) -> Arena:
        """A copy of one vehicle's fields."""
        block, lane = divmod(row, self.lanes)
        fields: Arena = self.common[0, :: self.lanes].copy()
        fields[self._fields] = self.rows[block, lane :: self.lanes]
        return fields

    def grow(self, blocks: int, defaults: Arena) -> None:
        """Let there be so many blocks; new ones are filled with defaults."""
        old = self.rows
        self.rows = new_arena(blocks, len(self._fields) * self.lanes, np.float64)
        self.rows[: len(old)] = old
        self.rows[len(old) :] = np.repeat(defaults[self._fields], self.lanes)

    def numbers(self, row: int, place: Place) -> Arena:
        """A look at one vehicle's numbers in a column."""
        block, lane = divmod(row, self.lanes)
        at = self._at.get(place.column.name)
        arena, first = (self.common[0], place.field) if at is None else (self.rows[block], at)
        stop = (first + place.size) * self.lanes
        view: Arena = arena[first * self.lanes + lane : stop : self.lanes]
        if at is None:
            view.flags.writeable = False
        return view

    def blocks_of(self, place: Place) -> Arena:
        """A column for all rows: shape (blocks, size, lanes), good to write if it is not shared."""
        at, lanes = self._at.get(place.column.name), self.lanes
        shape = len(self.rows), place.size, lanes
        if at is None:
            part = self.common[:, place.field * lanes : (place.field + place.size) * lanes]
            return np.broadcast_to(part.reshape(1, place.size, lanes), shape)
        view: Arena = self.rows[:, at * lanes : (at + place.size) * lanes].reshape(shape)
        return view

    def offset_bytes(self, place: Place) -> int:
        """Where a unit finds the column, with the sign set if it is stored once."""
        at = self._at.get(place.column.name)
        first, sign = (place.field, 2**31) if at is None else (at, 0)
        return first * self.lanes * 8 + sign

    def take(self, other: "Params") -> None:
        """Take over the numbers of another moment; what is not shared by now stays so."""
        self.add_own(other.own)
        self.common[:] = other.common
        if self.own == other.own:
            self.rows[:] = other.rows
            return
        for name in self.own:
            place = self._places[name]
            self.blocks_of(place)[:] = other.blocks_of(place)
