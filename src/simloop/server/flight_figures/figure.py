"""What a trial measures: numbers with a name and a unit."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a table; NaN where the trial came to no result."""

    table: str
    name: str
    value: float
    unit: str

    @property
    def title(self) -> str:
        """Head of its column."""
        return f"{self.name}, {self.unit}"

    @property
    def text(self) -> str:
        """The number as a table shows it."""
        if not np.isfinite(self.value):
            return "-"
        digits = 3 if self.unit == "s" and self.value < 1.0 else 2 if abs(self.value) < 10.0 else 1
        return f"{self.value:.{digits}f}"


@dataclass(slots=True)
class Figures:
    """All numbers of one vehicle, in the order of the tables."""

    vehicle: str
    kind: str
    found: list[Figure] = field(default_factory=list)

    def add(self, table: str, name: str, value: float, unit: str) -> None:
        """Take one more number."""
        self.found.append(Figure(table, name, float(value), unit))

    def __iter__(self) -> Iterator[Figure]:
        return iter(self.found)

    def value(self, table: str, name: str) -> float:
        """One of the numbers."""
        return next(f.value for f in self.found if (f.table, f.name) == (table, name))

    def tables(self) -> list[str]:
        """The tables that this vehicle has rows in."""
        return list(dict.fromkeys(figure.table for figure in self.found))

    def plain(self) -> dict[str, object]:
        """Everything as JSON can hold it."""
        found: dict[str, dict[str, float | None]] = {}
        for figure in self.found:
            value = figure.value if np.isfinite(figure.value) else None
            found.setdefault(figure.table, {})[figure.title] = value
        return {"vehicle": self.vehicle, "kind": self.kind, **found}


@dataclass(frozen=True, slots=True)
class Step:
    """How a quantity went from 0 to 1."""

    rise_s: float
    overshoot_percent: float
    settling_s: float


def step_of(response: Numbers, period_s: float) -> Step:
    """10 to 90 %, the way beyond the target, and when it stays within 5 % of it."""
    above = [np.flatnonzero(response > share) for share in (0.1, 0.9)]
    if not all(len(place) for place in above):
        return Step(np.nan, np.nan, np.nan)
    outside = np.flatnonzero(np.abs(response - 1.0) > 0.05)
    settled_s = (outside[-1] + 1) * period_s if outside[-1] + 1 < len(response) else np.nan
    rise_s = float(above[1][0] - above[0][0]) * period_s
    return Step(rise_s, max(0.0, 100.0 * float(response.max() - 1.0)), float(settled_s))


def rms(errors: Numbers) -> float:
    """Root of the mean square; of vectors, by rows."""
    if not len(errors):
        return float("nan")
    squares = errors**2 if errors.ndim == 1 else (errors**2).sum(axis=1)
    return float(np.sqrt(squares.mean()))
