"""So many messages a second, with a short burst."""

from collections.abc import Callable


class Allowance:
    """Fills up with time and is used up by messages."""

    def __init__(self, per_s: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._left, self._then = burst, clock()

    def take(self) -> bool:
        """May one more come?"""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._per_s)
        self._then = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
