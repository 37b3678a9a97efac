"""A copy of every vehicle's numbers at one tick, with their names: what a checkpoint holds."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.layout import Layout
from simloop.world.world import World


@dataclass(frozen=True, slots=True)
class VehicleCopy:
    """One vehicle's numbers, by arena, in the order of its layout."""

    name: str
    layout: Layout
    numbers: dict[str, NDArray[Any]]

    def column(self, name: str) -> NDArray[Any]:
        """The numbers of one column."""
        return self.layout.place(name).of(self.numbers)

    def changed_since(self, other: "VehicleCopy | None") -> list[int]:
        """The numbers of the columns that differ in any bit; all of them without another copy."""
        places = list(self.layout.places.values())
        if other is None or other.layout is not self.layout:
            return list(range(len(places)))
        marks = {
            arena: values.view(np.uint64) != other.numbers[arena].view(np.uint64)
            for arena, values in self.numbers.items()
        }
        return [number for number, place in enumerate(places) if place.of(marks).any()]


@dataclass(frozen=True, slots=True)
class StateCopy:
    """All vehicles at the end of a tick, sorted by name, and the state hash."""

    tick: int
    state_hash: str
    vehicles: tuple[VehicleCopy, ...]


def copy_state(world: World) -> StateCopy:
    """Copy the numbers of every vehicle."""
    vehicles = []
    for record in sorted(world.models(), key=lambda record: record.name):
        table = world.tables[record.table]
        vehicles.append(VehicleCopy(record.name, table.layout, table.fields(record.row)))
    return StateCopy(world.tick, world.state_hash(), tuple(vehicles))
