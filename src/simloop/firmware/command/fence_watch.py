"""Is the vehicle inside the fence? Every pass, armed or not; and is there to be a fence at all?"""

from simloop.firmware.codes import Answer, Mode, Phase, RequestKind
from simloop.firmware.command.answers import answer, is_asked, post
from simloop.firmware.command.components import Safety, Talk
from simloop.firmware.command.fence import FAR_M, fence_is_empty, inside_fence
from simloop.firmware.command.reasons import Reason
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft


def watch_fence(craft: Craft, safety: Mut[Safety], talk: Mut[Talk]) -> None:
    """Switch the fence if asked, measure the way to it, tell the pilot when it is close."""
    note = Reason.NONE
    if is_asked(talk, RequestKind.FENCE):
        note = switch(safety, talk)

    airborne = craft.armed > 0.0 and craft.flying > 0.0
    limit = safety.limit_m
    height = craft.home_ned_m.z - craft.position_ned_m.z
    above = height > limit.floor_m + limit.margin_m
    risen = airborne and (above or safety.risen > 0.0)
    distance = FAR_M
    if safety.enabled > 0.0:
        distance = inside_fence(safety, craft, floor_counts(risen, craft.mode, craft.phase))
    near = distance < limit.margin_m
    # Outside, or outside before and not yet back by the margin.
    breach = distance < 0.0 or (safety.breach > 0.0 and near)
    if airborne and near and not breach and safety.near <= 0.0:
        note = Reason.FENCE_CLOSE
    if note != Reason.NONE:
        post(talk, note, distance)
    safety.distance_m = distance
    safety.breach = breach
    safety.near = near
    safety.risen = risen


def switch(safety: Mut[Safety], requests: Mut[Requests]) -> float:
    """Do what a request to switch the fence asks for; what to tell the pilot of it."""
    on = requests.request.first > 0.0
    note = switched(on, fence_is_empty(safety))
    refused = note == Reason.FENCE_EMPTY
    safety.enabled = on and not refused
    answer(
        requests, Answer.DENIED if refused else Answer.ACCEPTED, note if refused else Reason.NONE
    )
    return note


def switched(on: bool, empty: bool) -> float:
    """What a request to switch the fence leads to, as a reason."""
    if on and empty:
        return Reason.FENCE_EMPTY
    return Reason.FENCE_ON if on else Reason.FENCE_OFF


def floor_counts(risen: bool, mode: float, phase: float) -> bool:
    """Does the fence's floor hold? Not before the climb, nor on the way back to the ground."""
    returns = mode in (Mode.LAND, Mode.RTL, Mode.SMART_RTL)
    sinks = phase in (Phase.DESCEND, Phase.TOUCH_DOWN, Phase.RETURN)
    return risen and not returns and not sinks
