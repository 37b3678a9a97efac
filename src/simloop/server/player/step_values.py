"""A value that holds from a tick on until the next one."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class StepValues(Generic[T]):
    """Values over ticks; equal neighbours are kept once."""

    _ticks: list[int] = field(default_factory=list)
    _values: list[T] = field(default_factory=list)

    def add(self, tick: int, value: T) -> None:
        """Note a value; what was said of later ticks is forgotten, as after a reset."""
        keep = bisect_left(self._ticks, tick)
        del self._ticks[keep:], self._values[keep:]
        if not self._values or self._values[-1] != value:
            self._ticks.append(tick)
            self._values.append(value)

    def mark(self, tick: int, value: T) -> None:
        """Let a value hold from a tick on, up to what is known of later ones."""
        at = bisect_left(self._ticks, tick)
        self._ticks.insert(at, tick)
        self._values.insert(at, value)

    def at(self, tick: float) -> T | None:
        """What holds at a tick; before the first one, what holds first."""
        if not self._values:
            return None
        return self._values[max(0, bisect_right(self._ticks, tick) - 1)]
