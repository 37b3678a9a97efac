"""Requests about modes, places and missions, each answered with a reason."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.answers import answer, is_open
from simloop.firmware.command.legs import CRUISE, HOVER, has_rotors, on_surface, place_or, told_or
from simloop.firmware.command.mode_entry import FINE, refusal
from simloop.firmware.command.mode_reasons import (
    REASON_BAD_NUMBER,
    REASON_CANNOT_LOOK,
    REASON_LANDING,
    REASON_NO_MISSION,
    REASON_NO_POSITION,
    REASON_NO_SERVO,
    REASON_NO_SUCH_ITEM,
    REASON_NO_TRANSITION,
    REASON_NOT_ARMED,
    REASON_NOT_FLYING,
    REASON_NOTHING_TO_PAUSE,
    REASON_UNKNOWN_MODE,
    REASON_UNKNOWN_REQUEST,
)
from simloop.firmware.command.return_path import HOME_TOLD
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Intention, MissionItems, Request, Requests, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.mission import FlightSettings, Mission, ModeState, Target, WayHome
from simloop.firmware.modes import MODE_AUTO, MODE_GUIDED, MODE_LAND, MODE_TAKEOFF
from simloop.firmware.phases import PHASE_DESCEND, PHASE_OFFBOARD, PHASE_PILOT, PHASE_TOUCH_DOWN
from simloop.firmware.requests import (
    ANSWER_ACCEPTED,
    ANSWER_DENIED,
    ANSWER_TEMPORARILY_REJECTED,
    ANSWER_UNSUPPORTED,
    REQUEST_ARM,
    REQUEST_CALIBRATE,
    REQUEST_FENCE,
    REQUEST_GO_TO,
    REQUEST_LAND,
    REQUEST_LOOK_AT,
    REQUEST_MODE,
    REQUEST_PAUSE,
    REQUEST_SERVO,
    REQUEST_SET_HOME,
    REQUEST_SET_ITEM,
    REQUEST_SPEED,
    REQUEST_START_MISSION,
    REQUEST_TAKEOFF,
    REQUEST_TRANSITION,
)
from simloop.firmware.vector import Vec3

NO_MODE = -1.0
MOST_M = 1e7
MOST_MPS = 1000.0


def take_requests(
    settings: FlightSettings,
    vehicle: Vehicle,
    estimate: Estimate,
    items: MissionItems,
    way: WayHome,
    requests: Mut[Requests],
    modes: Mut[ModeState],
    mission: Mut[Mission],
    intention: Mut[Intention],
) -> None:
    """Answer a request, unless it is the state manager's."""
    request = requests.request
    kind, first = request.kind, request.first
    if not is_open(requests) or not is_ours(kind):
        return
    reason = REASON_NO_SERVO if kind == REQUEST_SERVO else REASON_UNKNOWN_REQUEST
    if asks_for_mode(kind):
        reason = ask_for_mode(
            request, settings, vehicle, estimate, items, way, modes, mission, intention
        )
    elif kind == REQUEST_SET_HOME:
        reason = FINE if estimate.position_ok > 0.0 else REASON_NO_POSITION
        reason = reason if is_place(request.place_ned_m()) else REASON_BAD_NUMBER
        if reason == FINE:
            intention.home_ned_m = request.place_ned_m()
            modes.home_set = HOME_TOLD
    elif kind == REQUEST_SET_ITEM:
        there = first >= 0.0 and first < items.item_count
        reason = FINE if there else REASON_NO_SUCH_ITEM
        reason = reason if items.item_count >= 1.0 else REASON_NO_MISSION
        if reason == FINE:
            set_item(first, mission, intention)
    elif kind == REQUEST_SPEED:
        reason = FINE if first > 0.0 and first < MOST_MPS else REASON_BAD_NUMBER
        modes.speed_wanted_mps = first if reason == FINE else modes.speed_wanted_mps
    elif kind == REQUEST_PAUSE:
        reason = pause_refusal(intention.flying, intention.phase) if first > 0.0 else FINE
        modes.paused = first > 0.0 and reason == FINE
    elif kind == REQUEST_TRANSITION:
        reason = transition_refusal(first, vehicle.airframe, intention.flying)
        modes.vtol_request = first if reason == FINE else modes.vtol_request
    elif kind == REQUEST_LOOK_AT:
        reason = FINE if look_at(request.place_ned_m(), vehicle, modes) else REASON_CANNOT_LOOK
    answer(requests, answer_of(reason), reason)


def answer_of(reason: float) -> float:
    """The answer that goes with a reason; see mode_reasons.py for the hundreds."""
    if reason == FINE:
        return ANSWER_ACCEPTED
    if reason < REASON_UNKNOWN_MODE:
        return ANSWER_TEMPORARILY_REJECTED
    return ANSWER_DENIED if reason < REASON_UNKNOWN_REQUEST else ANSWER_UNSUPPORTED


def is_ours(kind: float) -> bool:
    """Is nobody else there to answer it?"""
    return kind not in (REQUEST_ARM, REQUEST_CALIBRATE, REQUEST_FENCE)


def asks_for_mode(kind: float) -> bool:
    """Does this request change the mode?"""
    return kind in (
        REQUEST_MODE,
        REQUEST_TAKEOFF,
        REQUEST_LAND,
        REQUEST_GO_TO,
        REQUEST_START_MISSION,
    )


def ask_for_mode(
    request: Request,
    settings: FlightSettings,
    vehicle: Vehicle,
    estimate: Estimate,
    items: MissionItems,
    way: WayHome,
    modes: Mut[ModeState],
    mission: Mut[Mission],
    intention: Mut[Intention],
) -> float:
    """Let the mode begin that a request leads to, or say why not."""
    mode = mode_asked(request.kind, request.first)
    # Asked for what it does already: fine, and nothing begins anew.
    if request.kind == REQUEST_MODE and mode == intention.mode:
        return FINE
    reason = refusal(mode, settings, vehicle, estimate, intention, items, modes, way)
    if reason == FINE:
        reason = extra_refusal(request, vehicle.airframe, intention, items)
    if reason == FINE:
        enter_mode(mode, request, settings, estimate, modes, mission, intention)
    return reason


def mode_asked(kind: float, argument: float) -> float:
    """The mode that a request leads to, or none."""
    mode = NO_MODE
    mode = argument if kind == REQUEST_MODE else mode
    mode = MODE_TAKEOFF if kind == REQUEST_TAKEOFF else mode
    mode = MODE_LAND if kind == REQUEST_LAND else mode
    mode = MODE_GUIDED if kind == REQUEST_GO_TO else mode
    return MODE_AUTO if kind == REQUEST_START_MISSION else mode


def is_place(place: Vec3) -> bool:
    """Are these three finite numbers?"""
    return abs(place.x) < MOST_M and abs(place.y) < MOST_M and abs(place.z) < MOST_M


def look_at(place_ned_m: Vec3, vehicle: Vehicle, modes: Mut[ModeState]) -> bool:
    """Look at a place, or at nothing if there is none; False if it cannot."""
    possible = has_rotors(vehicle.airframe)
    modes.roi_used = possible and is_place(place_ned_m)
    modes.roi_ned_m = place_ned_m
    return possible


def extra_refusal(
    request: Request, airframe: float, intention: Intention, items: MissionItems
) -> float:
    """What a request needs beyond its mode."""
    goes = request.kind == REQUEST_GO_TO
    starts = request.kind == REQUEST_START_MISSION
    absurd = request.first < 0.0 or request.first > MOST_M
    if request.kind == REQUEST_TAKEOFF and absurd:
        return REASON_BAD_NUMBER
    if starts and request.first >= items.item_count:
        return REASON_NO_SUCH_ITEM
    if (goes or starts) and intention.armed == 0.0:
        return REASON_NOT_ARMED
    grounded = intention.flying == 0.0 and not on_surface(airframe)
    return REASON_NOT_FLYING if goes and grounded else FINE


def enter_mode(
    wanted: float,
    request: Request,
    settings: FlightSettings,
    estimate: Estimate,
    modes: Mut[ModeState],
    mission: Mut[Mission],
    intention: Mut[Intention],
) -> None:
    """Let the mode begin, and keep what the request says for it."""
    modes.paused = 0.0
    modes.target_used = request.kind == REQUEST_GO_TO
    modes.takeoff_wanted_m = -1.0
    modes.mode_wanted = wanted
    if request.kind == REQUEST_TAKEOFF:
        height = request.first
        modes.takeoff_wanted_m = height if height > 0.0 else settings.takeoff_altitude_m
        modes.takeoff_yaw_rad = request.second
        # Guided mode may begin with a take-off, and stays what it is.
        modes.mode_wanted = MODE_GUIDED if intention.mode == MODE_GUIDED else wanted
    elif request.kind == REQUEST_GO_TO:
        modes.target = target_of(request, estimate.position_ned_m)
    elif request.kind == REQUEST_START_MISSION:
        if request.first >= 1.0:
            set_item(request.first, mission, intention)
        # A mission that is under way goes on.
        goes_on = intention.mode == MODE_AUTO and mission.done == 0.0
        modes.mode_wanted = NO_MODE if goes_on else wanted


def target_of(request: Request, here_ned_m: Vec3) -> Target:
    """Where guided mode is to go; what is not told of a place is here."""
    place = place_or(request.place_ned_m(), here_ned_m)
    speed, radius = told_or(request.fifth, 0.0), told_or(request.sixth, 0.0)
    return Target(*place, request.fourth, speed, radius)


def set_item(item: float, mission: Mut[Mission], intention: Mut[Intention]) -> None:
    """Let the mission go on with another item; from the first one, all jumps are to be taken."""
    if item < 1.0:
        forget_jumps(mission)
    intention.waypoint_index = item - item % 1.0
    mission.stage = 0.0
    mission.done = 0.0


def forget_jumps(mission: Mut[Mission]) -> None:
    """All jumps may be taken again."""
    for i in range(len(mission.jumps)):
        mission.jumps[i] = 0.0


def pause_refusal(flying: float, phase: float) -> float:
    """Why the way cannot be interrupted now."""
    if flying == 0.0:
        return REASON_NOT_FLYING
    if phase in (PHASE_DESCEND, PHASE_TOUCH_DOWN):
        return REASON_LANDING
    return REASON_NOTHING_TO_PAUSE if phase in (PHASE_PILOT, PHASE_OFFBOARD) else FINE


def transition_refusal(state: float, airframe: float, flying: float) -> float:
    """Why it cannot change between hover and cruise."""
    if airframe != AIRFRAME_VTOL:
        return REASON_NO_TRANSITION
    if state not in (HOVER, CRUISE):
        return REASON_BAD_NUMBER
    return REASON_NOT_FLYING if state == CRUISE and flying == 0.0 else FINE
