"""The goal of the leg under way: where to, how, how fast, and where to look."""

from simloop.firmware.codes import Airframe, GoalKind, Level, Offboard, Phase
from simloop.firmware.command.flight_phases import can_pause
from simloop.firmware.command.legs import (
    LegKind,
    glides,
    has_rotors,
    is_number,
    place_or,
    stop_place,
)
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Heading, Requests
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import Legs
from simloop.firmware.maths import clamp, wrap_pi
from simloop.firmware.vector import ZERO, Vec3

# A program that gives a heading with a velocity: how it is turned to.
TURN_GAIN_PS = 1.5
TURN_MOST_RADPS = 1.0
# Nearer than this, a thing to look at has no bearing.
LEAST_LOOK_M = 1.0


def give_goals(craft: Mut[Craft], requests: Requests, plan: Plan, legs: Mut[Legs]) -> None:
    """Tell the controllers where the leg leads."""
    leg = legs.now
    gliding = glides(craft.airframe, plan.vtol_request)
    seeks = craft.flying > 0.0 and craft.control_level == Level.GOAL
    pauses = plan.paused > 0.0 and can_pause(leg.kind)
    if pauses and legs.was_paused <= 0.0:
        legs.pause_ned_m = stop_place(craft, gliding)

    give_place(craft, requests, legs, seeks, pauses)
    give_motion(craft, requests, leg.kind, seeks)
    give_heading(craft, requests, plan, legs, seeks, pauses)
    craft.goal_kind = GoalKind.STOP if pauses or not seeks else goal_kind(leg.kind, gliding)
    craft.goal_radius_m = leg.radius_m if seeks and not pauses else 0.0
    speed = craft.cruise_speed_mps
    speed = leg.speed_mps if leg.speed_mps > 0.0 else speed
    craft.goal_speed_mps = plan.speed_wanted_mps if plan.speed_wanted_mps > 0.0 else speed
    legs.taken = legs.count
    legs.was_paused = pauses


def give_place(
    craft: Mut[Craft], requests: Requests, legs: Legs, seeks: bool, pauses: bool
) -> None:
    """Where the way begins and leads to; what does not seek a goal has it where it is."""
    here = craft.position_ned_m
    if not seeks:
        craft.goal_start_ned_m = here
        craft.goal_ned_m = here
        return
    waited = legs.was_paused > 0.0
    if legs.count != legs.taken or pauses != waited:
        joined = legs.now.joined > 0.0 and not pauses and not waited
        craft.goal_start_ned_m = craft.goal_ned_m if joined else here
    place = legs.now.place_ned_m()
    if pauses:
        place = legs.pause_ned_m
    elif legs.now.kind == LegKind.OFFBOARD:
        place = requests.offboard_position_ned_m
    # What a program leaves open stays as it is, and so does the goal of a leg without one.
    craft.goal_ned_m = place_or(place, craft.goal_ned_m)


def give_motion(craft: Mut[Craft], requests: Requests, leg: float, seeks: bool) -> None:
    """The velocity and turn that a program asks for; what it does not tell is none."""
    if leg == LegKind.OFFBOARD and requests.offboard_kind == Offboard.VELOCITY:
        velocity = place_or(requests.offboard_velocity_ned_mps, ZERO)
        heading = craft.attitude_wxyz.heading()
        craft.goal_velocity_ned_mps = velocity
        craft.goal_yaw_rate_radps = told_turn(requests.offboard_yaw, heading)
    elif seeks:
        craft.goal_velocity_ned_mps = ZERO
        craft.goal_yaw_rate_radps = 0.0


def told_turn(told: Heading, heading_rad: float) -> float:
    """How fast a program wants to turn: as it says, or towards the heading that it says."""
    if is_number(told.turn_radps):
        return told.turn_radps
    if not is_number(told.yaw_rad):
        return 0.0
    error = wrap_pi(told.yaw_rad - heading_rad)
    return clamp(TURN_GAIN_PS * error, -TURN_MOST_RADPS, TURN_MOST_RADPS)


def give_heading(
    craft: Mut[Craft], requests: Requests, plan: Plan, legs: Legs, seeks: bool, pauses: bool
) -> None:
    """Where to look, and whether it matters."""
    airframe, leg = craft.airframe, legs.now
    hovers = has_rotors(airframe) and not glides(airframe, plan.vtol_request)
    looks = plan.roi_used > 0.0
    asked = requests.offboard_yaw.yaw_rad if leg.kind == LegKind.OFFBOARD else leg.yaw_rad
    yaw = craft.goal_yaw_rad if seeks else craft.attitude_wxyz.heading()
    yaw = asked if seeks and is_number(asked) and not pauses else yaw
    if hovers and looks:
        yaw = bearing_to(craft.position_ned_m, plan.roi_ned_m, yaw)
    elif hovers and leg.kind == LegKind.ORBIT and not pauses:
        yaw = bearing_to(craft.position_ned_m, leg.place_ned_m(), yaw)
    craft.goal_yaw_rad = yaw
    # Where nobody tells a wing on rotors where to look, it looks into the wind.
    told = looks or is_number(asked) or leg.kind == LegKind.ORBIT
    free = airframe == Airframe.VTOL and not told
    straight = airframe == Airframe.WING and craft.phase == Phase.TAKEOFF
    craft.goal_yaw_used = (hovers and not free) or straight


def bearing_to(here: Vec3, place: Vec3, otherwise: float) -> float:
    """Where a place lies; something else if it is right here."""
    way = (place - here).xy()
    return otherwise if way.norm() < LEAST_LOOK_M else way.bearing()


def goal_kind(leg: float, gliding: bool) -> float:
    """What to do at the leg's place."""
    if leg == LegKind.ORBIT:
        return GoalKind.ORBIT
    passes = leg in (LegKind.PASS, LegKind.RETRACE) or (leg == LegKind.RETURN and gliding)
    return GoalKind.PASS if passes else GoalKind.STOP
