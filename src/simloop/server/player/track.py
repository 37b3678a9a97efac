"""Where one vehicle was, by the truth that was recorded, at any moment in between."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.server.player.topic_rows import TopicRows
from simloop.systems.scene.poses import turned

Numbers = NDArray[np.float64]
_AXES = ("x", "y", "z")
# Of the usual distance between two samples: a longer silence means that it was not there.
_SILENCE = 6.0


@dataclass(frozen=True, slots=True)
class Pose:
    """A moment of a track."""

    position_ned_m: Numbers
    attitude_wxyz: Numbers
    velocity_ned_mps: Numbers


class Track:
    """Samples over ticks, which may be fractions where two runs have different rates."""

    def __init__(
        self,
        ticks: Numbers,
        position_ned_m: Numbers,
        attitude_wxyz: Numbers,
        velocity_frd_mps: Numbers,
    ) -> None:
        self.ticks = ticks
        self.position_ned_m = position_ned_m
        self.attitude_wxyz = attitude_wxyz
        self.velocity_frd_mps = velocity_frd_mps
        self.velocity_ned_mps = turned(attitude_wxyz, velocity_frd_mps)
        steps = np.diff(ticks)
        self.step = float(np.median(steps)) if len(steps) else 1.0
        cuts = np.flatnonzero(steps > _SILENCE * self.step) + 1
        self.spans = [(float(s[0]), float(s[-1]) + self.step) for s in np.split(ticks, cuts)]

    def reach(self, first: float, last: float) -> None:
        """Let it be there from the start and to the end of a run, if it nearly is."""
        slack = _SILENCE * self.step
        begin, end = self.spans[0][0], self.spans[-1][1]
        if begin - first <= slack:
            self.spans[0] = (first, self.spans[0][1])
        if last - end <= slack:
            self.spans[-1] = (self.spans[-1][0], last + 1.0)

    def there(self, tick: float) -> bool:
        """Was it in the world at that moment?"""
        return any(first <= tick < end for first, end in self.spans)

    def at(self, tick: float) -> Pose:
        """Where it was: exact at samples, straight and turning evenly between them."""
        after = int(np.searchsorted(self.ticks, tick, side="right"))
        a, b = max(after - 1, 0), min(after, len(self.ticks) - 1)
        span = self.ticks[b] - self.ticks[a]
        # Nothing lies between two lives of a vehicle.
        if span <= 0.0 or span > _SILENCE * self.step:
            b, span = a, 1.0
        share = min(max((tick - self.ticks[a]) / span, 0.0), 1.0)
        return Pose(
            _mix(self.position_ned_m, a, b, share),
            _turn(self.attitude_wxyz[a], self.attitude_wxyz[b], share),
            _mix(self.velocity_ned_mps, a, b, share),
        )

    def positions_at(self, ticks: Numbers) -> Numbers:
        """Places at many moments, side by side."""
        return np.stack(
            [np.interp(ticks, self.ticks, self.position_ned_m[:, axis]) for axis in range(3)],
            axis=1,
        )


def track_of_topic(rows: TopicRows, tick_rate_hz: int) -> Track:
    """The track that a topic of truth tells."""
    # Stamps are ticks to the nearest nanosecond.
    ticks = np.round(rows.times_ns * (tick_rate_hz / 1e9))
    return Track(
        ticks,
        _columns(rows, "pose.position", _AXES),
        _columns(rows, "pose.orientation", ("w", *_AXES)),
        _columns(rows, "twist.linear", _AXES),
    )


def _columns(rows: TopicRows, path: str, parts: tuple[str, ...]) -> Numbers:
    return np.stack([rows.column(f"{path}.{part}") for part in parts], axis=1)


def _mix(numbers: Numbers, a: int, b: int, share: float) -> Numbers:
    # The sample itself at its own time, to the bit.
    if share == 0.0:
        sample: Numbers = numbers[a]
        return sample
    mixed: Numbers = numbers[a] + (numbers[b] - numbers[a]) * share
    return mixed


def _turn(a: Numbers, b: Numbers, share: float) -> Numbers:
    if share == 0.0:
        return a
    near = b if float(a @ b) >= 0.0 else -b
    turn: Numbers = a + (near - a) * share
    size = float(np.sqrt(turn @ turn))
    return turn / size if size > 0.0 else a
