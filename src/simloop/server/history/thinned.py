"""Things in the order of ticks within a budget of memory: the older, the fewer are kept."""

from bisect import bisect_right
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Thinned(Generic[T]):
    """Whenever the budget is spent, every second thing of the older half goes.

    So the past gets coarser with age: every 2nd, 4th, 8th ... is left. The first and the newest
    always stay.
    """

    def __init__(self, budget_bytes: int) -> None:
        self._budget_bytes = budget_bytes
        self._ticks: list[int] = []
        self._sizes: list[int] = []
        self._things: list[T] = []
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._things)

    @property
    def ticks(self) -> tuple[int, ...]:
        """When the things are from."""
        return tuple(self._ticks)

    @property
    def last(self) -> T | None:
        """The newest."""
        return self._things[-1] if self._things else None

    def add(self, tick: int, thing: T, size_bytes: int) -> None:
        """Keep a thing that is no older than those before."""
        self._ticks.append(tick)
        self._things.append(thing)
        self._sizes.append(size_bytes)
        self.bytes += size_bytes
        while self.bytes > self._budget_bytes and len(self._things) > 2:
            self._thin()

    def at(self, tick: int, fits: Callable[[T], bool] = lambda thing: True) -> T | None:
        """The newest thing that is not after a tick and fits."""
        number = bisect_right(self._ticks, tick) - 1
        while number >= 0 and not fits(self._things[number]):
            number -= 1
        return self._things[number] if number >= 0 else None

    def between(self, after: float, before: float) -> list[T]:
        """The things after a tick up to another."""
        return self._things[bisect_right(self._ticks, after) : bisect_right(self._ticks, before)]

    def keep(self, fits: Callable[[T], bool]) -> None:
        """Let go what does not fit."""
        self._select([number for number, thing in enumerate(self._things) if fits(thing)])

    def _thin(self) -> None:
        old = max(3, len(self._things) // 2)
        self._select([*range(0, old - 1, 2), *range(old - 1, len(self._things))])

    def _select(self, numbers: list[int]) -> None:
        self._ticks = [self._ticks[number] for number in numbers]
        self._things = [self._things[number] for number in numbers]
        self._sizes = [self._sizes[number] for number in numbers]
        self.bytes = sum(self._sizes)
