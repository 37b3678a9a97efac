"""How fast to go: before a stop, before a corner, in a turn."""

from math import sqrt

from simloop.firmware.fields.surface import Surface
from simloop.firmware.maths import HALF_PI, clamp, larger, sin_cos, smaller

# A way that bends less than this is straight, rad.
STRAIGHT_RAD = 0.05


def braking_speed(way_m: float, last_mps: float, deceleration_mps2: float) -> float:
    """The speed from which a vehicle can slow down to the last within a way."""
    return sqrt(last_mps * last_mps + 2.0 * deceleration_mps2 * larger(way_m, 0.0))


def stopping_speed(surface: Surface, way_m: float, cruise_mps: float) -> float:
    """Speed on the last way to a stop: brake evenly, and at the end in proportion to the way."""
    way = larger(way_m, 0.0)
    near, share = clamp(way / surface.approach_m, 0.0, 1.0), surface.approach_share
    eased = cruise_mps * (share + (1.0 - share) * near)
    braked = braking_speed(way, 0.0, surface.deceleration_limit_mps2)
    return smaller(smaller(eased, braked), surface.stop_gain_ps * way)


def curve_speed(surface: Surface, radius_m: float) -> float:
    """The speed at which neither sideways acceleration nor yaw rate is too much."""
    return smaller(sqrt(surface.lateral_limit_mps2 * radius_m), surface.turn_limit_radps * radius_m)


def corner_speed(surface: Surface, bend_rad: float, cut_m: float, cruise_mps: float) -> float:
    """Speed at which a corner may be cut by an arc that leaves the way `cut_m` before it.

    A vehicle that would rather turn on the spot comes to the corner slowly.
    """
    if bend_rad < STRAIGHT_RAD:
        return cruise_mps
    slow_mps = surface.arc_share * cruise_mps
    if 0.0 < surface.pivot_angle_rad < bend_rad:
        return slow_mps
    s, c = sin_cos(0.5 * smaller(bend_rad, HALF_PI + HALF_PI - STRAIGHT_RAD))
    fast = curve_speed(surface, cut_m * c / s)
    return clamp(fast, slow_mps, larger(cruise_mps, slow_mps))
