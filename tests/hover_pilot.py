"""A little pilot of a quad for scripted autopilots: sensors in, motor commands out, own maths.

It knows nothing of simloop, so a sign or a unit that is wrong on the way makes it fall.
"""

from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
G = 9.80665
EARTH_M = 6378137.0
# Motors of a quad X: front right, rear left (both anticlockwise), front left, rear right.
ROLL, PITCH, YAW = (np.array(signs) for signs in ((-1, 1, 1, -1), (1, -1, 1, -1), (1, 1, -1, -1)))


def rotation(q: Vector) -> Vector:
    """Body to NED."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


@dataclass
class HoverPilot:
    """Climbs to `height_m` above its first fix and stays there."""

    hover: float
    """Motor command that carries the weight."""
    height_m: float = 5.0
    declination_rad: float = 0.0
    q: Vector = field(default_factory=lambda: np.array([1.0, 0.0, 0.0, 0.0]))
    p: Vector = field(default_factory=lambda: np.zeros(3))
    v: Vector = field(default_factory=lambda: np.zeros(3))
    gyro: Vector = field(default_factory=lambda: np.zeros(3))
    home_llh: tuple[float, float, float] | None = None
    lift: float = 0.0
    push: Vector = field(default_factory=lambda: np.zeros(2))
    heading: float | None = None
    field_heading: float | None = None

    def feel(self, gyro: Vector, accel: Vector, dt: float) -> None:
        """Gyro rad/s and specific force m/s^2, FRD."""
        self.gyro = gyro
        turn = rotation(self.q)
        norm = float(np.linalg.norm(accel))
        expected = turn.T @ np.array([0.0, 0.0, -1.0])
        lean = np.cross(accel / norm, expected) if norm > 1.0 else np.zeros(3)
        rate = gyro + 0.3 * lean
        if self.field_heading is not None:
            rate = rate + turn.T @ np.array([0.0, 0.0, 0.3 * self._off(turn)])
        w, x, y, z = self.q
        a, b, c = 0.5 * dt * rate
        self.q = self.q + np.array(
            [
                -x * a - y * b - z * c,
                w * a + y * c - z * b,
                w * b - x * c + z * a,
                w * c + x * b - y * a,
            ]
        )
        self.q /= np.linalg.norm(self.q)
        self.v = self.v + dt * (rotation(self.q) @ accel + np.array([0.0, 0.0, G]))
        self.p = self.p + dt * self.v

    def compass(self, mag: Vector) -> None:
        """The field in body axes, any unit; the first one sets the heading."""
        level = rotation(self.q) @ mag
        seen = atan2(level[1], level[0])
        if self.heading is None:
            half = 0.5 * (self.declination_rad - seen)
            self.q = np.array([cos(half), 0.0, 0.0, sin(half)])
            self.heading = 2.0 * half
            seen = self.declination_rad
        self.field_heading = seen

    def _off(self, turn: Vector) -> float:
        """How much further right the nose is than the estimate has it."""
        assert self.field_heading is not None
        wrong = self.declination_rad - self.field_heading
        return atan2(sin(wrong), cos(wrong))

    def fix(self, llh_deg_m: tuple[float, float, float], velocity_ned: Vector) -> None:
        """A satellite fix: degrees, metres, m/s."""
        if self.home_llh is None:
            self.home_llh = llh_deg_m
        at = np.radians(np.array(llh_deg_m[:2]) - np.array(self.home_llh[:2]))
        there = np.array(
            [
                at[0] * EARTH_M,
                at[1] * EARTH_M * cos(np.radians(llh_deg_m[0])),
                self.home_llh[2] - llh_deg_m[2],
            ]
        )
        self.p = self.p + 0.15 * (there - self.p)
        self.v = self.v + 0.3 * (velocity_ned - self.v)

    def fly(self, dt: float) -> Vector:
        """Commands of the four motors, 0 to 1, in the order of quad X."""
        goal = np.array([0.0, 0.0, -self.height_m])
        wanted_v = np.clip(0.8 * (goal - self.p), -1.5, 1.5)
        slow = wanted_v - self.v
        self.lift = float(np.clip(self.lift - 0.05 * slow[2] * dt, -0.15, 0.15))
        self.push = np.clip(self.push + 0.2 * slow[:2] * dt, -1.0, 1.0)
        ahead, right = self._level(1.5 * slow[:2] + self.push)
        pitch, roll = np.clip(-ahead / G, -0.3, 0.3), np.clip(right / G, -0.3, 0.3)
        turn = rotation(self.q)
        roll_now = atan2(turn[2, 1], turn[2, 2])
        pitch_now = -np.arcsin(np.clip(turn[2, 0], -1.0, 1.0))
        yaw_now = atan2(turn[1, 0], turn[0, 0])
        yaw_off = (self.heading or 0.0) - yaw_now
        wanted = np.array(
            [
                5.0 * (roll - roll_now),
                5.0 * (pitch - pitch_now),
                1.5 * atan2(sin(yaw_off), cos(yaw_off)),
            ]
        )
        torque = np.array([0.03, 0.03, 0.12]) * (wanted - self.gyro)
        throttle = self.hover + self.lift - 0.12 * slow[2]
        mix = throttle + torque[0] * ROLL + torque[1] * PITCH + torque[2] * YAW
        return np.clip(mix, 0.05, 1.0)

    def _level(self, north_east: Vector) -> tuple[float, float]:
        """A wish in north and east as one ahead and to the right."""
        turn = rotation(self.q)
        size = hypot(turn[0, 0], turn[1, 0])
        c, s = turn[0, 0] / size, turn[1, 0] / size
        return float(c * north_east[0] + s * north_east[1]), float(
            -s * north_east[0] + c * north_east[1]
        )
