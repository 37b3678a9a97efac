"""States of vehicles as messages that tell only what has changed, and back to whole states."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages.simloop_msgs import StateCheckpoint, StateLayout, VehicleState
from simloop.systems.recorder.state_copy import StateCopy, VehicleCopy
from simloop.world.layout import Layout

_DTYPES = {"f8": "<f8", "i8": "<i8", "u8": "<u8"}


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """What a recording says of a column."""

    name: str
    dtype: str
    size: int
    unit: str
    hashed: bool


class StateWriter:
    """Turns copies into messages; remembers the last copy of every vehicle."""

    def __init__(self, first_layout: int = 0) -> None:
        self._first_layout = first_layout
        self._layouts: list[Layout] = []
        self._last: dict[str, VehicleCopy] = {}

    @property
    def next_layout(self) -> int:
        """The number that the next new layout gets."""
        return self._first_layout + len(self._layouts)

    def messages(self, state: StateCopy) -> Iterator[StateLayout | VehicleState | StateCheckpoint]:
        """New layouts, then what has changed of each vehicle, then the checkpoint itself."""
        for vehicle in state.vehicles:
            number = self._number(vehicle.layout)
            if number is None:
                number = self.next_layout
                self._layouts.append(vehicle.layout)
                yield StateLayout(number, _columns_text(vehicle.layout))
            yield self._changes(state.tick, vehicle, number)
        self._last = {vehicle.name: vehicle for vehicle in state.vehicles}
        yield StateCheckpoint(state.tick, state.state_hash, len(state.vehicles))

    def _number(self, layout: Layout) -> int | None:
        numbered = enumerate(self._layouts, self._first_layout)
        return next((number for number, known in numbered if known is layout), None)

    def _changes(self, tick: int, vehicle: VehicleCopy, layout: int) -> VehicleState:
        places = list(vehicle.layout.places.values())
        changed = [
            number
            for number in vehicle.changed_since(self._last.get(vehicle.name))
            if not places[number].column.scratch
        ]
        data = b"".join(places[number].of(vehicle.numbers).tobytes() for number in changed)
        return VehicleState(tick, vehicle.name, layout, tuple(changed), data)


@dataclass(slots=True)
class VehicleColumns:
    """One vehicle as read from a recording: its columns by name."""

    layout: int
    columns: dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class RecordedState:
    """A checkpoint as read from a recording."""

    tick: int
    state_hash: str
    vehicles: dict[str, dict[str, NDArray[Any]]]


@dataclass(slots=True)
class StateReader:
    """Puts the messages of a recording together again."""

    layouts: dict[int, tuple[ColumnInfo, ...]] = field(default_factory=dict)
    _vehicles: dict[str, VehicleColumns] = field(default_factory=dict)
    _seen: list[str] = field(default_factory=list)

    def add_layout(self, message: StateLayout) -> None:
        """Learn the columns of a class."""
        rows = json.loads(message.columns)
        self.layouts[message.layout] = tuple(ColumnInfo(*row) for row in rows)

    def add_state(self, message: VehicleState) -> None:
        """Take over what has changed of a vehicle."""
        known = self._vehicles.get(message.vehicle)
        if known is None or known.layout != message.layout:
            known = self._vehicles[message.vehicle] = VehicleColumns(message.layout, {})
        at, columns = 0, self.layouts[message.layout]
        for number in message.columns:
            column = columns[number]
            dtype = np.dtype(_DTYPES[column.dtype])
            values = np.frombuffer(message.data, dtype, column.size, at)
            known.columns[column.name] = values
            at += values.nbytes
        self._seen.append(message.vehicle)

    def close_checkpoint(self, message: StateCheckpoint) -> RecordedState:
        """The whole state, now that all vehicles have told their changes."""
        self._vehicles = {name: self._vehicles[name] for name in self._seen}
        self._seen = []
        states = {name: dict(vehicle.columns) for name, vehicle in self._vehicles.items()}
        return RecordedState(message.tick, message.state_hash, states)


def _columns_text(layout: Layout) -> str:
    rows = [
        [place.column.name, place.dtype, place.size, place.column.unit, not place.column.scratch]
        for place in layout.places.values()
    ]
    return json.dumps(rows)
