"""Copies of every vehicle's numbers, and of what else stands there: what a checkpoint holds."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.world.commands import THINGS
from simloop.world.layout import Layout
from simloop.world.world import World

_PLAIN = (bool, int, float, str)


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


@dataclass(frozen=True, slots=True)
class ThingCopy:
    """What stands in the world and is no vehicle."""

    name: str
    kind: str
    facts: dict[str, Any]
    """Those that are plain values: place, shape, colour."""


def copy_things(world: World) -> tuple[ThingCopy, ...]:
    """All of them, in the order of arrival."""
    return tuple(
        ThingCopy(record.name, record.kind.value, _plain_facts(record.facts))
        for record in world.entities
        if record.kind in THINGS
    )


def _plain_facts(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if _is_plain(value)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_is_plain, value))
    return isinstance(value, _PLAIN)
