"""Requests about modes, places and missions, each answered with a reason."""

from simloop.firmware.codes import Airframe, Answer, Mode, Phase, RequestKind, VtolRequest
from simloop.firmware.command.answers import answer, is_open
from simloop.firmware.command.legs import has_rotors, on_surface, place_or, told_or
from simloop.firmware.command.mode_entry import FINE, refusal
from simloop.firmware.command.reasons import Refusal
from simloop.firmware.command.return_path import HOME_TOLD
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Request, Requests
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import Target, WayHome
from simloop.firmware.vector import Vec3

NO_MODE = -1.0
MOST_M = 1e7
MOST_MPS = 1000.0
# The state manager and the fence take these.
ANSWERED_ELSEWHERE = (RequestKind.ARM, RequestKind.CALIBRATE, RequestKind.FENCE)


def take_requests(
    plan: Mut[Plan], craft: Mut[Craft], way: WayHome, requests: Mut[Requests]
) -> None:
    """Answer a request, unless it is the state manager's."""
    request = requests.request
    kind, first = request.kind, request.first
    if not is_open(requests) or kind in ANSWERED_ELSEWHERE:
        return
    reason = Refusal.NO_SERVO if kind == RequestKind.SERVO else Refusal.UNKNOWN_REQUEST
    if asks_for_mode(kind):
        reason = ask_for_mode(request, plan, craft, way)
    elif kind == RequestKind.SET_HOME:
        reason = FINE if craft.position_ok > 0.0 else Refusal.NO_POSITION
        reason = reason if is_place(request.place_ned_m()) else Refusal.BAD_NUMBER
        if reason == FINE:
            craft.home_ned_m = request.place_ned_m()
            plan.home_set = HOME_TOLD
    elif kind == RequestKind.SET_ITEM:
        there = first >= 0.0 and first < plan.item_count
        reason = FINE if there else Refusal.NO_SUCH_ITEM
        reason = reason if plan.item_count >= 1.0 else Refusal.NO_MISSION
        if reason == FINE:
            set_item(first, plan, craft)
    elif kind == RequestKind.SPEED:
        reason = FINE if first > 0.0 and first < MOST_MPS else Refusal.BAD_NUMBER
        plan.speed_wanted_mps = first if reason == FINE else plan.speed_wanted_mps
    elif kind == RequestKind.PAUSE:
        reason = pause_refusal(craft.flying, craft.phase) if first > 0.0 else FINE
        plan.paused = first > 0.0 and reason == FINE
    elif kind == RequestKind.TRANSITION:
        reason = transition_refusal(first, craft.airframe, craft.flying)
        plan.vtol_request = first if reason == FINE else plan.vtol_request
    elif kind == RequestKind.LOOK_AT:
        reason = FINE if look_at(request.place_ned_m(), craft, plan) else Refusal.CANNOT_LOOK
    answer(requests, answer_of(reason), reason)


def answer_of(reason: float) -> float:
    """The answer that goes with a reason; see reasons.py for the hundreds."""
    if reason == FINE:
        return Answer.ACCEPTED
    if reason < Refusal.UNKNOWN_MODE:
        return Answer.TEMPORARILY_REJECTED
    return Answer.DENIED if reason < Refusal.UNKNOWN_REQUEST else Answer.UNSUPPORTED


def asks_for_mode(kind: float) -> bool:
    """Does this request change the mode?"""
    return kind in (
        RequestKind.MODE,
        RequestKind.TAKEOFF,
        RequestKind.LAND,
        RequestKind.GO_TO,
        RequestKind.START_MISSION,
    )


def ask_for_mode(request: Request, plan: Mut[Plan], craft: Mut[Craft], way: WayHome) -> float:
    """Let the mode begin that a request leads to, or say why not."""
    mode = mode_asked(request.kind, request.first)
    # Asked for what it does already: fine, and nothing begins anew.
    if request.kind == RequestKind.MODE and mode == craft.mode:
        return FINE
    reason = refusal(mode, plan, craft, way)
    if reason == FINE:
        reason = extra_refusal(request, craft, plan)
    if reason == FINE:
        enter_mode(mode, request, plan, craft)
    return reason


def mode_asked(kind: float, argument: float) -> float:
    """The mode that a request leads to, or none."""
    mode = NO_MODE
    mode = argument if kind == RequestKind.MODE else mode
    mode = Mode.TAKEOFF if kind == RequestKind.TAKEOFF else mode
    mode = Mode.LAND if kind == RequestKind.LAND else mode
    mode = Mode.GUIDED if kind == RequestKind.GO_TO else mode
    return Mode.AUTO if kind == RequestKind.START_MISSION else mode


def is_place(place: Vec3) -> bool:
    """Are these three finite numbers?"""
    return abs(place.x) < MOST_M and abs(place.y) < MOST_M and abs(place.z) < MOST_M


def look_at(place_ned_m: Vec3, craft: Craft, plan: Mut[Plan]) -> bool:
    """Look at a place, or at nothing if there is none; False if it cannot."""
    possible = has_rotors(craft.airframe)
    plan.roi_used = possible and is_place(place_ned_m)
    plan.roi_ned_m = place_ned_m
    return possible


def extra_refusal(request: Request, craft: Craft, plan: Plan) -> float:
    """What a request needs beyond its mode."""
    goes = request.kind == RequestKind.GO_TO
    starts = request.kind == RequestKind.START_MISSION
    absurd = request.first < 0.0 or request.first > MOST_M
    if request.kind == RequestKind.TAKEOFF and absurd:
        return Refusal.BAD_NUMBER
    if starts and request.first >= plan.item_count:
        return Refusal.NO_SUCH_ITEM
    if (goes or starts) and craft.armed == 0.0:
        return Refusal.NOT_ARMED
    grounded = craft.flying == 0.0 and not on_surface(craft.airframe)
    return Refusal.NOT_FLYING if goes and grounded else FINE


def enter_mode(wanted: float, request: Request, plan: Mut[Plan], craft: Mut[Craft]) -> None:
    """Let the mode begin, and keep what the request says for it."""
    plan.paused = 0.0
    plan.target_used = request.kind == RequestKind.GO_TO
    plan.takeoff_wanted_m = -1.0
    plan.mode_wanted = wanted
    if request.kind == RequestKind.TAKEOFF:
        height = request.first
        plan.takeoff_wanted_m = height if height > 0.0 else plan.takeoff_altitude_m
        plan.takeoff_yaw_rad = request.second
        # Guided mode may begin with a take-off, and stays what it is.
        plan.mode_wanted = Mode.GUIDED if craft.mode == Mode.GUIDED else wanted
    elif request.kind == RequestKind.GO_TO:
        plan.target = target_of(request, craft.position_ned_m)
    elif request.kind == RequestKind.START_MISSION:
        if request.first >= 1.0:
            set_item(request.first, plan, craft)
        # A mission that is under way goes on.
        goes_on = craft.mode == Mode.AUTO and plan.done == 0.0
        plan.mode_wanted = NO_MODE if goes_on else wanted


def target_of(request: Request, here_ned_m: Vec3) -> Target:
    """Where guided mode is to go; what is not told of a place is here."""
    place = place_or(request.place_ned_m(), here_ned_m)
    speed, radius = told_or(request.fifth, 0.0), told_or(request.sixth, 0.0)
    return Target(*place, request.fourth, speed, radius)


def set_item(item: float, plan: Mut[Plan], craft: Mut[Craft]) -> None:
    """Let the mission go on with another item; from the first one, all jumps are to be taken."""
    if item < 1.0:
        forget_jumps(plan)
    craft.waypoint_index = item - item % 1.0
    plan.stage = 0.0
    plan.done = 0.0


def forget_jumps(plan: Mut[Plan]) -> None:
    """All jumps may be taken again."""
    for i in range(len(plan.jumps)):
        plan.jumps[i] = 0.0


def pause_refusal(flying: float, phase: float) -> float:
    """Why the way cannot be interrupted now."""
    if flying == 0.0:
        return Refusal.NOT_FLYING
    if phase in (Phase.DESCEND, Phase.TOUCH_DOWN):
        return Refusal.LANDING
    return Refusal.NOTHING_TO_PAUSE if phase in (Phase.PILOT, Phase.OFFBOARD) else FINE


def transition_refusal(state: float, airframe: float, flying: float) -> float:
    """Why it cannot change between hover and cruise."""
    if airframe != Airframe.VTOL:
        return Refusal.NO_TRANSITION
    if state not in (VtolRequest.HOVER, VtolRequest.CRUISE):
        return Refusal.BAD_NUMBER
    return Refusal.NOT_FLYING if state == VtolRequest.CRUISE and flying == 0.0 else FINE
