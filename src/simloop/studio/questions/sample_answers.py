"""What plots are told: which fields there are, and their values over time."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A number that may be plotted: `name` is `topic.field`, as `simloop plot` takes it."""

    name: str
    topic: str
    path: str
    unit: str
    vehicle: str


@dataclass(frozen=True, slots=True)
class Fields:
    """Answer to `fields`: all numbers that may be plotted."""

    rows: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one field over time; `run` tells apart two runs that are compared."""

    field: str
    run: str
    """Empty for the run itself; the name of a second run; or `difference`."""
    unit: str
    times_s: tuple[float, ...]
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Answer to `samples` (`fields`, and `after_s` for what is newer, `points` at most)."""

    series: tuple[Series, ...]
