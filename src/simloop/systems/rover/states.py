"""What is integrated: the body in the plane of the ground, and each wheel.

Sums and products with a time make a rate into a step, element by element.
"""

from typing import NamedTuple

from simloop.math.vector import with_own_operators


class LoadMoment(NamedTuple):
    """The moments by which load is shifted backward and to the left."""

    backward_nm: float
    left_nm: float


class Held(NamedTuple):
    """What stays over the tick, along the plane's two axes and into the ground."""

    pull_first_mps2: float
    """Acceleration by gravity and pushes."""
    pull_second_mps2: float
    pressed_n: float
    yaw_torque_nm: float
    wind_first_mps: float
    wind_second_mps: float
    drag_kgpm: float
    """Drag per speed squared."""


@with_own_operators
class PlaneState(NamedTuple):
    """A body in the plane of the ground; the same names hold its rates of change."""

    first_m: float
    """Way along the plane's axes since the tick began."""
    second_m: float
    heading_rad: float
    forward_mps: float
    right_mps: float
    yaw_rate_radps: float
    backward_nm: float
    """The moments by which load is shifted."""
    left_nm: float
    rolled_left_m: float
    """How far the odometry wheels of both sides rolled."""
    rolled_right_m: float
    gained_forward_mps: float
    """The integrals of acceleration since the tick began."""
    gained_right_mps: float

    def __add__(self, other: "PlaneState") -> "PlaneState":  # type: ignore[override]
        return PlaneState(
            self.first_m + other.first_m,
            self.second_m + other.second_m,
            self.heading_rad + other.heading_rad,
            self.forward_mps + other.forward_mps,
            self.right_mps + other.right_mps,
            self.yaw_rate_radps + other.yaw_rate_radps,
            self.backward_nm + other.backward_nm,
            self.left_nm + other.left_nm,
            self.rolled_left_m + other.rolled_left_m,
            self.rolled_right_m + other.rolled_right_m,
            self.gained_forward_mps + other.gained_forward_mps,
            self.gained_right_mps + other.gained_right_mps,
        )

    def __rmul__(self, factor: float) -> "PlaneState":  # type: ignore[override]
        return PlaneState(
            factor * self.first_m,
            factor * self.second_m,
            factor * self.heading_rad,
            factor * self.forward_mps,
            factor * self.right_mps,
            factor * self.yaw_rate_radps,
            factor * self.backward_nm,
            factor * self.left_nm,
            factor * self.rolled_left_m,
            factor * self.rolled_right_m,
            factor * self.gained_forward_mps,
            factor * self.gained_right_mps,
        )


@with_own_operators
class WheelState(NamedTuple):
    """One wheel; the same names hold its rates of change."""

    speed_radps: float
    stretch_along_m: float
    stretch_across_m: float
    windup_rad: float
    """Wind-up of its dry friction."""

    def __add__(self, other: "WheelState") -> "WheelState":  # type: ignore[override]
        return WheelState(
            self.speed_radps + other.speed_radps,
            self.stretch_along_m + other.stretch_along_m,
            self.stretch_across_m + other.stretch_across_m,
            self.windup_rad + other.windup_rad,
        )

    def __rmul__(self, factor: float) -> "WheelState":  # type: ignore[override]
        return WheelState(
            factor * self.speed_radps,
            factor * self.stretch_along_m,
            factor * self.stretch_across_m,
            factor * self.windup_rad,
        )
