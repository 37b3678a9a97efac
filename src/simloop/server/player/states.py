"""The checkpoints of one vehicle, kept as they were told: what changed, at times the whole."""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages.simloop_msgs import VehicleState
from simloop.server.recording.state_journal import ColumnInfo

# So many steps are put together at most to know a whole state.
_WHOLE_EVERY = 32
_DTYPES = {"f8": "<f8", "i8": "<i8", "u8": "<u8"}
Columns = dict[str, NDArray[Any]]
Layout = tuple[ColumnInfo, ...]


@dataclass(slots=True)
class VehicleStates:
    """States at checkpoints; any of them can be asked for."""

    start: Columns = field(default_factory=dict)
    """What held before the first checkpoint, if that is known."""
    _ticks: list[int] = field(default_factory=list)
    _steps: list[tuple[Layout, VehicleState]] = field(default_factory=list)
    _wholes: dict[int, Columns] = field(default_factory=dict)
    _latest: Columns = field(default_factory=dict)
    _layout: Layout = ()

    def add(self, layout: Layout, state: VehicleState) -> Columns:
        """Take what changed since the checkpoint before, and give it back by name."""
        broken = not self._ticks or layout is not self._layout
        if layout is not self._layout:
            self._latest, self._layout = {}, layout
        # A run that was reset begins anew, with differences to what is forgotten here.
        while self._ticks and self._ticks[-1] >= state.tick:
            self._wholes.pop(len(self._ticks) - 1, None)
            self._ticks.pop()
            self._steps.pop()
            broken = True
        changed = changes_of(layout, state)
        self._latest |= changed
        number = len(self._ticks)
        self._ticks.append(state.tick)
        self._steps.append((layout, state))
        if broken or number % _WHOLE_EVERY == 0:
            self._wholes[number] = dict(self._latest)
        return changed

    def at(self, tick: int) -> Columns:
        """The whole state at the last checkpoint up to a tick; before the first, the start."""
        last = bisect_right(self._ticks, tick) - 1
        if last < 0:
            return dict(self.start)
        first = next(number for number in range(last, -1, -1) if number in self._wholes)
        columns = dict(self._wholes[first])
        for layout, state in self._steps[first + 1 : last + 1]:
            columns |= changes_of(layout, state)
        return columns

    def tick_at(self, tick: int) -> int | None:
        """The tick of the last checkpoint up to a tick."""
        last = bisect_right(self._ticks, tick) - 1
        return None if last < 0 else self._ticks[last]

    def series(self, column: str) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
        """A column at every checkpoint; None if the vehicle has no such column."""
        rows, ticks = [], []
        value: NDArray[Any] | None = None
        for number, (layout, state) in enumerate(self._steps):
            if number in self._wholes:
                value = self._wholes[number].get(column)
            else:
                value = changes_of(layout, state, {column}).get(column, value)
            if value is not None:
                ticks.append(state.tick)
                rows.append(value)
        return (np.array(ticks), np.array(rows, dtype=np.float64)) if rows else None


def changes_of(layout: Layout, state: VehicleState, wanted: set[str] | None = None) -> Columns:
    """The columns that a message tells, by name; only some if named."""
    at, found = 0, {}
    for number in state.columns:
        column = layout[number]
        if wanted is None or column.name in wanted:
            found[column.name] = np.frombuffer(state.data, _DTYPES[column.dtype], column.size, at)
        at += 8 * column.size
    return found
