"""Keeping station: where the bow points, and how far the place lies ahead of it.

A boat lies best with its bow against what pushes it, wind and stream together: then its propeller
holds it and its rudder steers. It aims at a point upstream of its place, so that it comes back to
the line through the place as along a way.
"""

from math import sqrt

from simloop.firmware.maths import atan2, larger, sin_cos, smaller
from simloop.firmware.surface.pace import braking_speed

# So near to its place, as a share of the loiter radius, a boat lets itself be moved about.
EASE_SHARE = 0.25
# A stream below this share of the top speed hardly tells where the bow should point.
WEAK_SHARE = 0.05


def station_course(
    to_north_m: float,
    to_east_m: float,
    stream_north_mps: float,
    stream_east_mps: float,
    radius_m: float,
    top_mps: float,
    heading_rad: float,
) -> tuple[float, float]:
    """Course against the stream that leads to the place, and how far ahead on it the place is."""
    strength = sqrt(stream_north_mps * stream_north_mps + stream_east_mps * stream_east_mps)
    upstream_s = radius_m / (strength + WEAK_SHARE * top_mps)
    north = to_north_m - upstream_s * stream_north_mps
    east = to_east_m - upstream_s * stream_east_mps
    # Neither off its place nor pushed: any heading is right.
    aim = sqrt(north * north + east * east)
    course = atan2(east, north) if aim > EASE_SHARE * radius_m else heading_rad
    s, c = sin_cos(course)
    return course, c * to_north_m + s * to_east_m


def station_pace(
    ahead_m: float, radius_m: float, cruise: float, deceleration: float, gain: float
) -> float:
    """Speed along the course that brings it near its place; negative backs down to it."""
    way = larger(abs(ahead_m) - EASE_SHARE * radius_m, 0.0)
    pace = smaller(smaller(cruise, braking_speed(way, 0.0, deceleration)), gain * way)
    return pace if ahead_m > 0.0 else -pace
