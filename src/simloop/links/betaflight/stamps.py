"""Timestamps for Betaflight, which takes the pace of its clock from the last two of them.

Two packets that a busy host hands over at once would make that pace a hundredfold. But equal stamps
leave it alone: so in real time all packets carry one, and Betaflight keeps to the wall's clock.
"""

from collections.abc import Callable
from math import isfinite


class Stamps:
    """Stamps that stand still in real time, and rise for good once the run had another speed."""

    def __init__(self, speed: Callable[[], float]) -> None:
        self._speed = speed
        self._last_s = 0.0
        self._stamp_s = 0.0
        self._rise = False

    def stamp(self, time_s: float) -> float:
        """The stamp of a packet of this simulated time."""
        speed = self._speed()
        self._rise = self._rise or (isfinite(speed) and speed != 1.0)
        if self._rise:
            self._stamp_s += time_s - self._last_s
        self._last_s = time_s
        return self._stamp_s
