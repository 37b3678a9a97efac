"""A dense table of one vehicle class: arenas in blocks of lanes, rows that never move."""

from bisect import insort
from collections.abc import Callable, Mapping
from operator import neg
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.layout import Layout, Place
from simloop.world.plugin import Value, VehicleClass

Arena = NDArray[Any]
Template = dict[str, Arena]

_CACHE_LINE_BYTES = 64
_DTYPES = {"f8": np.float64, "i8": np.int64, "u8": np.uint64}


class Table:
    """Rows of one class. Block b, lane j is row b * lanes + j."""

    def __init__(self, vehicle_class: VehicleClass, lanes: int) -> None:
        self.vehicle_class = vehicle_class
        self.layout = Layout.of(vehicle_class)
        self.lanes = lanes
        self.blocks = 0
        self.arenas: dict[str, Arena] = {}
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
            part = slice(place.field, place.field + place.size)
            fields[place.dtype][part] = _numbers(place, value)
        return fields

    def add_row(self, template: Template | None = None) -> int:
        """Take a free row, filled from a template or with the columns' defaults."""
        if not self._free:
            self._allocate(self.blocks * 2)
        row = self._free.pop()
        self._stamp(row, template or _default_fields(self.layout))
        self.alive[row] = True
        self._set_last_alive(max(self._last_alive, row))
        return row

    def make_room(self, count: int) -> None:
        """Let so many rows more be added without growing on the way."""
        missing = count - len(self._free)
        if missing > 0:
            self._allocate(self.blocks - -missing // self.lanes)

    def remove_row(self, row: int) -> None:
        """Give a row back; it keeps computing harmless defaults until it is taken again."""
        self.alive[row] = False
        if row == self._last_alive:
            self._set_last_alive(self._find_last_alive())
        self._stamp(row, _default_fields(self.layout))
        # The lowest is taken first, from the end.
        insort(self._free, row, key=neg)

    def vector(self, row: int, column: str) -> Arena:
        """A writable view of one row's numbers in one column; good until the table grows."""
        views = self._views.get(row)
        if views is None:
            views = self._views[row] = {}
        view = views.get(column)
        if view is None:
            view = views[column] = self._view(row, column)
        return view

    def reader(self, row: int) -> Callable[[str], list[float]]:
        """A function that reads columns of one row as plain numbers."""

        def read(column: str) -> list[float]:
            numbers: list[float] = self.vector(row, column).tolist()
            return numbers

        return read

    def read(self, column: str) -> Arena:
        """A copy of a column for every row, alive or not: shape (capacity, size)."""
        place = self.layout.place(column)
        return self._as_rows(place).copy()

    def write(self, column: str, values: Arena) -> None:
        """Overwrite a column for every row: shape (capacity, size)."""
        place = self.layout.place(column)
        part = self._block_view(place)
        part[:] = values.reshape(self.blocks, self.lanes, place.size).transpose(0, 2, 1)

    def set_value(self, row: int, column: str, value: Value) -> None:
        """Set a row's column from one number, or from one number per element."""
        self._view(row, column)[:] = _numbers(self.layout.place(column), value)

    def set_lanes(self, lanes: int) -> None:
        """Rearrange the arenas for another block width; rows keep their numbers."""
        if lanes == self.lanes:
            return
        rows = {name: self.read(name) for name in self.layout.places}
        alive, free, capacity = self.alive, self._free, self.capacity
        self.lanes, self.blocks, self.arenas, self._free = lanes, 0, {}, []
        self.alive = np.zeros(0, dtype=np.bool_)
        self._allocate(-(-capacity // lanes))
        for name, values in rows.items():
            grown = self.read(name)
            grown[:capacity] = values
            self.write(name, grown)
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
        self.arenas = self._new_arenas(self.blocks)
        self._fill_all_defaults(0)
        for name, values in kept.items():
            if (
                name in self.layout.places
                and self.layout.places[name].size == old.places[name].size
            ):
                self.write(name, values)

    def save(self) -> dict[str, Any]:
        """Everything the table holds, as copies."""
        return {
            "class": self.vehicle_class,
            "lanes": self.lanes,
            "arenas": {dtype: arena.copy() for dtype, arena in self.arenas.items()},
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
            self.arenas = self._new_arenas(self.blocks)
        self.alive = saved["alive"].copy()
        self._free = list(saved["free"])
        self._set_last_alive(self._find_last_alive())
        for dtype, arena in saved["arenas"].items():
            self.arenas[dtype][:] = arena

    def row_bytes(self, row: int) -> bytes:
        """One row's numbers in layout order, without scratch: the same for any block width."""
        block, lane = divmod(row, self.lanes)
        return b"".join(
            np.delete(arena[block, lane :: self.lanes], self.layout.scratch[dtype]).tobytes()
            for dtype, arena in sorted(self.arenas.items())
        )

    def _view(self, row: int, column: str) -> Arena:
        place = self.layout.place(column)
        block, lane = divmod(row, self.lanes)
        start = place.field * self.lanes + lane
        stop = start + place.size * self.lanes
        view: Arena = self.arenas[place.dtype][block, start : stop : self.lanes]
        return view

    def _set_last_alive(self, row: int) -> None:
        self._last_alive = row
        self.blocks_in_use = row // self.lanes + 1

    def _find_last_alive(self) -> int:
        rows = np.flatnonzero(self.alive)
        return int(rows[-1]) if rows.size else -1

    def _block_view(self, place: Place) -> Arena:
        arena = self.arenas[place.dtype]
        part = arena[:, place.field * self.lanes : (place.field + place.size) * self.lanes]
        view: Arena = part.reshape(self.blocks, place.size, self.lanes)
        return view

    def _as_rows(self, place: Place) -> Arena:
        by_row: Arena = self._block_view(place).transpose(0, 2, 1).reshape(-1, place.size)
        return by_row

    def _stamp(self, row: int, template: Template) -> None:
        block, lane = divmod(row, self.lanes)
        for dtype, fields in template.items():
            self.arenas[dtype][block, lane :: self.lanes] = fields

    def _fill_all_defaults(self, first_block: int) -> None:
        for dtype, defaults in _default_fields(self.layout).items():
            self.arenas[dtype][first_block:] = np.repeat(defaults, self.lanes)

    def _allocate(self, blocks: int) -> None:
        first_new = self.capacity
        old_arenas, old_blocks = self.arenas, self.blocks
        self.arenas = self._new_arenas(blocks)
        self.blocks = blocks
        for dtype, arena in old_arenas.items():
            self.arenas[dtype][:old_blocks] = arena
        grown = np.zeros(self.capacity, dtype=np.bool_)
        grown[:first_new] = self.alive
        self.alive = grown
        self._fill_all_defaults(old_blocks)
        self._free = sorted([*self._free, *range(first_new, self.capacity)], reverse=True)

    def _new_arenas(self, blocks: int) -> dict[str, Arena]:
        # Views into the old arenas would read the past.
        self._views.clear()
        return {
            dtype: _aligned((blocks, fields * self.lanes), _DTYPES[dtype])
            for dtype, fields in self.layout.fields.items()
        }


def _numbers(place: Place, value: Value) -> Arena:
    """A value as the column's numbers: one for all elements, or one each."""
    numbers = np.atleast_1d(np.asarray(value))
    if numbers.size not in (1, place.size):
        raise ValueError(
            f"column {place.column.name} takes {place.size} numbers, not {numbers.size}"
        )
    return numbers.astype(_DTYPES[place.dtype])


def _default_fields(layout: Layout) -> Template:
    """The default of every field of every arena, in order."""
    fields: Template = {
        dtype: np.zeros(count, dtype=_DTYPES[dtype]) for dtype, count in layout.fields.items()
    }
    for place in layout.places.values():
        part = slice(place.field, place.field + place.size)
        fields[place.dtype][part] = np.asarray(place.column.default).astype(_DTYPES[place.dtype])
    return fields


def _aligned(shape: tuple[int, int], dtype: type) -> Arena:
    """Zeros that start on a cache line, so that a vector of lanes never straddles two."""
    size = shape[0] * shape[1] * 8
    raw = np.zeros(size + _CACHE_LINE_BYTES, dtype=np.uint8)
    shift = -raw.ctypes.data % _CACHE_LINE_BYTES
    arena: Arena = raw[shift : shift + size].view(dtype).reshape(shape)
    return arena
