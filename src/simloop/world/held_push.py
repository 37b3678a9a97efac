"""A push that users give to a body whose forces are held: both share the same columns."""

from collections import OrderedDict
from typing import Any

_MOST_REMEMBERED = 64


class HeldPush:
    """Tells what users pushed apart from what is added to it in every tick, for one column.

    Who finds other numbers in the column than were left there finds a new push. A command that
    takes a push back puts there what it found, which is a push and the force added at that time;
    such sums are remembered.
    """

    def __init__(self) -> None:
        self._push: tuple[float, ...] = (0.0, 0.0, 0.0)
        self._left: tuple[float, ...] | None = None
        self._sums: OrderedDict[tuple[float, ...], tuple[float, ...]] = OrderedDict()

    def with_push(self, found: list[float], added: tuple[float, ...]) -> tuple[float, ...]:
        """What to leave in the column: the push that is in force now, and what is added to it."""
        numbers = tuple(found)
        if numbers != self._left:
            self._take(numbers)
        self._left = tuple(push + more for push, more in zip(self._push, added, strict=True))
        return self._left

    def save(self) -> tuple[Any, ...]:
        """What it remembers, as a copy."""
        return self._push, self._left, OrderedDict(self._sums)

    def load(self, saved: tuple[Any, ...]) -> None:
        """Back to what was saved."""
        self._push, self._left = saved[:2]
        self._sums = OrderedDict(saved[2])

    def _take(self, numbers: tuple[float, ...]) -> None:
        before, self._push = self._push, self._sums.get(numbers, numbers)
        if self._left is not None:
            self._sums[self._left] = before
        while len(self._sums) > _MOST_REMEMBERED:
            self._sums.popitem(last=False)
