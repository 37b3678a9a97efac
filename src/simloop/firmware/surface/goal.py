"""Where to go at level goal: course, pace, and whether the goal is reached."""

from typing import NamedTuple

from simloop.firmware.codes import Airframe, CourseKind, GoalKind, Phase
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.surface import Surface
from simloop.firmware.maths import HALF_PI, larger, smaller, wrap_pi
from simloop.firmware.surface.pace import braking_speed, corner_speed, curve_speed, stopping_speed
from simloop.firmware.surface.path import circle_course, line_course, station_course, station_pace
from simloop.firmware.vector import Vec2

# A rover that stops goes on to this share of the acceptance radius; a boat keeps station at its
# share of the loiter radius.
STOP_SHARE = 0.1
STATION_SHARE = 0.5
# Look ahead at least this share of the acceptance radius.
LOOK_SHARE = 0.5
# A goal that moved more than this is a new one, m.
SAME_GOAL_M = 1e-3
# Circles are not tighter than the tightest turn times this.
ROOM_TO_TURN = 1.1
# Slower than this many parking speeds a rover stands: estimates have noise.
SLOW = 2.0


class Sight(NamedTuple):
    """The goal as seen from here, and what it is by now.

    `near`: within the radius that counts as there. `arrived`: it stopped at this goal, `stood`: and
    it stands. `look_m` is how far ahead it steers.
    """

    place: Vec2
    goal: Vec2
    off_m: float
    look_m: float
    cruise_mps: float
    boat: bool
    orbits: bool
    near: bool
    arrived: bool
    stood: bool


class Leg(NamedTuple):
    """What to do about the goal now, and how far it is done."""

    course_kind: float
    course_rad: float
    curvature_pm: float
    pace_mps: float
    cross_m: float
    left_m: float
    arrived: bool
    reached: bool


def seek_goal(craft: Mut[Craft], surface: Mut[Surface]) -> None:
    """Choose course and pace for what is wanted at the goal."""
    place, goal = craft.position_ned_m.xy(), craft.goal_ned_m.xy()
    boat = craft.airframe == Airframe.BOAT
    off, radius, speed = (goal - place).norm(), surface.waypoint_radius_m, abs(surface.forward_mps)
    rounds = craft.goal_kind == GoalKind.ORBIT and craft.goal_radius_m != 0.0
    orbits = rounds and craft.phase != Phase.HOLD
    # What has left its place goes back.
    moved = (goal - surface.last_goal_ned_m).norm() > SAME_GOAL_M
    leaves = off > larger(surface.loiter_radius_m, radius)
    goes_on = moved or leaves or orbits or craft.goal_kind == GoalKind.PASS
    arrived = surface.arrived > 0.0 and not goes_on
    # Once it stood at its goal, noise of the estimate does not take it away.
    slow = speed < (1.0 if boat else SLOW) * surface.park_mps
    stood = slow or (arrived and craft.goal_reached > 0.0)
    look = larger(surface.look_ahead_s * speed, LOOK_SHARE * radius)
    cruise = abs(craft.goal_speed_mps)
    sight = Sight(place, goal, off, look, cruise, boat, orbits, off <= radius, arrived, stood)

    leg = leg_now(surface, craft, sight)
    surface.last_goal_ned_m = goal
    surface.arrived = 1.0 if leg.arrived else 0.0
    surface.cross_track_m = leg.cross_m
    surface.way_left_m = leg.left_m
    surface.course_kind = leg.course_kind
    surface.course_rad = leg.course_rad
    surface.curvature_pm = leg.curvature_pm
    surface.pace_mps = leg.pace_mps
    craft.goal_reached = 1.0 if leg.reached else 0.0


def leg_now(surface: Surface, craft: Craft, sight: Sight) -> Leg:
    """Stand, keep station, go round the goal, stop there or pass it."""
    holds = craft.phase == Phase.HOLD
    if stands_still(craft.phase, sight.boat):
        there = holds or craft.phase == Phase.TAKEOFF
        return standing_leg(surface, sight, there or sight.near)
    if sight.boat and (holds or sight.arrived):
        reached = sight.near and (holds or sight.stood)
        return station_leg(surface, sight, reached)
    if sight.arrived:
        return standing_leg(surface, sight, sight.stood)
    if sight.orbits:
        return orbit_leg(surface, craft, sight)
    start = craft.goal_start_ned_m.xy()
    if craft.goal_kind == GoalKind.PASS:
        return passing_leg(surface, sight, start)
    return stopping_leg(surface, sight, start)


def stands_still(phase: float, boat: bool) -> bool:
    """Is there nothing to drive to? Boats drift, so that they never just hold."""
    over = phase in (Phase.DESCEND, Phase.TOUCH_DOWN, Phase.TAKEOFF)
    return over or (phase == Phase.HOLD and not boat)


def standing_leg(surface: Surface, sight: Sight, reached: bool) -> Leg:
    """Stay."""
    left, arrived = sight.off_m, sight.arrived
    return Leg(CourseKind.STAND, surface.heading_rad, 0.0, 0.0, 0.0, left, arrived, reached)


def station_leg(surface: Surface, sight: Sight, reached: bool) -> Leg:
    """Keep the place against wind and stream."""
    loiter_m, top = surface.loiter_radius_m, surface.top_speed_mps.ahead
    course, ahead_m = station_course(
        sight.goal - sight.place, surface.stream_ned_mps, loiter_m, top, surface.heading_rad
    )
    brake = surface.deceleration_limit_mps2
    pace = station_pace(ahead_m, loiter_m, sight.cruise_mps, brake, surface.stop_gain_ps)
    return Leg(CourseKind.STATION, course, 0.0, pace, 0.0, sight.off_m, sight.arrived, reached)


def orbit_leg(surface: Surface, craft: Craft, sight: Sight) -> Leg:
    """Around the goal, no tighter than it turns."""
    tightest, radius = ROOM_TO_TURN * surface.turn_radius_m, craft.goal_radius_m
    around = larger(radius, tightest) if radius > 0.0 else smaller(radius, -tightest)
    course, cross, curvature = circle_course(sight.place, sight.goal, around, sight.look_m)
    fast = curve_speed(surface, abs(around))
    pace, reached = smaller(sight.cruise_mps, fast), abs(cross) <= surface.waypoint_radius_m
    return Leg(
        CourseKind.FOLLOW, course, curvature, pace, cross, sight.off_m, sight.arrived, reached
    )


def stopping_leg(surface: Surface, sight: Sight, start: Vec2) -> Leg:
    """Along the line to the goal, and stop there."""
    course, cross, left = line_course(sight.place, start, sight.goal, sight.look_m, True)
    pace = stopping_speed(surface, sight.off_m, sight.cruise_mps)
    afloat = STATION_SHARE * surface.loiter_radius_m
    ashore = STOP_SHARE * surface.waypoint_radius_m
    arrived = sight.off_m <= (afloat if sight.boat else ashore) or (sight.near and left <= 0.0)
    return Leg(CourseKind.FOLLOW, course, 0.0, pace, cross, left, arrived, False)


def passing_leg(surface: Surface, sight: Sight, start: Vec2) -> Leg:
    """Along the line past the goal, as fast as the corner there allows."""
    course, cross, left = line_course(sight.place, start, sight.goal, sight.look_m, False)
    radius, cruise = surface.waypoint_radius_m, sight.cruise_mps
    bearing = (sight.goal - sight.place).bearing()
    bend = bend_ahead(bearing if left > radius else course, sight.goal, surface)
    corner = corner_speed(surface, bend, radius, cruise)
    pace = smaller(cruise, braking_speed(left - radius, corner, surface.deceleration_limit_mps2))
    return Leg(CourseKind.FOLLOW, course, 0.0, pace, cross, left, False, sight.near or left <= 0.0)


def bend_ahead(course: float, goal: Vec2, surface: Surface) -> float:
    """How much the way turns at the goal; a right angle if nobody tells."""
    if surface.next_known == 0.0:
        return HALF_PI
    onward = surface.next_ned_m.xy() - goal
    if onward.norm() < SAME_GOAL_M:
        return 0.0
    return abs(wrap_pi(onward.bearing() - course))
