"""How modes without a plan go on: up to hold, after a program's word, after the one to follow."""

from simloop.firmware.codes import Mode
from simloop.firmware.command.answers import post
from simloop.firmware.command.components import Hearing, Plan, Talk
from simloop.firmware.command.legs import (
    LegKind,
    able,
    climbed,
    glides,
    is_airborne,
    start_here,
    start_leg,
)
from simloop.firmware.command.mode_begin import has_plan
from simloop.firmware.command.reasons import Event
from simloop.firmware.command.timers import HAIR_S
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.mission import Legs

NO_LEG = -1.0


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
