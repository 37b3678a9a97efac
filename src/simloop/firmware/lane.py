"""One vehicle's columns as plain Python sees them: for links, parameters, missions and tests."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from simloop.firmware.board import Lanes
from simloop.firmware.component import Block


class Lane(Protocol):
    """Reads and writes the columns of one vehicle; per-event work, never per tick."""

    def read(self, column: str) -> list[float]:
        """All elements of a column."""

    def write(self, column: str, values: float | Sequence[float]) -> None:
        """Set all elements of a column, to one number or to one each."""

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""


class BlockLane:
    """A lane of columns that lie in blocks, as Firmware holds them."""

    def __init__(self, columns: Mapping[str, Block], lanes: Lanes, lane: int = 0) -> None:
        self._columns = columns
        self._block, self._place = divmod(lane, lanes.width)
        self._width = lanes.width

    def read(self, column: str) -> list[float]:
        """All elements of a column."""
        numbers: list[float] = self._columns[column][self._block, self._every].tolist()
        return numbers

    def write(self, column: str, values: float | Sequence[float]) -> None:
        """Set all elements of a column, to one number or to one each."""
        self._columns[column][self._block, self._every] = values

    def has(self, column: str) -> bool:
        """Does this vehicle have the column?"""
        return column in self._columns

    @property
    def _every(self) -> slice:
        return slice(self._place, None, self._width)
