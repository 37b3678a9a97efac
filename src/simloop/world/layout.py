"""Where each column of a vehicle class lives in the class's arenas."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.component.column import Column, ColumnGroup, Kind
from simloop.world.plugin import VehicleClass

PARAMS = "params"
"""The arena of what all vehicles of a class may share; others have the name of their numbers."""


@dataclass(frozen=True, slots=True)
class Place:
    """One column's slot: which arena, at which field, how many fields."""

    column: Column
    component: ColumnGroup
    arena: str
    field: int
    size: int

    @property
    def dtype(self) -> str:
        """The type of its numbers."""
        return self.column.dtype

    @property
    def is_param(self) -> bool:
        """May all vehicles of the class share it?"""
        return self.arena == PARAMS

    def of(self, fields: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
        """The column's part of one vehicle's numbers, which are given by arena."""
        return fields[self.arena][self.field : self.field + self.size]


@dataclass(frozen=True, slots=True)
class Layout:
    """All columns of a class, in the order in which their components were added."""

    places: dict[str, Place]
    fields: dict[str, int]
    """How many fields each arena has."""
    hashed: dict[str, NDArray[np.int64]]
    """What the state hash takes, in order, of the arenas of each type of number."""

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

    def row_bytes(self, fields: Mapping[str, NDArray[Any]]) -> bytes:
        """One vehicle's numbers in the order of the columns, without scratch."""
        floats = np.concatenate((fields["f8"], fields[PARAMS]))
        numbers = {"f8": floats, "i8": fields["i8"], "u8": fields["u8"]}
        return b"".join(each[self.hashed[dtype]].tobytes() for dtype, each in numbers.items())


def _lay_out(vehicle_class: VehicleClass, components: Iterable[ColumnGroup]) -> Layout:
    places: dict[str, Place] = {}
    fields = {"f8": 0, PARAMS: 0, "i8": 0, "u8": 0}
    for component in components:
        for column in component.columns:
            size = vehicle_class.column_size(column.size)
            arena = _arena_of(column, component)
            places[column.name] = Place(column, component, arena, fields[arena], size)
            fields[arena] += size
    hashed: dict[str, list[int]] = {"f8": [], "i8": [], "u8": []}
    for place in places.values():
        if not place.column.scratch:
            first = place.field + (fields["f8"] if place.is_param else 0)
            hashed[place.dtype] += range(first, first + place.size)
    return Layout(places, fields, {k: np.array(v, dtype=np.int64) for k, v in hashed.items()})


def _arena_of(column: Column, component: ColumnGroup) -> str:
    is_param = component.kind is Kind.PARAM and column.dtype == "f8" and not column.by_row
    return PARAMS if is_param else column.dtype
