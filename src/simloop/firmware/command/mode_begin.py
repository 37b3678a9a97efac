"""How a mode without a plan begins: hold, guided, circle, follow, take-off, landing, sticks."""

from simloop.firmware.codes import Mode, VtolRequest
from simloop.firmware.command.components import Plan
from simloop.firmware.command.legs import (
    LegKind,
    able,
    glides,
    is_airborne,
    on_surface,
    start_here,
    start_leg,
)
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.mission import Legs, Target
from simloop.firmware.vector import Quaternion, Vec2


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
