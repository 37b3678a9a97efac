"""How modes without a plan begin and go on: up to hold, after a program's word, after another."""

from simloop.firmware.codes import Mode, VtolRequest
from simloop.firmware.command.answers import post
from simloop.firmware.command.legs import (
    LegKind,
    able,
    climbed,
    glides,
    is_airborne,
    on_surface,
    start_here,
    start_leg,
)
from simloop.firmware.command.reasons import Event
from simloop.firmware.command.timers import HAIR_S
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Talk
from simloop.firmware.fields.mission import Legs, Target
from simloop.firmware.vector import Quaternion, Vec2

NO_LEG = -1.0


def begin_mode(plan: Mut[Plan], craft: Craft, legs: Mut[Legs]) -> None:
    """Give a mode that was entered its first leg, as soon as the vehicle is able to."""
    mode, airframe = craft.mode, craft.airframe
    if has_plan(mode) or not able(craft) or plan.mode_begun == mode:
        return
    leg = first_leg(craft, plan)
    if leg in (LegKind.TAKEOFF, LegKind.LAND):
        plan.vtol_request = VtolRequest.HOVER
    gliding = glides(airframe, plan.vtol_request)
    if leg == LegKind.TAKEOFF:
        wanted = plan.takeoff_wanted_m
        height = wanted if wanted > 0.0 else plan.takeoff_altitude_m
        top = craft.position_ned_m.with_z(craft.home_ned_m.z - height)
        start_leg(legs, LegKind.TAKEOFF, top, yaw_rad=plan.takeoff_yaw_rad)
    elif leg == LegKind.GO and mode == Mode.GUIDED:
        begin_target(legs, plan.target)
    elif leg == LegKind.ORBIT:
        begin_circle(legs, plan, craft, 0.0 if gliding else plan.circle_speed_mps)
    else:
        start_here(legs, leg, craft, gliding)
    plan.takeoff_wanted_m = -1.0
    plan.mode_begun = mode


def has_plan(mode: float) -> bool:
    """Do other tasks give this mode its legs?"""
    return mode in (Mode.AUTO, Mode.RTL, Mode.SMART_RTL)


def first_leg(craft: Craft, plan: Plan) -> float:
    """The kind of leg with which a mode begins."""
    mode = craft.mode
    if mode <= Mode.POSITION:
        return LegKind.PILOT
    if not is_airborne(craft):
        lifts = mode == Mode.TAKEOFF or (mode == Mode.GUIDED and plan.takeoff_wanted_m > 0.0)
        return LegKind.TAKEOFF if lifts else LegKind.REST
    if mode == Mode.LAND:
        return LegKind.LAND
    if mode == Mode.CIRCLE and plan.circle_radius_m > 0.0:
        return LegKind.ORBIT
    # A rover on hold stands; told to loiter, it comes back to its place.
    goes = (mode == Mode.LOITER and on_surface(craft.airframe)) or mode == Mode.FOLLOW
    return LegKind.GO if goes or (mode == Mode.GUIDED and plan.target_used > 0.0) else LegKind.HOLD


def begin_target(legs: Mut[Legs], target: Target) -> None:
    """Go where guided mode was told to, or around it."""
    kind = LegKind.GO if target.radius_m == 0.0 else LegKind.ORBIT
    start_leg(legs, kind, target.place_ned_m(), target.radius_m, target.yaw_rad, target.speed_mps)


def begin_circle(legs: Mut[Legs], plan: Plan, craft: Craft, speed_mps: float) -> None:
    """Circle around a place straight ahead."""
    radius = plan.circle_radius_m
    nose = level_nose(craft.attitude_wxyz)
    level = nose.norm()
    share = radius / level if level > 1e-6 else 0.0
    here = craft.position_ned_m
    centre = here.xy() + share * nose
    start_leg(legs, LegKind.ORBIT, here.with_xy(centre), signed_radius(plan), speed_mps=speed_mps)


def level_nose(attitude: Quaternion) -> Vec2:
    """North and east of a step along the nose."""
    w, x, y, z = attitude
    return Vec2(1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z + x * y))


def signed_radius(plan: Plan) -> float:
    """The radius of circles, positive clockwise from above."""
    radius = plan.circle_radius_m
    return radius if plan.circle_direction == 0.0 else -radius


def hear_news(period_s: float, requests: Requests, plan: Mut[Plan]) -> None:
    """How old is what it knows of the one to follow?"""
    news = requests.follow_seen != plan.follow_heard
    plan.follow_age_s = 0.0 if news else plan.follow_age_s + period_s
    plan.follow_heard = requests.follow_seen


def choose_legs(
    plan: Mut[Plan], hearing: Hearing, craft: Craft, talk: Mut[Talk], legs: Mut[Legs]
) -> None:
    """Go on where one leg leads to the next."""
    mode, airframe = craft.mode, craft.airframe
    told = talk.offboard_seen != plan.guided_seen and talk.offboard_kind > 0.0
    plan.guided_seen = talk.offboard_seen
    if has_plan(mode) or not able(craft) or plan.mode_begun != mode:
        return

    airborne = is_airborne(craft)
    follows = mode == Mode.FOLLOW and airborne
    leg = legs.now.kind
    # A leg that is to start where it can stop.
    here = NO_LEG
    event = 0.0
    if leg == LegKind.TAKEOFF:
        if climbed(craft, legs.now.down_m):
            # Hold the place and heading that it led to.
            start_leg(legs, LegKind.HOLD, legs.now.place_ned_m(), yaw_rad=legs.now.yaw_rad)
    elif mode == Mode.GUIDED:
        late = hearing.offboard_age_s > hearing.offboard_timeout_s - HAIR_S
        here = guided_leg(leg, told, late, airborne)
        event = Event.OFFBOARD_LOST if here >= 0.0 and leg == LegKind.OFFBOARD else event
    elif follows:
        here = follow_leg(leg, plan.follow_age_s > plan.follow_timeout_s - HAIR_S)
        event = Event.FOLLOW_LOST if here == LegKind.HOLD else event

    if here >= 0.0:
        start_here(legs, here, craft, glides(airframe, plan.vtol_request))
    if follows and legs.now.kind == LegKind.GO:
        # The one to follow goes on between messages.
        moved = talk.follow_velocity_ned_mps * plan.follow_age_s
        legs.now = legs.now.at(talk.follow_ned_m + moved + plan.follow_offset_ned_m)
    if event > 0.0:
        post(talk, event, mode)


def guided_leg(leg: float, told: bool, late: bool, airborne: bool) -> float:
    """The leg that a program's word or silence leads to, or none."""
    if leg == LegKind.OFFBOARD:
        rests = LegKind.HOLD if airborne else LegKind.REST
        return rests if late else NO_LEG
    return LegKind.OFFBOARD if told else NO_LEG


def follow_leg(leg: float, lost: bool) -> float:
    """The leg that news of the one to follow lead to, or none."""
    wanted = LegKind.HOLD if lost else LegKind.GO
    return NO_LEG if leg == wanted else wanted
