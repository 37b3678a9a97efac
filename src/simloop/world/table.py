"""A dense table of one vehicle class: arenas in blocks of lanes, rows that never move."""

from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from operator import neg
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.arena import DTYPES, Arena, new_arena
from simloop.world.layout import PARAMS, Layout, Place
from simloop.world.params import Params
from simloop.world.plugin import Value, VehicleClass

Template = dict[str, Arena]
"""One vehicle's numbers, by arena."""

COMMON = "common"
"""The arena of parameters that are stored once."""

_UNSHARED = ("f8", "i8", "u8")


class Table:
    """Rows of one class. Block b, lane j is row b * lanes + j.

    Parameters that are equal for all vehicles are stored once. When one differs every row gets its
    own, which makes `arenas` new as growing does.
    """

    def __init__(
        self, vehicle_class: VehicleClass, lanes: int, on_move: Callable[[], None] = lambda: None
    ) -> None:
        self.vehicle_class = vehicle_class
        self.layout = Layout.of(vehicle_class)
        self.lanes = lanes
        self.blocks = 0
        self.params = Params(self.layout, lanes, _default_fields(self.layout)[PARAMS])
        self.arenas: dict[str, Arena] = {}
        # Told when parameters are where they were not, and nobody came or went.
        self._on_move = on_move
        self.alive: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self._free: list[int] = []
        self._views: dict[int, dict[str, Arena]] = {}
        self._last_alive = -1
        # Blocks up to the last row that is alive: the rest need not be computed.
        self.blocks_in_use = 0
        self._allocate(1)

    @property
    def capacity(self) -> int:
        """Rows that exist, alive or not."""
        return self.blocks * self.lanes

    @property
    def count(self) -> int:
        """Rows that are alive."""
        return int(self.alive.sum())

    @property
    def rows(self) -> NDArray[np.int64]:
        """The numbers of the rows that are alive."""
        return np.flatnonzero(self.alive)

    def template(self, values: Mapping[str, Value]) -> Template:
        """A row's numbers, defaults with `values` on top, ready to be stamped into many rows."""
        fields = _default_fields(self.layout)
        for column, value in values.items():
            place = self.layout.place(column)
            place.of(fields)[:] = _numbers(place, value)
        return fields

    def add_row(self, template: Template | None = None) -> int:
        """Take a free row, filled from a template or with the columns' defaults."""
        if not self._free:
            self._allocate(self.blocks * 2)
        row = self._free.pop()
        template = template or _default_fields(self.layout)
        if self._last_alive < 0:
            self.params.share(template[PARAMS])
        self._own(self.params.differing(template[PARAMS]))
        self._stamp(row, template)
        self.alive[row] = True
        self._set_last_alive(max(self._last_alive, row))
        return row

    def make_room(self, count: int) -> None:
        """Let so many rows more be added without growing on the way."""
        missing = count - len(self._free)
        if missing > 0:
            self._allocate(self.blocks - -missing // self.lanes)

    def remove_row(self, row: int) -> None:
        """Give a row back; it keeps computing with harmless numbers until it is taken again."""
        self.alive[row] = False
        if row == self._last_alive:
            self._set_last_alive(self._find_last_alive())
        self._stamp(row, _default_fields(self.layout))
        # The lowest is taken first, from the end.
        insort(self._free, row, key=neg)

    def vector(self, row: int, column: str) -> Arena:
        """A writable view of one row's numbers in one column; good until the table grows.

        Who only reads asks for `numbers`: a view of a parameter ends all sharing, for where a
        parameter is may only change while nobody has such a view.
        """
        if self.params.shares and self.layout.place(column).is_param:
            self._own(self.layout.places)
        return self.numbers(row, column)

    def numbers(self, row: int, column: str) -> Arena:
        """A look at one row's numbers in one column; good until `arenas` are others.

        Those of a shared parameter cannot be written.
        """
        views = self._views.get(row)
        if views is None:
            views = self._views[row] = {}
        view = views.get(column)
        if view is None:
            view = views[column] = self.look(row, column)
        return view

    def fields(self, row: int) -> Template:
        """A copy of all numbers of a row."""
        block, lane = divmod(row, self.lanes)
        found = {name: self.arenas[name][block, lane :: self.lanes].copy() for name in _UNSHARED}
        return {**found, PARAMS: self.params.fields_of(row)}

    def blocks_of(self, column: str) -> Arena:
        """A writable view of a column of all rows, shape (blocks, size * lanes); as `vector`."""
        place = self.layout.place(column)
        if place.is_param:
            self._own(self.layout.places)
        return self._block_view(place).reshape(self.blocks, -1)

    def offset_bytes(self, column: str) -> int:
        """Where a unit finds a column in a row; a shared one's has the sign set as an i32."""
        place = self.layout.place(column)
        if place.is_param:
            return self.params.offset_bytes(place)
        return place.field * self.lanes * 8

    def reader(self, row: int) -> Callable[[str], list[float]]:
        """A function that reads columns of one row as plain numbers."""

        def read(column: str) -> list[float]:
            numbers: list[float] = self.numbers(row, column).tolist()
            return numbers

        return read

    def read(self, column: str) -> Arena:
        """A copy of a column for every row, alive or not: shape (capacity, size)."""
        place = self.layout.place(column)
        return self._as_rows(place).copy()

    def write(self, column: str, values: Arena) -> None:
        """Overwrite a column for every row: shape (capacity, size)."""
        self._own((column,))
        part = self._block_view(self.layout.place(column))
        part[:] = values.reshape(self.blocks, self.lanes, -1).transpose(0, 2, 1)

    def set_value(self, row: int, column: str, value: Value) -> None:
        """Set a row's column from one number, or from one number per element."""
        wanted = _numbers(self.layout.place(column), value)
        now = self.look(row, column)
        if not now.flags.writeable:
            if (now.view(np.uint64) == wanted.view(np.uint64)).all():
                return
            self._own((column,))
            now = self.look(row, column)
        now[:] = wanted

    def set_lanes(self, lanes: int) -> None:
        """Rearrange the arenas for another block width; rows keep their numbers."""
        if lanes == self.lanes:
            return
        rows = {name: self.read(name) for name in self.layout.places}
        alive, free, capacity = self.alive, self._free, self.capacity
        self.lanes, self.blocks, self.arenas, self._free = lanes, 0, {}, []
        self.alive = np.zeros(0, dtype=np.bool_)
        self._share_anew(rows, alive)
        self._allocate(-(-capacity // lanes))
        for name, values in rows.items():
            self._put(name, values)
        self.alive[:capacity] = alive
        self._set_last_alive(self._last_alive)
        spare = range(capacity, self.capacity)
        self._free = sorted([*free, *spare], reverse=True)

    def extend(self, vehicle_class: VehicleClass) -> None:
        """Take over a class with more (or fewer) components; shared columns keep their values."""
        kept = {name: self.read(name) for name in self.layout.places}
        old = self.layout
        self.vehicle_class = vehicle_class
        self.layout = Layout.of(vehicle_class)
        places = self.layout.places
        same = {
            name: values
            for name, values in kept.items()
            if name in places and places[name].size == old.places[name].size
        }
        self._share_anew(same, self.alive)
        self._renew(self.blocks)
        self._fill_all_defaults(0)
        for name, values in same.items():
            self._put(name, values)

    def save(self) -> dict[str, Any]:
        """Everything the table holds, as copies."""
        return {
            "class": self.vehicle_class,
            "lanes": self.lanes,
            "arenas": {name: arena.copy() for name, arena in self.arenas.items()},
            "own": self.params.own,
            "alive": self.alive.copy(),
            "free": list(self._free),
        }

    def has_shape_of(self, saved: dict[str, Any]) -> bool:
        """Has a saved state this class, block width and number of rows?"""
        same_class = self.vehicle_class is saved["class"] and self.lanes == saved["lanes"]
        return same_class and len(self.alive) == len(saved["alive"])

    def load(self, saved: dict[str, Any]) -> None:
        """Back to a saved state; one of the same shape is taken over in place."""
        if not self.has_shape_of(saved):
            self.vehicle_class = saved["class"]
            self.layout = Layout.of(self.vehicle_class)
            self.lanes = saved["lanes"]
            self.blocks = len(saved["alive"]) // self.lanes
            self.params = Params(self.layout, self.lanes, _default_fields(self.layout)[PARAMS])
            self._renew(self.blocks)
        self.alive = saved["alive"].copy()
        self._free = list(saved["free"])
        self._set_last_alive(self._find_last_alive())
        for name in _UNSHARED:
            self.arenas[name][:] = saved["arenas"][name]
        self.params.take(_saved_params(saved, self.layout))
        self._look_at_params()

    def row_bytes(self, row: int) -> bytes:
        """One row's numbers in layout order, without scratch: the same for any block width."""
        return self.layout.row_bytes(self.fields(row))

    def look(self, row: int, column: str) -> Arena:
        """The same view as `numbers`, for whoever asks once."""
        place = self.layout.place(column)
        if place.is_param:
            return self.params.numbers(row, place)
        block, lane = divmod(row, self.lanes)
        start = place.field * self.lanes + lane
        stop = start + place.size * self.lanes
        view: Arena = self.arenas[place.arena][block, start : stop : self.lanes]
        return view

    def _own(self, columns: Iterable[str]) -> None:
        """Give every row its own numbers in these columns, with the values they have."""
        before = self.params.rows
        self.params.add_own(columns)
        if self.params.rows is not before:
            self._look_at_params()
            self._on_move()

    def _look_at_params(self) -> None:
        if self.arenas.get(PARAMS) is self.params.rows:
            return
        # Views into the old arenas would read the past.
        self._views.clear()
        self.arenas = {**self.arenas, PARAMS: self.params.rows, COMMON: self.params.common}

    def _share_anew(self, rows: Mapping[str, Arena], alive: NDArray[np.bool_]) -> None:
        """Share again what is equal for all that are alive, given each row's columns."""
        self.params = Params(self.layout, self.lanes, _default_fields(self.layout)[PARAMS])
        there = np.flatnonzero(alive)
        for name in self.params.shared_among(rows):
            values = rows[name][there].view(np.uint64)
            if len(values) and not (values == values[0]).all():
                self.params.add_own((name,))
            elif len(values):
                self.params.set_common(self.layout.place(name), rows[name][there[0]])

    def _put(self, column: str, values: Arena) -> None:
        """Fill in the first rows of a column again, unless it is shared."""
        if not self.params.shared_among((column,)):
            grown = self.read(column)
            grown[: len(values)] = values
            self.write(column, grown)

    def _set_last_alive(self, row: int) -> None:
        self._last_alive = row
        self.blocks_in_use = row // self.lanes + 1

    def _find_last_alive(self) -> int:
        rows = np.flatnonzero(self.alive)
        return int(rows[-1]) if rows.size else -1

    def _block_view(self, place: Place) -> Arena:
        if place.is_param:
            return self.params.blocks_of(place)
        arena = self.arenas[place.arena]
        part = arena[:, place.field * self.lanes : (place.field + place.size) * self.lanes]
        view: Arena = part.reshape(self.blocks, place.size, self.lanes)
        return view

    def _as_rows(self, place: Place) -> Arena:
        by_row: Arena = self._block_view(place).transpose(0, 2, 1).reshape(-1, place.size)
        return by_row

    def _stamp(self, row: int, template: Template) -> None:
        block, lane = divmod(row, self.lanes)
        for name in _UNSHARED:
            self.arenas[name][block, lane :: self.lanes] = template[name]
        self.params.stamp(row, template[PARAMS])

    def _fill_all_defaults(self, first_block: int) -> None:
        defaults = _default_fields(self.layout)
        for name in _UNSHARED:
            self.arenas[name][first_block:] = np.repeat(defaults[name], self.lanes)

    def _allocate(self, blocks: int) -> None:
        first_new = self.capacity
        old_arenas, old_blocks = self.arenas, self.blocks
        self._renew(blocks)
        self.blocks = blocks
        for name in _UNSHARED if old_arenas else ():
            self.arenas[name][:old_blocks] = old_arenas[name]
        grown = np.zeros(self.capacity, dtype=np.bool_)
        grown[:first_new] = self.alive
        self.alive = grown
        self._fill_all_defaults(old_blocks)
        self._free = sorted([*self._free, *range(first_new, self.capacity)], reverse=True)

    def _renew(self, blocks: int) -> None:
        """Make arenas for so many blocks; of the old ones only parameters are taken over."""
        self.params.grow(blocks, _default_fields(self.layout)[PARAMS])
        fields = self.layout.fields
        self.arenas = {
            name: new_arena(blocks, fields[name] * self.lanes, DTYPES[name]) for name in _UNSHARED
        }
        self._look_at_params()


def saved_fields(saved: dict[str, Any], layout: Layout, row: int) -> Template:
    """A row's numbers in a saved state."""
    block, lane = divmod(row, saved["lanes"])
    arenas = saved["arenas"]
    found = {name: arenas[name][block, lane :: saved["lanes"]] for name in _UNSHARED}
    return {**found, PARAMS: _saved_params(saved, layout).fields_of(row)}


def _saved_params(saved: dict[str, Any], layout: Layout) -> Params:
    arenas, lanes = saved["arenas"], saved["lanes"]
    params = Params(layout, lanes, arenas[COMMON][0, ::lanes])
    params.add_own(saved["own"])
    params.rows = arenas[PARAMS]
    return params


def _numbers(place: Place, value: Value) -> Arena:
    """A value as the column's numbers: one for all elements, or one each."""
    numbers = np.atleast_1d(np.asarray(value))
    if numbers.size not in (1, place.size):
        raise ValueError(
            f"column {place.column.name} takes {place.size} numbers, not {numbers.size}"
        )
    return numbers.astype(DTYPES[place.arena])


def _default_fields(layout: Layout) -> Template:
    """The default of every field of every arena, in order."""
    fields: Template = {
        name: np.zeros(count, dtype=DTYPES[name]) for name, count in layout.fields.items()
    }
    for place in layout.places.values():
        place.of(fields)[:] = np.asarray(place.column.default).astype(DTYPES[place.arena])
    return fields
