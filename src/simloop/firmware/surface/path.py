"""Courses to steer: along a line, around a circle, straight to a point."""

from simloop.firmware.maths import HALF_PI, atan2, clamp, larger
from simloop.firmware.vector import Vec2

# A way shorter than this has no direction of its own, m.
SHORTEST_WAY_M = 0.01


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
