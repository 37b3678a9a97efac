"""Courses to steer: along a line, around a circle, to a point, and to keep station.

A boat that keeps station lies best with its bow against what pushes it, wind and stream together:
then its propeller holds it and its rudder steers. It aims at a point upstream of its place, so that
it comes back to the line through the place as along a way.
"""

from simloop.firmware.maths import HALF_PI, atan2, clamp, larger, smaller
from simloop.firmware.surface.pace import braking_speed
from simloop.firmware.vector import Vec2, towards

# A way shorter than this has no direction of its own, m.
SHORTEST_WAY_M = 0.01
# So near to its place, as a share of the loiter radius, a boat lets itself be moved about.
EASE_SHARE = 0.25
# A stream below this share of the top speed hardly tells where the bow should point.
WEAK_SHARE = 0.05


def line_course(
    place: Vec2, start: Vec2, goal: Vec2, look_ahead_m: float, turns_back: bool
) -> tuple[float, float, float]:
    """Course towards a line that ends at a goal, distance right of the line, and way left on it.

    The course leads to a point on the line that is `look_ahead_m` ahead. Past the end it goes on
    along the line, or turns back straight to the goal.
    """
    line = goal - start
    length = line.norm()
    to_goal = goal - place
    if length < SHORTEST_WAY_M:
        return to_goal.bearing(), 0.0, to_goal.norm()
    left = to_goal.dot(line) / length
    cross = to_goal.right().dot(line) / length
    if left <= 0.0 and turns_back:
        return to_goal.bearing(), cross, left
    return line.bearing() - atan2(cross, look_ahead_m), cross, left


def circle_course(
    place: Vec2, centre: Vec2, radius_m: float, look_ahead_m: float
) -> tuple[float, float, float]:
    """Course onto a circle, distance outside it, and the curvature to keep on it.

    A positive radius goes clockwise seen from above. Far off the circle the way is straight.
    """
    outward = place - centre
    size = larger(abs(radius_m), SHORTEST_WAY_M)
    way = 1.0 if radius_m > 0.0 else -1.0
    outside = outward.norm() - size
    # Seen from far inside, the centre is everywhere: do not turn more than straight outward.
    inward = atan2(outside, look_ahead_m)
    course = outward.bearing() + way * (HALF_PI + inward)
    near = clamp(1.0 - abs(outside) / (look_ahead_m + look_ahead_m), 0.0, 1.0)
    return course, outside, way * near / size


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
