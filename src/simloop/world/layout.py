"""Where each column of a vehicle class lives in the class's arenas."""

from collections.abc import Iterable
from dataclasses import dataclass

from simloop.world.component import Column, Component
from simloop.world.plugin import VehicleClass


@dataclass(frozen=True, slots=True)
class Place:
    """One column's slot: which arena, at which field, how many fields."""

    column: Column
    component: Component
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

    @classmethod
    def of(cls, vehicle_class: VehicleClass) -> "Layout":
        """Lay the class's components out one after the other."""
        return _lay_out(vehicle_class, vehicle_class.components)

    def place(self, column: str) -> Place:
        """Look a column up by name; an unknown name is an error that lists what is there."""
        if column not in self.places:
            raise KeyError(
                f"no column {column!r} here; there are: {', '.join(sorted(self.places))}"
            )
        return self.places[column]

    def slice(self, column: str, lanes: int) -> slice:
        """The column's part of an arena row with `lanes` lanes."""
        place = self.places[column]
        return slice(place.field * lanes, (place.field + place.size) * lanes)


def _lay_out(vehicle_class: VehicleClass, components: Iterable[Component]) -> Layout:
    places: dict[str, Place] = {}
    fields = {"f8": 0, "i8": 0, "u8": 0}
    for component in components:
        for column in component.columns:
            size = vehicle_class.column_size(column.size)
            places[column.name] = Place(column, component, fields[column.dtype], size)
            fields[column.dtype] += size
    return Layout(places, fields)
