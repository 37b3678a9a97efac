"""Which bank keeps the path: lines between waypoints, circles, a course, the runway."""

from math import sqrt
from typing import NamedTuple

from simloop.firmware.codes import Axis, GoalKind, Level, Phase, Stage
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.wing import Landing, Wing
from simloop.firmware.maths import GRAVITY_MPS2, HALF_PI, atan2, clamp, larger, sin_cos, wrap_pi
from simloop.firmware.vector import Vec2, towards
from simloop.firmware.wing.air import true_per_design

# A way shorter than this has no direction.
SHORTEST_LINE_M = 1.0
# Farther from the place to wait at than this many radii, the line to it is followed.
LINE_RADII = 2.5
# A circle is reached within this share of its radius, and at least this distance.
CIRCLE_SHARE = 0.2
CIRCLE_CLOSE_M = 5.0
# Close to the ground the wings stay nearly level.
LOW_BANK_RAD = 0.15
LOW_SPANS = 4.0
# The learned sideways acceleration, and how close to the path it learns.
LEARN_WITHIN_M = 5.0
LEARNED_MOST_MPS2 = 0.5
HEIGHT_REACHED_M = 2.0
# Steering on the ground: turn per heading error, heading per distance from the middle line.
STEER_PER_S = 1.5
STEER_BACK_RADPM = 0.03
# The steepest angle at which a line or a circle is met, as its sine.
LINE_MEETING_SINE = 0.8
CIRCLE_MEETING_SINE = 1.0
# Course is not trusted below this ground speed.
LEAST_GROUND_SPEED_MPS = 3.0
# Crab angles beyond this are not made up for.
LEAST_CRAB_COSINE = 0.4


class Way(NamedTuple):
    """The motion over ground: course, speed, and where the nose points."""

    course_rad: float
    speed_mps: float
    heading_rad: float


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


def follow_wing_path(period_s: float, wing: Mut[Wing], craft: Mut[Craft]) -> None:
    """Bank for the path that mode, goal and stage ask for; and whether the goal is reached."""
    way = way_of(craft)
    path = path_here(wing, craft, way)
    led = craft.control_level >= Level.GOAL
    flying = craft.flying * wing.engaged > 0.0
    gains = wing.course_gains

    # Turn onto the course that meets the path, and round the circle by the way.
    wanted = course_to_meet(path, gains.path_per_s, way.speed_mps)
    sideways = turn_onto(wanted, way.course_rad, gains.turn_per_s, way.speed_mps)
    sideways = sideways + way.speed_mps * way.speed_mps * path.curvature_pm
    learning = led and abs(path.right_m) < LEARN_WITHIN_M and wing.stage > Stage.ROTATE
    step = gains.learn_per_s2 * path.right_m * period_s if learning else 0.0
    learned = clamp(wing.path_integral_mps2 - step, -LEARNED_MOST_MPS2, LEARNED_MOST_MPS2)

    # As far as the wing may bank, and as fast.
    stall = wing.stall_speed_mps * true_per_design(wing.air_density_kgpm3)
    most = bank_limit(wing.bank_limit_rad, stall, craft.airspeed_mps)
    most = LOW_BANK_RAD if led and is_low(wing) and most > LOW_BANK_RAD else most
    bank = bank_for(sideways + learned, way.course_rad, way.heading_rad, most)
    slew = wing.bank_slew_radps * period_s
    before = wing.roll_setpoint_rad
    bank = clamp(bank, before - slew, before + slew)

    turn = 0.0
    if craft.control_level < Level.VELOCITY:
        banks = craft.command_type[3] == Axis.ANGLE
        bank = clamp(craft.command[3], -most, most) if banks else 0.0
    elif led and (wing.stage < Stage.CLIMB_OUT or wing.stage == Stage.ROLL_OUT):
        bank = 0.0
        turn = ground_turn(way.heading_rad, path.course_rad, path.right_m)

    wing.path_integral_mps2 = learned if flying else 0.0
    wing.cross_track_m = path.right_m
    wing.roll_setpoint_rad = bank if flying else 0.0
    wing.turn_setpoint_radps = turn
    craft.goal_reached = path.reached if flying and led else 0.0


def way_of(craft: Craft) -> Way:
    """How it moves over the ground; who hardly moves goes where the nose points."""
    velocity = craft.velocity_ned_mps.xy()
    speed = larger(velocity.norm(), LEAST_GROUND_SPEED_MPS)
    heading = craft.attitude_wxyz.heading()
    course = velocity.bearing() if speed > LEAST_GROUND_SPEED_MPS else heading
    return Way(course, speed, heading)


def path_here(wing: Wing, craft: Craft, way: Way) -> Path:
    """The path that mode, goal and stage ask for."""
    if craft.control_level < Level.GOAL:
        return asked_path(craft, way)
    path = staged_path(wing, craft, craft.position_ned_m.xy())
    if craft.phase == Phase.TAKEOFF:
        short_m = craft.position_ned_m.z - craft.goal_ned_m.z
        return path.reaching(wing.stage == Stage.CLIMB_OUT and short_m < HEIGHT_REACHED_M)
    return path


def asked_path(craft: Craft, way: Way) -> Path:
    """At level velocity the course asked for, bent by the turn asked for."""
    asked = craft.goal_velocity_ned_mps.xy()
    course = asked.bearing() if asked.dot(asked) > 1.0 else way.course_rad
    curvature = craft.goal_yaw_rate_radps / way.speed_mps
    return Path(course, 0.0, curvature, LINE_MEETING_SINE, 0.0)


def staged_path(wing: Wing, craft: Craft, place: Vec2) -> Path:
    """Along the runway, to the goal, round the pattern, down the approach."""
    landing, runway = wing.landing, wing.runway
    if wing.stage == Stage.PATTERN:
        return pattern_path(place, landing, wing.loiter_radius_m)
    if wing.stage > Stage.PATTERN:
        return line_path(place, Vec2(landing.north_m, landing.east_m), landing.heading_rad)
    if wing.stage < Stage.CRUISE:
        return line_path(place, Vec2(runway.north_m, runway.east_m), runway.heading_rad)
    return goal_path(wing, craft, place)


def pattern_path(place: Vec2, landing: Landing, loiter_radius_m: float) -> Path:
    """The circle beside the approach, which it touches where that begins."""
    radius = landing.side * loiter_radius_m
    begin = Vec2(landing.north_m, landing.east_m)
    return circle_path(place, begin + radius * towards(landing.heading_rad).right(), radius)


def goal_path(wing: Wing, craft: Craft, place: Vec2) -> Path:
    """The path to a goal.

    Where others stop, a wing circles; a pass ends near the goal or beside it.
    """
    start, goal = craft.goal_start_ned_m.xy(), craft.goal_ned_m.xy()
    length = (goal - start).norm()
    ahead = goal - place
    distance = ahead.norm()
    orbits, passes = craft.goal_kind == GoalKind.ORBIT, craft.goal_kind == GoalKind.PASS
    loiter_m = wing.loiter_radius_m
    far = not orbits and distance > LINE_RADII * loiter_m and length > distance
    if passes and length < SHORTEST_LINE_M:
        straight = Path(ahead.bearing(), 0.0, 0.0, LINE_MEETING_SINE, 0.0)
        return straight.reaching(distance < wing.acceptance_m)
    if passes or far:
        line = line_path(place, start, (goal - start).bearing())
        beside = line_along(place, start, line.course_rad) > length
        return line.reaching(passes and (distance < wing.acceptance_m or beside))
    asked_m = craft.goal_radius_m
    radius = asked_m if orbits and abs(asked_m) > SHORTEST_LINE_M else loiter_m
    circle = circle_path(place, goal, radius)
    close = abs(circle.right_m) < larger(CIRCLE_SHARE * abs(radius), CIRCLE_CLOSE_M)
    inside = not orbits and distance < abs(radius)
    return circle.reaching(close or inside)


def is_low(wing: Wing) -> bool:
    """Is it next to the ground, coming or going?"""
    passing = wing.stage < Stage.CRUISE or wing.stage > Stage.PATTERN
    return wing.clearance_m < LOW_SPANS * wing.span_m and passing


def ground_turn(heading: float, runway: float, right_m: float) -> float:
    """The turn that keeps a ground run on its line."""
    back = clamp(STEER_BACK_RADPM * right_m, -0.2, 0.2)
    return STEER_PER_S * clamp(wrap_pi(runway - back - heading), -0.5, 0.5)


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
