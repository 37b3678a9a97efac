"""How fast to go: before a stop, before a corner, in a turn."""

from math import sqrt

from simloop.firmware.maths import HALF_PI, clamp, larger, sin_cos, smaller

# A way that bends less than this is straight, rad.
STRAIGHT_RAD = 0.05


def braking_speed(way_m: float, last_mps: float, deceleration_mps2: float) -> float:
    """The speed from which a vehicle can slow down to the last within a way."""
    return sqrt(last_mps * last_mps + 2.0 * deceleration_mps2 * larger(way_m, 0.0))


def stopping_speed(
    way_m: float,
    cruise_mps: float,
    deceleration_mps2: float,
    gain_ps: float,
    approach_m: float,
    approach_share: float,
) -> float:
    """Speed on the last way to a stop: brake evenly, and at the end in proportion to the way."""
    way = larger(way_m, 0.0)
    near = clamp(way / approach_m, 0.0, 1.0)
    eased = cruise_mps * (approach_share + (1.0 - approach_share) * near)
    return smaller(smaller(eased, braking_speed(way, 0.0, deceleration_mps2)), gain_ps * way)


def curve_speed(radius_m: float, lateral_mps2: float, turn_radps: float) -> float:
    """The speed at which neither sideways acceleration nor yaw rate is too much."""
    return smaller(sqrt(lateral_mps2 * radius_m), turn_radps * radius_m)


def corner_speed(
    bend_rad: float,
    cut_m: float,
    lateral_mps2: float,
    turn_radps: float,
    pivot_rad: float,
    slow_mps: float,
    cruise_mps: float,
) -> float:
    """Speed at which a corner may be cut by an arc that leaves the way `cut_m` before it.

    A vehicle that would rather turn on the spot comes to the corner slowly.
    """
    if bend_rad < STRAIGHT_RAD:
        return cruise_mps
    if 0.0 < pivot_rad < bend_rad:
        return slow_mps
    s, c = sin_cos(0.5 * smaller(bend_rad, HALF_PI + HALF_PI - STRAIGHT_RAD))
    fast = curve_speed(cut_m * c / s, lateral_mps2, turn_radps)
    return clamp(fast, slow_mps, larger(cruise_mps, slow_mps))
