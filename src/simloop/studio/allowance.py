"""So much a second, with a short burst."""

from collections.abc import Callable


class Allowance:
    """Fills up with time and is used up by messages, or by their bytes."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._left, self._then = burst, clock()

    def take(self, amount: float = 1.0) -> bool:
        """May so much more come?"""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._per_s)
        self._then = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def wait_s(self, amount: float = 1.0) -> float:
        """How long until so much may come, if nobody else takes it."""
        return max(0.0, (amount - self._left) / self._per_s)
