"""Packets to Betaflight leave as evenly as its clock needs."""

from collections.abc import Callable
from math import isfinite

from simloop.timing.wall import WallClock

# Of the simulated time between two packets so much passes on the wall, at least: a run that was
# late makes up for it a quarter faster, not at once.
LEAST_SHARE = 0.8
_NS_PER_S = 1e9


class EvenSending:
    """Holds a packet back until it may follow the last one.

    `speed` is what the run aims at, in simulated seconds per second; flat out counts as 1, since
    Betaflight has a wall clock to keep to.
    """

    def __init__(self, wall: WallClock, speed: Callable[[], float]) -> None:
        self._wall, self._speed = wall, speed
        self._sent_ns: int | None = None
        self._sent_s = 0.0

    def hold(self, time_s: float) -> None:
        """Wait until a packet of this simulated time may go; call `sent` once it has."""
        if self._sent_ns is not None:
            speed = self._speed()
            pace = LEAST_SHARE / speed if isfinite(speed) else 1.0
            wait_s = pace * (time_s - self._sent_s)
            self._wall.sleep_until(self._sent_ns + round(wait_s * _NS_PER_S))

    def sent(self, time_s: float) -> None:
        """Note a packet that has gone out, not before: a host may be busy in between."""
        self._sent_ns, self._sent_s = self._wall.monotonic_ns(), time_s
