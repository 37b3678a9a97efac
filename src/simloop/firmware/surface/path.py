"""Courses to steer: along a line, around a circle, straight to a point."""

from math import sqrt

from simloop.firmware.maths import HALF_PI, atan2, clamp, larger

# A way shorter than this has no direction of its own, m.
SHORTEST_WAY_M = 0.01


def distance(north: float, east: float) -> float:
    """Length of a level vector."""
    return sqrt(north * north + east * east)


def line_course(
    north: float,
    east: float,
    start_north: float,
    start_east: float,
    goal_north: float,
    goal_east: float,
    look_ahead_m: float,
    turns_back: float,
) -> tuple[float, float, float]:
    """Course towards a line that ends at a goal, distance right of the line, and way left on it.

    The course leads to a point on the line that is `look_ahead_m` ahead. Past the end it goes on
    along the line, or turns back straight to the goal.
    """
    way_n = goal_north - start_north
    way_e = goal_east - start_east
    length = distance(way_n, way_e)
    to_n = goal_north - north
    to_e = goal_east - east
    if length < SHORTEST_WAY_M:
        return atan2(to_e, to_n), 0.0, distance(to_n, to_e)
    left = (to_n * way_n + to_e * way_e) / length
    cross = (to_n * way_e - to_e * way_n) / length
    if left <= 0.0 and turns_back > 0.0:
        return atan2(to_e, to_n), cross, left
    return atan2(way_e, way_n) - atan2(cross, look_ahead_m), cross, left


def circle_course(
    north: float,
    east: float,
    centre_north: float,
    centre_east: float,
    radius_m: float,
    look_ahead_m: float,
) -> tuple[float, float, float]:
    """Course onto a circle, distance outside it, and the curvature to keep on it.

    A positive radius goes clockwise seen from above. Far off the circle the way is straight.
    """
    from_n = north - centre_north
    from_e = east - centre_east
    size = larger(abs(radius_m), SHORTEST_WAY_M)
    way = 1.0 if radius_m > 0.0 else -1.0
    outside = distance(from_n, from_e) - size
    # Seen from far inside, the centre is everywhere: do not turn more than straight outward.
    inward = atan2(outside, look_ahead_m)
    course = atan2(from_e, from_n) + way * (HALF_PI + inward)
    near = clamp(1.0 - abs(outside) / (look_ahead_m + look_ahead_m), 0.0, 1.0)
    return course, outside, way * near / size
