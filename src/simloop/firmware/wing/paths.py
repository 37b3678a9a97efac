"""Lines and circles: how far off, which way, and the bank that leads back."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.maths import GRAVITY_MPS2, HALF_PI, atan2, clamp, larger, sin_cos, wrap_pi
from simloop.firmware.vector import Vec2, towards

# The steepest angle at which a line or a circle is met, as its sine.
LINE_MEETING_SINE = 0.8
CIRCLE_MEETING_SINE = 1.0
# Course is not trusted below this ground speed.
LEAST_GROUND_SPEED_MPS = 3.0
# Crab angles beyond this are not made up for.
LEAST_CRAB_COSINE = 0.4


class Path(NamedTuple):
    """A path as it passes here: its course, the distance to the right of it, its curvature.

    It is met no steeper than by `meeting_sine`; `reached` is 1 if that is to reach the goal.
    """

    course_rad: float
    right_m: float
    curvature_pm: float
    meeting_sine: float
    reached: float

    def reaching(self, goal: bool) -> "Path":
        """The same, with word whether the goal is reached."""
        reached = 1.0 if goal else 0.0
        return Path(self.course_rad, self.right_m, self.curvature_pm, self.meeting_sine, reached)


def line_along(place: Vec2, start: Vec2, course_rad: float) -> float:
    """How far along a line from its start."""
    return (place - start).dot(towards(course_rad))


def line_path(place: Vec2, start: Vec2, course_rad: float) -> Path:
    """The line through its start."""
    right_m = towards(course_rad).right().dot(place - start)
    return Path(course_rad, right_m, 0.0, LINE_MEETING_SINE, 0.0)


def circle_path(place: Vec2, centre: Vec2, radius_m: float) -> Path:
    """The circle as it passes nearest to here.

    The radius is positive for a circle flown clockwise. Far from it the curvature fades.
    """
    outward = place - centre
    distance = outward.norm()
    turn = 1.0 if radius_m > 0.0 else -1.0
    radius = larger(abs(radius_m), 1.0)
    course = outward.bearing() + turn * HALF_PI
    near = clamp(1.5 - abs(distance - radius) / radius * 3.0, 0.0, 1.0)
    return Path(course, turn * (radius - distance), near * turn / radius, CIRCLE_MEETING_SINE, 0.0)


def course_to_meet(path: Path, gain_per_s: float, ground_speed: float) -> float:
    """The course that leads onto a path."""
    steepest = path.meeting_sine
    sine = clamp(-gain_per_s * path.right_m / ground_speed, -steepest, steepest)
    return path.course_rad + atan2(sine, sqrt(1.0 - sine * sine))


def bank_for(
    sideways_mps2: float, course_rad: float, heading_rad: float, stall_limit_rad: float
) -> float:
    """The bank that pushes sideways to the course, though the nose points into the wind."""
    _, cosine = sin_cos(course_rad - heading_rad)
    along = larger(cosine, LEAST_CRAB_COSINE)
    return clamp(atan2(sideways_mps2, GRAVITY_MPS2 * along), -stall_limit_rad, stall_limit_rad)


def bank_limit(limit_rad: float, stall_mps: float, airspeed_mps: float) -> float:
    """The bank at which the wing keeps a margin of 15 % of speed above its stall."""
    share = 1.15 * stall_mps / larger(airspeed_mps, 1.0)
    cosine = clamp(share * share, 0.05, 0.985)
    steepest = atan2(sqrt(1.0 - cosine * cosine), cosine)
    return steepest if steepest < limit_rad else limit_rad


def turn_onto(
    wanted_course_rad: float, course_rad: float, gain_per_s: float, speed: float
) -> float:
    """Sideways acceleration that turns to a course."""
    return speed * gain_per_s * clamp(wrap_pi(wanted_course_rad - course_rad), -1.2, 1.2)
