"""The thirteen numbers of a rigid body, and how they change."""

from typing import NamedTuple

from simloop.math.vector import Quaternion, Vec3


class Slope(NamedTuple):
    """How a state changes per second."""

    position_ned_mps: Vec3
    attitude_per_s: Quaternion
    velocity_ned_mps2: Vec3
    rate_frd_radps2: Vec3
    turning_frd_mps2: Vec3
    """No part of the state: what an accelerometer averages beside forces that are held."""

    def __add__(self, other: "Slope") -> "Slope":  # type: ignore[override]
        return Slope(*(a + b for a, b in zip(self, other, strict=True)))  # type: ignore[arg-type]

    def __rmul__(self, factor: float) -> "Slope":  # type: ignore[override]
        return Slope(*(factor * a for a in self))  # type: ignore[arg-type]


class State(NamedTuple):
    """A rigid body. The velocity is in NED, where what is held stays constant over the tick."""

    position_ned_m: Vec3
    attitude_wxyz: Quaternion
    velocity_ned_mps: Vec3
    rate_frd_radps: Vec3

    def __add__(self, change: Slope) -> "State":  # type: ignore[override]
        return State(
            self.position_ned_m + change.position_ned_mps,
            self.attitude_wxyz + change.attitude_per_s,
            self.velocity_ned_mps + change.velocity_ned_mps2,
            self.rate_frd_radps + change.rate_frd_radps2,
        )
