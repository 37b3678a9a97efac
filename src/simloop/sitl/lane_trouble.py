"""What can be wrong with one lane of a board: passes that it misses, samples that it sees late."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Misses = Callable[[int], bool]
"""Does a lane miss the pass after this tick?"""
Uniform = Callable[[int, int], float]
"""Chance from [0, 1) by tick and axis."""


class MissedPasses:
    """The reasons why lanes miss passes, by lane."""

    def __init__(self) -> None:
        self._reasons: dict[int, list[Misses]] = {}

    def __bool__(self) -> bool:
        return bool(self._reasons)

    def add(self, lane: int, misses: Misses) -> None:
        """A lane misses passes from now on, when `misses` says so."""
        self._reasons.setdefault(lane, []).append(misses)

    def remove(self, lane: int, misses: Misses) -> None:
        """One reason less."""
        rest = [each for each in self._reasons.pop(lane, []) if each is not misses]
        if rest:
            self._reasons[lane] = rest

    def lanes(self, tick: int) -> list[int]:
        """Who misses the pass after this tick."""
        return [
            lane
            for lane, reasons in sorted(self._reasons.items())
            if any(misses(tick) for misses in reasons)
        ]


class LateSamples:
    """The samples of one lane, each shown up to `most_ticks` late, by chance; none overtakes."""

    def __init__(self, most_ticks: int, uniform: Uniform) -> None:
        self.share = 1.0
        self._most_ticks = most_ticks
        self._uniform = uniform
        # By sensor: what is on its way with the tick of its arrival, and what is shown.
        self._coming: dict[str, deque[tuple[int, list[Numbers]]]] = {}
        self._shown: dict[str, list[Numbers]] = {}
        self._counted: dict[str, float] = {}

    def show(
        self, sensor: str, axis: int, count: float, views: Sequence[Numbers], tick: int
    ) -> None:
        """Put into `views`, which hold the newest sample, the one that has arrived.

        `count` is how many samples the sensor has taken so far.
        """
        coming = self._coming.setdefault(sensor, deque())
        if sensor not in self._shown:
            # There is nothing older to show.
            self._shown[sensor] = [view.copy() for view in views]
        elif count != self._counted[sensor]:
            most = self.share * self._most_ticks + 1.0
            due = tick + int(self._uniform(tick, axis) * most)
            due = max(due, coming[-1][0]) if coming else due
            coming.append((due, [view.copy() for view in views]))
        self._counted[sensor] = count
        while coming and coming[0][0] <= tick:
            self._shown[sensor] = coming.popleft()[1]
        for view, numbers in zip(views, self._shown[sensor], strict=True):
            view[:] = numbers

    def save(self) -> Any:
        """Everything that changes, as copies."""
        coming = {sensor: list(queue) for sensor, queue in self._coming.items()}
        return self.share, coming, dict(self._shown), dict(self._counted)

    def load(self, saved: Any) -> None:
        """Back to what was saved."""
        self.share, coming, shown, counted = saved
        self._coming = {sensor: deque(queue) for sensor, queue in coming.items()}
        self._shown, self._counted = dict(shown), dict(counted)


def lane_views(
    samples: Mapping[str, Numbers], names: Sequence[str], block: int, place: int, width: int
) -> list[Numbers]:
    """The numbers of one lane in the columns of a sensor."""
    return [samples[name][block, place::width] for name in names if name in samples]
