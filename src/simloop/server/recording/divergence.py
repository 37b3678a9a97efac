"""Where two states part: the first vehicle and column that differ in any bit, with both values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first column that differs; `also` counts the others of that tick."""

    tick: int
    vehicle: str
    column: str
    element: int
    values: tuple[str, str]
    also: int = 0

    @property
    def words(self) -> str:
        """Vehicle, column and both values."""
        place = f"{self.vehicle} {self.column}" if self.column else self.vehicle
        place += f"[{self.element}]" if self.element >= 0 else ""
        more = f" (and {self.also} more columns)" if self.also else ""
        return f"{place}: {self.values[0]} against {self.values[1]}{more}"


def parted(
    tick: int, hashes: tuple[str, str], one: Mapping[str, Columns], other: Mapping[str, Columns]
) -> Difference:
    """Where two states of different hashes part; the hashes themselves if no column tells."""
    return difference(tick, one, other) or Difference(tick, "the world", "state hash", -1, hashes)


def difference(
    tick: int, one: Mapping[str, Columns], other: Mapping[str, Columns]
) -> Difference | None:
    """Compare the states of all vehicles, bit by bit."""
    for name in sorted(one.keys() | other.keys()):
        if name not in one or name not in other:
            there = ("there", "not there") if name in one else ("not there", "there")
            return Difference(tick, name, "", -1, there)
        found = _columns_that_differ(one[name], other[name])
        if found:
            column = found[0]
            element, values = _first_element(one[name].get(column), other[name].get(column))
            return Difference(tick, name, column, element, values, len(found) - 1)
    return None


def _columns_that_differ(one: Columns, other: Columns) -> list[str]:
    # Truth first: it is what people look for.
    names = [*one, *(name for name in other if name not in one)]
    return [name for name in names if not _same(one.get(name), other.get(name))]


def _same(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is not None and other is not None and one.tobytes() == other.tobytes()


def _first_element(
    one: NDArray[Any] | None, other: NDArray[Any] | None
) -> tuple[int, tuple[str, str]]:
    if one is None or other is None or one.shape != other.shape:
        return -1, (_text(one), _text(other))
    bits = one.view(np.uint64) != other.view(np.uint64)
    place = int(np.flatnonzero(bits)[0])
    values = repr(one[place].item()), repr(other[place].item())
    if values[0] == values[1]:
        # Not a number, twice, in different bits.
        values = one[place].tobytes().hex(), other[place].tobytes().hex()
    return place, values


def _text(numbers: NDArray[Any] | None) -> str:
    return "no such column" if numbers is None else f"{numbers.size} numbers"
