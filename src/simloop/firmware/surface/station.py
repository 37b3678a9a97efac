"""Keeping station: where the bow points, and how far the place lies ahead of it.

A boat lies best with its bow against what pushes it, wind and stream together: then its propeller
holds it and its rudder steers. It aims at a point upstream of its place, so that it comes back to
the line through the place as along a way.
"""

from simloop.firmware.maths import larger, smaller
from simloop.firmware.surface.pace import braking_speed
from simloop.firmware.vector import Vec2, towards

# So near to its place, as a share of the loiter radius, a boat lets itself be moved about.
EASE_SHARE = 0.25
# A stream below this share of the top speed hardly tells where the bow should point.
WEAK_SHARE = 0.05


def station_course(
    to_place: Vec2, stream: Vec2, radius_m: float, top_mps: float, heading_rad: float
) -> tuple[float, float]:
    """Course against the stream that leads to the place, and how far ahead on it the place is."""
    upstream_s = radius_m / (stream.norm() + WEAK_SHARE * top_mps)
    aim = to_place - upstream_s * stream
    # Neither off its place nor pushed: any heading is right.
    course = aim.bearing() if aim.norm() > EASE_SHARE * radius_m else heading_rad
    return course, towards(course).dot(to_place)


def station_pace(
    ahead_m: float, radius_m: float, cruise: float, deceleration: float, gain: float
) -> float:
    """Speed along the course that brings it near its place; negative backs down to it."""
    way = larger(abs(ahead_m) - EASE_SHARE * radius_m, 0.0)
    pace = smaller(smaller(cruise, braking_speed(way, 0.0, deceleration)), gain * way)
    return pace if ahead_m > 0.0 else -pace
