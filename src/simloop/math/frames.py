"""Conversions at the rim: NED and ENU worlds, FRD and FLU bodies, degrees and radians.

Inside, the world is NED, the body FRD and quaternions turn FRD into NED. Only code that talks to
others (messages, files, screens) uses this module. Row functions, all exact up to rounding.
"""

SQRT_HALF = 0.7071067811865476
RADIANS_PER_DEGREE = 0.017453292519943295
DEGREES_PER_RADIAN = 57.29577951308232


def radians_from_degrees(angle_deg: float) -> float:
    """Degrees to radians."""
    return angle_deg * RADIANS_PER_DEGREE


def degrees_from_radians(angle_rad: float) -> float:
    """Radians to degrees."""
    return angle_rad * DEGREES_PER_RADIAN


def enu_from_ned(north: float, east: float, down: float) -> tuple[float, float, float]:
    """A world vector from north, east, down to east, north, up."""
    return east, north, -down


def ned_from_enu(east: float, north: float, up: float) -> tuple[float, float, float]:
    """A world vector from east, north, up to north, east, down."""
    return north, east, -up


def flu_from_frd(forward: float, right: float, down: float) -> tuple[float, float, float]:
    """A body vector from forward, right, down to forward, left, up."""
    return forward, -right, -down


def frd_from_flu(forward: float, left: float, up: float) -> tuple[float, float, float]:
    """A body vector from forward, left, up to forward, right, down."""
    return forward, -left, -up


def flu_to_enu_from_frd_to_ned(
    w: float, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """The attitude FRD->NED (ours) as the attitude FLU->ENU (ROS)."""
    # (NED->ENU) q (FLU->FRD), with NED->ENU = (0, 1, 1, 0)/sqrt(2) and FLU->FRD = (0, 1, 0, 0).
    return SQRT_HALF * (w + z), SQRT_HALF * (x + y), SQRT_HALF * (x - y), SQRT_HALF * (w - z)


def frd_to_ned_from_flu_to_enu(
    w: float, x: float, y: float, z: float
) -> tuple[float, float, float, float]:
    """The attitude FLU->ENU (ROS) as the attitude FRD->NED (ours)."""
    return SQRT_HALF * (w + z), SQRT_HALF * (x + y), SQRT_HALF * (x - y), SQRT_HALF * (w - z)
