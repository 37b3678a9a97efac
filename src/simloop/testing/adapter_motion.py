"""Does what an adapter tells hold together? Position, velocity, attitude, rates and stamps agree.

A sign, a unit or a frame that is wrong in one of them shows as soon as the vehicle moves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import multiply, rotate_to_world
from simloop.messages.sensor_data import SensorFrame

Array = NDArray[np.float64]

# How much of a motion may differ: steps, contacts and lags are rough, signs and units are more.
SHARE = 0.25
LEAST_PATH_M, LEAST_TURN_RAD, LEAST_PUSH_MPS2 = 0.005, 0.01, 3.0
# Ways are compared in so many pieces.
PIECES = 8
# A gyro may have noise and bias.
LEAST_GYRO_RAD = 0.1
# A vehicle that stands may sink in by this much.
GROUND_MARGIN_M = 0.02
# Below this, m/s and rad/s, a vehicle has not answered a command.
LEAST_ANSWER = 0.01
_DEGREES = 20.0
_GRAVITY_MPS2 = 9.80665
_NEEDED = ("position_ned_m", "attitude_wxyz")
_ALSO = ("velocity_ned_mps", "rate_frd_radps", "imu_gyro_frd_radps", "imu_accel_frd_mps2")


@dataclass
class Track:
    """One vehicle's way: times and quantities, NaN where a frame has none."""

    time_s: list[float] = field(default_factory=list)
    values: dict[str, list[list[float]]] = field(default_factory=dict)

    def add(self, frame: SensorFrame, row: int) -> None:
        """Take a frame that tells where the vehicle is."""
        if any(n not in frame.values or np.isnan(frame.values[n][row, 0]) for n in _NEEDED):
            return
        self.time_s.append(1e-6 * frame.timestamp_us)
        for name in (*_NEEDED, *_ALSO):
            array = frame.values.get(name)
            missing = [float("nan")] * 3
            self.values.setdefault(name, []).append(
                missing if array is None else array[row].tolist()
            )

    def array(self, name: str) -> Array:
        """All rows of a quantity."""
        return np.array(self.values[name])

    @property
    def steps_s(self) -> Array:
        """Time between one row and the next."""
        return np.diff(np.array(self.time_s))

    def turns_rad(self) -> Array:
        """How the body turned from one row to the next, about its own axes."""
        attitude = self.values["attitude_wxyz"]
        return np.array([_turn(a, b) for a, b in pairwise(attitude)])

    def answer(self, still: "Track") -> float:
        """How differently it moves than it would, had it gone on as in the while before."""
        found = []
        for before, now in zip(still.speeds(), self.speeds(), strict=True):
            # Edges are a fifth of a while each: their middles are 0.8 of it apart.
            gain = (before.end - before.begin) / 0.8
            found += [now.mean - (before.end + 0.6 * gain), now.end - (before.end + gain)]
        return float(np.linalg.norm(np.concatenate(found)))

    def speeds(self) -> tuple["Speeds", "Speeds"]:
        """How fast it moved and turned, from where it was and how it stood alone."""
        moves = np.diff(self.array("position_ned_m"), axis=0)
        return Speeds.of(moves, self.steps_s), Speeds.of(self.turns_rad(), self.steps_s)


@dataclass(frozen=True)
class Speeds:
    """The speed in the first fifth of a while, in all of it, and in its last fifth."""

    begin: Array
    mean: Array
    end: Array

    @classmethod
    def of(cls, changes: Array, steps_s: Array) -> "Speeds":
        """From what changed in each step."""
        edge = max(1, len(changes) // 5)
        parts = (slice(edge), slice(None), slice(-edge, None))
        # Vehicles that are heard one by one may share a stamp: only sums have a speed.
        return cls(*(changes[p].sum(axis=0) / max(float(steps_s[p].sum()), 1e-6) for p in parts))


def motion_fault(track: Track, ground_down_m: float | None) -> str:
    """The rule that a vehicle's track breaks; nothing if all agree."""
    if len(track.time_s) < 3:
        return ""
    return (
        _ground_fault(track, ground_down_m)
        or _velocity_fault(track)
        or _rate_fault(track, "rate_frd_radps", LEAST_TURN_RAD)
        or _rate_fault(track, "imu_gyro_frd_radps", LEAST_GYRO_RAD)
        or _force_fault(track)
    )


def answer_fault(tracks: Mapping[int, Track], still: Mapping[int, Track], mover: int) -> str:
    """Did the vehicle that was asked answer, and no other? `still` is the while before."""
    answers = {number: tracks[number].answer(still[number]) for number in tracks}
    strongest = max(answers, key=lambda number: answers[number])
    if answers[strongest] < LEAST_ANSWER:
        return (
            f"vehicle {mover} follows its commands: under 'moving' it moves as under 'outputs'; "
            "if these are too weak, give 'moving' outputs under which it moves"
        )
    if strongest != mover:
        return f"a command moves the vehicle it is for: {mover} was asked, {strongest} moved"
    return ""


def _ground_fault(track: Track, ground_down_m: float | None) -> str:
    if ground_down_m is None:
        return ""
    lowest = float(track.array("position_ned_m")[:, 2].max())
    if lowest <= ground_down_m + GROUND_MARGIN_M:
        return ""
    return (
        f"no vehicle is below the ground: position_ned_m is {lowest:g} m down; the third is down, "
        "so a height of 1 m is -1 ('ground_down_m' says where the ground is, None for nowhere)"
    )


def _velocity_fault(track: Track) -> str:
    velocity = track.array("velocity_ned_mps")
    expected = 0.5 * (velocity[1:] + velocity[:-1]) * track.steps_s[:, None]
    found = np.diff(track.array("position_ned_m"), axis=0)
    for axis, word in enumerate(("north", "east", "down")):
        if _disagree(found[:, axis], expected[:, axis], LEAST_PATH_M):
            return (
                f"position_ned_m moves as velocity_ned_mps says: {word} by "
                f"{np.nansum(found[:, axis]):.3g} m, not {np.nansum(expected[:, axis]):.3g} m; "
                "is height up, or a step taken twice?"
            )
    return ""


def _rate_fault(track: Track, name: str, least_rad: float) -> str:
    rate = track.array(name)
    expected = 0.5 * (rate[1:] + rate[:-1]) * track.steps_s[:, None]
    found = track.turns_rad()
    for axis, word in enumerate(("forward", "right", "down")):
        if _disagree(found[:, axis], expected[:, axis], least_rad):
            turned, said = float(np.nansum(found[:, axis])), float(np.nansum(expected[:, axis]))
            return (
                f"attitude_wxyz turns as {name} says: about {word} by {turned:.3g} rad, "
                f"not {said:.3g} rad; {_guess(turned, said)}"
            )
    return ""


def _guess(turned: float, said: float) -> str:
    if abs(said) > _DEGREES * abs(turned):
        return "are the rates degrees per second?"
    if turned * said < 0.0:
        return "is the quaternion conjugated? It turns body to NED, wxyz"
    return "is a step taken twice, or are axes mixed up?"


def _force_fault(track: Track) -> str:
    """Specific force and gravity together are the acceleration, here of the vertical."""
    force, velocity = track.array("imu_accel_frd_mps2"), track.array("velocity_ned_mps")
    known = ~np.isnan(force[:, 0])
    if not known.any() or np.isnan(velocity[[0, -1]]).any():
        return ""
    rows = zip(track.array("attitude_wxyz")[known], force[known], strict=True)
    down = [rotate_to_world(*attitude, *felt)[2] for attitude, felt in rows]
    said = float(np.mean(down)) + _GRAVITY_MPS2
    found = (velocity[-1, 2] - velocity[0, 2]) / (track.time_s[-1] - track.time_s[0])
    if abs(said - found) <= LEAST_PUSH_MPS2:
        return ""
    return (
        f"imu_accel_frd_mps2 is the specific force, (0, 0, -g) at rest: with gravity it makes "
        f"{said:.3g} m/s2 downwards, and the vehicle gains {found:.3g} m/s2"
    )


def _disagree(found: Array, expected: Array, least: float) -> bool:
    """Do two ways differ, piece by piece? Within a piece a stamp may be off by a step."""
    known = ~np.isnan(expected)
    if not known.any():
        return False
    pieces = min(PIECES, int(known.sum()))
    one, other = (
        np.array([piece.sum() for piece in np.array_split(way[known], pieces)])
        for way in (found, expected)
    )
    path = max(np.abs(one).sum(), np.abs(other).sum())
    return bool(np.abs(one - other).sum() > SHARE * path + least)


def _turn(before: Sequence[float], after: Sequence[float]) -> list[float]:
    """The small turn between two attitudes, in body axes."""
    w, x, y, z = before
    turn = np.array(multiply(w, -x, -y, -z, *after))
    if turn[0] < 0.0:
        turn = -turn
    sine = float(np.linalg.norm(turn[1:]))
    angle = 2.0 * float(np.arctan2(sine, turn[0]))
    scale = angle / sine if sine > 1e-12 else 2.0
    return [scale * float(part) for part in turn[1:]]
