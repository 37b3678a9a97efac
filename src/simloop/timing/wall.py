"""The wall clock: the only place where simloop reads it or sleeps."""

import time
from collections.abc import Callable
from dataclasses import dataclass

# A sleep may overshoot by about this much, so the rest is spent yielding.
SPIN_NS = 200_000


@dataclass(frozen=True, slots=True)
class WallClock:
    """A monotonic clock and a way to wait; tests pass their own."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    sleep: Callable[[float], None] = time.sleep

    def sleep_until(self, deadline_ns: int) -> None:
        """Sleep until shortly before the deadline, then yield until it has come."""
        while (left_ns := deadline_ns - self.monotonic_ns()) > 0:
            self.sleep((left_ns - SPIN_NS) / 1e9 if left_ns > SPIN_NS else 0.0)
