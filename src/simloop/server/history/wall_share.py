"""Keeps what is done again and again within a small share of the time, whatever it costs."""

from collections.abc import Iterator
from contextlib import contextmanager

from simloop.timing.wall import WallClock


class WallShare:
    """Measures what a piece of work costs, and says when the next one may be done."""

    def __init__(self, wall: WallClock, *, least_ns: int, share: float) -> None:
        self._wall = wall
        self._least_ns = least_ns
        self._rest = 1.0 / share - 1.0
        self._due_ns = 0
        self._cost_before_ns = 0

    @property
    def due(self) -> bool:
        """May it be done again?"""
        return self._wall.monotonic_ns() >= self._due_ns

    @contextmanager
    def work(self) -> Iterator[None]:
        """Around the work; what it took is waited for many times over.

        The first time is not counted, nor a single one that took long: the host may be busy.
        """
        begin_ns = self._wall.monotonic_ns()
        try:
            yield
        finally:
            end_ns = self._wall.monotonic_ns()
            cost_ns = end_ns - begin_ns
            wait_ns = int(min(cost_ns, self._cost_before_ns) * self._rest)
            self._cost_before_ns = cost_ns
            self._due_ns = max(begin_ns + self._least_ns, end_ns + wait_ns)
