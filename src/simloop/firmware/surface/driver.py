"""From what is wanted to a speed and a yaw rate: sticks, velocity, or a course to a goal."""

from typing import NamedTuple

from simloop.firmware.codes import Axis, CourseKind, Level, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.surface import PilotAxes, Surface, TopSpeeds
from simloop.firmware.maths import HALF_PI, PI, atan2, clamp, larger, smaller, wrap_pi
from simloop.firmware.vector import towards

# A turn on the spot is done at this heading error, rad.
PIVOT_DONE_RAD = 0.1
# It goes on in the other direction when that is so much nearer, rad.
REVERSE_RAD = 1.75
# Drift counts against at least this share of the pace.
DRIFT_SHARE = 0.3
# A boat that cannot spin and is off its station backs and fills until its bow points to within
# this, rad: it gains a share of its speed ahead, then astern, more of that which brings it nearer,
# and nothing of the other so far off, as a share of the loiter radius.
SWING_RAD = 0.35
FILL_SHARE = 0.4
FILL_OFF_SHARE = 0.5
# A velocity below this share of the top speed is none.
NO_SPEED_SHARE = 0.01
# A heading to keep is kept to within this, rad.
HEADING_KEPT_RAD = 0.03


class Wish(NamedTuple):
    """A speed and a turn; an axis may go `straight` from the stick to the output."""

    speed_mps: float
    turn_radps: float
    straight_push: bool
    straight_turn: bool


class Course(NamedTuple):
    """A course to follow at a pace, if there is one, and the turn of the course itself.

    At its station a boat goes back and forth.
    """

    follows: bool
    station: bool
    course_rad: float
    pace_mps: float
    turn_radps: float


NO_WISH = Wish(0.0, 0.0, False, False)
NO_COURSE = Course(False, False, 0.0, 0.0, 0.0)


class Drive(NamedTuple):
    """Speed and turn, and whether it goes back for that, and turns on the spot as far as it can."""

    speed_mps: float
    turn_radps: float
    back: bool
    on_the_spot: bool


def drive(surface: Mut[Surface], craft: Craft) -> None:
    """Decide how fast to go and to turn."""
    fastest = fastest_turn(surface)
    wish = wish_of(surface, craft, fastest)
    course = course_of(surface, craft)
    done = Drive(wish.speed_mps, wish.turn_radps, False, False)
    if course.follows:
        done = followed(surface, craft, course, fastest)
    still = done.speed_mps == 0.0 and done.turn_radps == 0.0 and not course.follows
    surface.pivoting = 1.0 if done.on_the_spot else 0.0
    surface.reversing = 1.0 if done.back else 0.0
    surface.speed_target_mps = done.speed_mps
    surface.turn_target_radps = done.turn_radps
    surface.pilot_share = PilotAxes(
        clamp(craft.command[0], -1.0, 1.0), clamp(craft.command[5], -1.0, 1.0)
    )
    surface.pilot_direct = PilotAxes(
        1.0 if wish.straight_push else 0.0, 1.0 if wish.straight_turn else 0.0
    )
    surface.resting = 1.0 if still else 0.0


def fastest_turn(surface: Surface) -> float:
    """The fastest turn at this speed."""
    at_speed = surface.lateral_limit_mps2 / larger(abs(surface.forward_mps), 1e-3)
    return smaller(surface.turn_limit_radps, at_speed)


def fastest_spin(surface: Surface) -> float:
    """The fastest turn on the spot."""
    return surface.spin_share * surface.turn_limit_radps


def wish_of(surface: Surface, craft: Craft, fastest: float) -> Wish:
    """What it is to do where there is no course."""
    if craft.armed == 0.0 or craft.flying == 0.0:
        return NO_WISH
    if craft.control_level < Level.VELOCITY:
        return stick_wish(surface, craft, fastest)
    if craft.control_level < Level.GOAL:
        turn = clamp(craft.goal_yaw_rate_radps, -fastest, fastest)
        return Wish(0.0, turn, False, False)
    if surface.arrived > 0.0 and craft.goal_yaw_used > 0.0 and surface.turn_radius_m == 0.0:
        # Stopped for good: look where it is told to look.
        spin = fastest_spin(surface)
        error = wrap_pi(craft.goal_yaw_rad - surface.heading_rad)
        turn = clamp(surface.heading_gain_ps * error, -spin, spin)
        return Wish(0.0, turn if abs(error) > HEADING_KEPT_RAD else 0.0, False, False)
    return NO_WISH


def course_of(surface: Surface, craft: Craft) -> Course:
    """The course of a velocity that is asked for, or that to the goal."""
    off = craft.armed == 0.0 or craft.flying == 0.0
    if off or craft.control_level < Level.VELOCITY:
        return NO_COURSE
    if craft.control_level < Level.GOAL:
        asked = craft.goal_velocity_ned_mps.xy()
        moves = asked.norm() > NO_SPEED_SHARE * surface.top_speed_mps.ahead
        turn = craft.goal_yaw_rate_radps
        return Course(moves, False, asked.bearing(), asked.norm(), turn)
    kind = surface.course_kind
    goes, station = kind != CourseKind.STAND, kind == CourseKind.STATION
    turn = surface.curvature_pm * abs(surface.forward_mps)
    return Course(goes, station, surface.course_rad, surface.pace_mps, turn)


def stick_wish(surface: Surface, craft: Craft, fastest: float) -> Wish:
    """What the sticks want: axes mean speed and turn, or go straight to the outputs."""
    through = craft.control_level == Level.PASS_THROUGH
    push_means = Axis.PASS_THROUGH if through else craft.command_type[0]
    turn_means = Axis.PASS_THROUGH if through else craft.command_type[5]
    share, asked, turn = craft.command[0], craft.command[5], 0.0
    speed = 0.0 if push_means == Axis.NONE else stick_speed(share, surface.top_speed_mps)
    if turn_means == Axis.RATE:
        turn = asked
    elif turn_means == Axis.ANGLE:
        turn = surface.heading_gain_ps * wrap_pi(asked - surface.heading_rad)
    turn = clamp(turn, -fastest, fastest)
    push_straight = push_means == Axis.PASS_THROUGH
    return Wish(speed, turn, push_straight, turn_means == Axis.PASS_THROUGH)


def stick_speed(share: float, top: TopSpeeds) -> float:
    """The speed that a stick asks for."""
    most = top.ahead if share > 0.0 else top.astern
    return clamp(share, -1.0, 1.0) * most


def followed(surface: Surface, craft: Craft, course: Course, fastest: float) -> Drive:
    """How to follow a course: ahead or astern, on the spot or under way."""
    pace, heading, reversing = course.pace_mps, surface.heading_rad, surface.reversing > 0.0
    # A pilot's velocity lies along the bow: behind means astern, or it would turn for ever.
    by_stick = craft.control_level < Level.GOAL and craft.phase == Phase.PILOT
    may_reverse = by_stick or (not course.station and surface.reverse_allowed != 0.0)
    back = may_reverse and is_behind(reversing, wrap_pi(course.course_rad - heading))
    crab = 0.0 if course.station else crab_angle(surface.drift_mps, surface.forward_mps, pace)
    bow = course.course_rad + PI if back else course.course_rad - crab
    error = wrap_pi(bow - heading)
    pivots = is_pivoting(surface, surface.pivoting > 0.0, error)
    speed = turning_speed(surface, pace, error)
    fills = False
    if course.station:
        back = pace < 0.0
        speed = abs(speed)
        fills = surface.turn_radius_m > 0.0 and abs(error) > SWING_RAD
        if fills:
            speed = abs(craft.goal_speed_mps)
            to_place = craft.goal_ned_m.xy() - craft.position_ned_m.xy()
            ahead_m = towards(heading).dot(to_place)
            share = clamp(ahead_m / (FILL_OFF_SHARE * surface.loiter_radius_m), -1.0, 1.0)
            back = fills_back(reversing, surface.forward_mps, speed, share)
    most = fastest_spin(surface) if pivots else fastest
    turn = clamp(surface.heading_gain_ps * error + course.turn_radps, -most, most)
    speed = 0.0 if pivots else speed
    ahead, astern = surface.top_speed_mps
    speed = -smaller(speed, astern) if back else smaller(speed, ahead)
    return Drive(speed, turn, back, pivots or fills)


def crab_angle(drift: float, forward: float, pace: float) -> float:
    """How far to the right of the bow the vehicle really goes."""
    return clamp(atan2(drift, larger(forward, DRIFT_SHARE * pace)), -HALF_PI, HALF_PI)


def is_behind(reversing: bool, error: float) -> bool:
    """Is the course nearer to the stern? Changes are made with reluctance; `error` is the bow's."""
    return abs(error) > (PI - REVERSE_RAD if reversing else REVERSE_RAD)


def is_pivoting(surface: Surface, pivoting: bool, error: float) -> bool:
    """Does it turn on the spot now?"""
    if surface.pivot_angle_rad == 0.0 or surface.turn_radius_m > 0.0:
        return False
    return abs(error) > (PIVOT_DONE_RAD if pivoting else surface.pivot_angle_rad)


def turning_speed(surface: Surface, pace: float, error: float) -> float:
    """The pace as far as the heading allows it."""
    return pace * larger(1.0 - abs(error) / surface.heading_slow_rad, surface.arc_share)


def fills_back(reversing: bool, forward: float, cruise: float, ahead: float) -> bool:
    """Does a boat that turns by backing and filling go astern? Its rudder works ahead.

    `ahead` is 1 if its place lies ahead, -1 if astern.
    """
    if reversing:
        return forward > -FILL_SHARE * (1.0 - ahead) * cruise
    return forward > FILL_SHARE * (1.0 + ahead) * cruise
