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
        return PlaneState(*(a + b for a, b in zip(self, other, strict=True)))

    def __rmul__(self, factor: float) -> "PlaneState":  # type: ignore[override]
        return PlaneState(*(factor * a for a in self))


@with_own_operators
class WheelState(NamedTuple):
    """One wheel; the same names hold its rates of change."""

    speed_radps: float
    stretch_along_m: float
    stretch_across_m: float
    windup_rad: float
    """Wind-up of its dry friction."""

    def __add__(self, other: "WheelState") -> "WheelState":  # type: ignore[override]
        return WheelState(*(a + b for a, b in zip(self, other, strict=True)))

    def __rmul__(self, factor: float) -> "WheelState":  # type: ignore[override]
        return WheelState(*(factor * a for a in self))
