"""Where each column of a vehicle class lives in the class's arenas."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from simloop.component.column import Column, ColumnGroup
from simloop.world.plugin import VehicleClass


@dataclass(frozen=True, slots=True)
class Place:
    """One column's slot: which arena, at which field, how many fields."""

    column: Column
    component: ColumnGroup
    field: int
    size: int

    @property
    def dtype(self) -> str:
        """The arena the column lives in."""
        return self.column.dtype


@dataclass(frozen=True, slots=True)
class Layout:
    """All columns of a class, in the order in which their components were added."""

    places: dict[str, Place]
    fields: dict[str, int]
    scratch: dict[str, list[int]]
    """The fields of each arena that the state hash leaves out."""

    @classmethod
    def of(cls, vehicle_class: VehicleClass) -> "Layout":
        """Lay the class's components out one after the other."""
        return _lay_out(vehicle_class, vehicle_class.components)

    def place(self, column: str) -> Place:
        """Look a column up by name; an unknown name is an error that suggests the nearest."""
        if column not in self.places:
            near = get_close_matches(column, self.places, 3)
            hint = f"; did you mean {' or '.join(near)}?" if near else "; see docs/components.md"
            raise KeyError(f"no column {column!r} here{hint}")
        return self.places[column]

    def slice(self, column: str, lanes: int) -> slice:
        """The column's part of an arena row with `lanes` lanes."""
        place = self.places[column]
        return slice(place.field * lanes, (place.field + place.size) * lanes)


def _lay_out(vehicle_class: VehicleClass, components: Iterable[ColumnGroup]) -> Layout:
    places: dict[str, Place] = {}
    fields = {"f8": 0, "i8": 0, "u8": 0}
    scratch: dict[str, list[int]] = {dtype: [] for dtype in fields}
    for component in components:
        for column in component.columns:
            size = vehicle_class.column_size(column.size)
            first = fields[column.dtype]
            places[column.name] = Place(column, component, first, size)
            fields[column.dtype] += size
            if column.scratch:
                scratch[column.dtype] += range(first, first + size)
    return Layout(places, fields, scratch)
