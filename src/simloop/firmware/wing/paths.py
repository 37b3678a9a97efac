"""Lines and circles: how far off, which way, and the bank that leads back."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, HALF_PI, atan2, clamp, larger, sin_cos, wrap_pi

# The steepest angle at which a line or a circle is met, as its sine.
LINE_MEETING_SINE = 0.8
CIRCLE_MEETING_SINE = 1.0
# Course is not trusted below this ground speed.
LEAST_GROUND_SPEED_MPS = 3.0
# Crab angles beyond this are not made up for.
LEAST_CRAB_COSINE = 0.4


def line_place(
    north_m: float, east_m: float, start_n: float, start_e: float, course_rad: float
) -> tuple[float, float]:
    """How far along a line from its start, and how far to the right of it."""
    sine, cosine = sin_cos(course_rad)
    dn = north_m - start_n
    de = east_m - start_e
    return dn * cosine + de * sine, de * cosine - dn * sine


def circle_place(
    north_m: float, east_m: float, centre_n: float, centre_e: float, radius_m: float
) -> tuple[float, float, float]:
    """Course of the circle here, distance to the right of it, and its curvature.

    The radius is positive for a circle flown clockwise. Far from it the curvature fades.
    """
    dn = north_m - centre_n
    de = east_m - centre_e
    distance = sqrt(dn * dn + de * de)
    turn = 1.0 if radius_m > 0.0 else -1.0
    radius = larger(abs(radius_m), 1.0)
    course = atan2(de, dn) + turn * HALF_PI
    near = clamp(1.5 - abs(distance - radius) / radius * 3.0, 0.0, 1.0)
    return course, turn * (radius - distance), near * turn / radius


def course_to_meet(
    course_rad: float, right_m: float, gain_per_s: float, ground_speed: float, steepest: float
) -> float:
    """The course that leads onto a path of this course, from a place to the right of it."""
    sine = clamp(-gain_per_s * right_m / ground_speed, -steepest, steepest)
    return course_rad + atan2(sine, sqrt(1.0 - sine * sine))


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
