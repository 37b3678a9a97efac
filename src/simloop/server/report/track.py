"""What a recording tells of one vehicle: its path, its attitude, its estimate, its actuators."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.server.recording.series import TopicTable

Numbers = NDArray[Any]

TRUTH, ESTIMATE, WIND = "sim/truth_state", "estimated_state", "sim/truth_wind"
OUTPUTS, BATTERY = "sim/pwm_output", "sim/sensors/battery"
TOPICS = (TRUTH, ESTIMATE, WIND, OUTPUTS, BATTERY)

_POSITION = ("pose.position.x", "pose.position.y", "pose.position.z")
_ATTITUDE = ("pose.orientation.w", "pose.orientation.x", "pose.orientation.y", "pose.orientation.z")
_VELOCITY = ("twist.linear.x", "twist.linear.y", "twist.linear.z")


@dataclass(frozen=True, slots=True)
class Pose:
    """A state over time: NED in metres, angles in degrees."""

    times_s: Numbers
    position_ned_m: Numbers
    attitude_deg: Numbers
    velocity_frd_mps: Numbers

    @property
    def speed_mps(self) -> Numbers:
        """How fast, whatever the direction."""
        speed: Numbers = np.linalg.norm(self.velocity_frd_mps, axis=1)
        return speed


@dataclass(frozen=True, slots=True)
class Track:
    """One vehicle."""

    name: str
    truth: Pose
    estimate: Pose | None
    wind: TopicTable | None
    outputs: TopicTable | None
    battery: TopicTable | None

    @property
    def height_m(self) -> Numbers:
        """Above the level at which the vehicle began."""
        down: Numbers = self.truth.position_ned_m[:, 2]
        height: Numbers = down[0] - down
        return height

    @property
    def distance_m(self) -> float:
        """Length of the path."""
        steps = np.diff(self.truth.position_ned_m, axis=0)
        return float(np.linalg.norm(steps, axis=1).sum())

    def errors(self) -> tuple[Numbers, Numbers, Numbers] | None:
        """Times, place (NED, m) and attitude (degrees): estimate less truth."""
        told = self.estimate
        if told is None or len(told.times_s) < 2:
            return None
        at, truth = told.times_s, self.truth
        place = told.position_ned_m - _resampled(at, truth.times_s, truth.position_ned_m)
        nearest = np.clip(np.searchsorted(truth.times_s, at), 0, len(truth.times_s) - 1)
        turn = told.attitude_deg - truth.attitude_deg[nearest]
        return at, place, (turn + 180.0) % 360.0 - 180.0


def tracks_of(tables: Mapping[str, TopicTable], first_name: str) -> list[Track]:
    """Every vehicle whose truth was recorded; topics without a prefix are of the first."""
    found = []
    for topic, table in tables.items():
        if topic != TRUTH and not topic.endswith(f"/{TRUTH}"):
            continue
        prefix = topic.removesuffix(TRUTH)
        estimate = tables.get(prefix + ESTIMATE)
        found.append(
            Track(
                prefix.rstrip("/") or first_name,
                _pose(table),
                None if estimate is None else _pose(estimate),
                tables.get(prefix + WIND),
                tables.get(prefix + OUTPUTS),
                tables.get(prefix + BATTERY),
            )
        )
    return found


def _pose(table: TopicTable) -> Pose:
    return Pose(
        table.times_s,
        table.columns(*_POSITION),
        _euler_deg(table.columns(*_ATTITUDE)),
        table.columns(*_VELOCITY),
    )


def _euler_deg(wxyz: Numbers) -> Numbers:
    """Roll, pitch, heading of each row."""
    w, x, y, z = wxyz.T
    roll = np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0))
    heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    angles: Numbers = np.degrees(np.stack([roll, pitch, heading], axis=1))
    return angles


def _resampled(at: Numbers, times: Numbers, values: Numbers) -> Numbers:
    columns = [np.interp(at, times, values[:, n]) for n in range(values.shape[1])]
    return np.stack(columns, axis=1)
