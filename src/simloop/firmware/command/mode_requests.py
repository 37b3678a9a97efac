"""Requests about modes, places and missions, each answered with a reason."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.legs import has_rotors, is_number, on_surface
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
from simloop.firmware.modes import MODE_AUTO, MODE_GUIDED, MODE_LAND, MODE_TAKEOFF
from simloop.firmware.phases import (
    PHASE_DESCEND,
    PHASE_OFFBOARD,
    PHASE_PILOT,
    PHASE_TOUCH_DOWN,
)
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
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most items of a mission; compiled copies set it.
ITEMS = 50

NO_MODE = -1.0
HOVER = 1.0
CRUISE = 2.0
HOME_TOLD = 2.0
MOST_M = 1e7
MOST_MPS = 1000.0


def answer_of(reason: float) -> float:
    """The answer that goes with a reason; see mode_reasons.py for the hundreds."""
    if reason == FINE:
        return ANSWER_ACCEPTED
    if reason < REASON_UNKNOWN_MODE:
        return ANSWER_TEMPORARILY_REJECTED
    return ANSWER_DENIED if reason < REASON_UNKNOWN_REQUEST else ANSWER_UNSUPPORTED


def is_ours(kind: float) -> bool:
    """Is nobody else there to answer it?"""
    return not ((kind == REQUEST_ARM) | (kind == REQUEST_CALIBRATE) | (kind == REQUEST_FENCE))


def mode_asked(kind: float, argument: float) -> float:
    """The mode that a request leads to, or none."""
    mode = NO_MODE
    mode = argument if kind == REQUEST_MODE else mode
    mode = MODE_TAKEOFF if kind == REQUEST_TAKEOFF else mode
    mode = MODE_LAND if kind == REQUEST_LAND else mode
    mode = MODE_GUIDED if kind == REQUEST_GO_TO else mode
    return MODE_AUTO if kind == REQUEST_START_MISSION else mode


def asks_for_mode(kind: float) -> bool:
    """Does this request change the mode?"""
    by_name = (kind == REQUEST_MODE) | (kind == REQUEST_TAKEOFF) | (kind == REQUEST_LAND)
    return by_name | (kind == REQUEST_GO_TO) | (kind == REQUEST_START_MISSION)


def is_place(n: float, e: float, d: float) -> bool:
    """Are these three finite numbers?"""
    return abs(n) < MOST_M and abs(e) < MOST_M and abs(d) < MOST_M


def told_or(value: float, otherwise: float) -> float:
    """The value, or something else for NaN."""
    return value if is_number(value) else otherwise


def extra_refusal(
    kind: float, argument: float, airframe: float, armed: float, flying: float, items: float
) -> float:
    """What a request needs beyond its mode."""
    goes = kind == REQUEST_GO_TO
    starts = kind == REQUEST_START_MISSION
    grounded = flying == 0.0 and not on_surface(airframe)
    absurd = argument < 0.0 or argument > MOST_M
    reason = FINE
    reason = REASON_NOT_FLYING if goes and grounded else reason
    reason = REASON_NOT_ARMED if (goes or starts) and armed == 0.0 else reason
    reason = REASON_NO_SUCH_ITEM if starts and argument >= items else reason
    return REASON_BAD_NUMBER if kind == REQUEST_TAKEOFF and absurd else reason


def pause_refusal(flying: float, phase: float) -> float:
    """Why the way cannot be interrupted now."""
    sticks = (phase == PHASE_PILOT) | (phase == PHASE_OFFBOARD)
    landing = (phase == PHASE_DESCEND) | (phase == PHASE_TOUCH_DOWN)
    reason = REASON_NOTHING_TO_PAUSE if sticks else FINE
    reason = REASON_LANDING if landing else reason
    return REASON_NOT_FLYING if flying == 0.0 else reason


def transition_refusal(state: float, airframe: float, flying: float) -> float:
    """Why it cannot change between hover and cruise."""
    reason = REASON_NOT_FLYING if state == CRUISE and flying == 0.0 else FINE
    reason = reason if (state == HOVER) | (state == CRUISE) else REASON_BAD_NUMBER
    return reason if airframe == AIRFRAME_VTOL else REASON_NO_TRANSITION


def set_place(column: Row, j: int, n: float, e: float, d: float) -> None:
    """Write a place into a column."""
    column[j] = n
    column[W + j] = e
    column[2 * W + j] = d


def set_target(fw_request: Row, fw_position_ned_m: Row, fw_target: Row, j: int) -> None:
    """Keep where guided mode is to go; what is not told of a place is here."""
    for axis in range(3):
        here = fw_position_ned_m[axis * W + j]
        fw_target[axis * W + j] = told_or(fw_request[(1 + axis) * W + j], here)
    fw_target[3 * W + j] = fw_request[4 * W + j]
    fw_target[4 * W + j] = told_or(fw_request[5 * W + j], 0.0)
    fw_target[5 * W + j] = told_or(fw_request[6 * W + j], 0.0)


def set_item(
    item: float,
    j: int,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_jumps: Row,
    fw_mission_done: Row,
) -> None:
    """Let the mission go on with another item; from the first one, all jumps are to be taken."""
    if item < 1.0:
        for i in range(ITEMS):
            fw_item_jumps[i * W + j] = 0.0
    fw_waypoint_index[j] = item - item % 1.0
    fw_item_stage[j] = 0.0
    fw_mission_done[j] = 0.0


def prepare_mode(
    kind: float,
    wanted: float,
    mode: float,
    j: int,
    fw_takeoff_altitude_m: Row,
    fw_position_ned_m: Row,
    fw_request: Row,
    fw_target: Row,
    fw_target_used: Row,
    fw_takeoff_wanted_m: Row,
    fw_takeoff_yaw_rad: Row,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_jumps: Row,
    fw_mission_done: Row,
) -> float:
    """Keep what the request says for the mode that it leads to; that mode, or none to begin."""
    first = fw_request[W + j]
    fw_target_used[j] = 1.0 if kind == REQUEST_GO_TO else 0.0
    fw_takeoff_wanted_m[j] = -1.0
    begins = wanted
    if kind == REQUEST_TAKEOFF:
        fw_takeoff_wanted_m[j] = first if first > 0.0 else fw_takeoff_altitude_m[j]
        fw_takeoff_yaw_rad[j] = fw_request[2 * W + j]
        # Guided mode may begin with a take-off, and stays what it is.
        begins = MODE_GUIDED if mode == MODE_GUIDED else wanted
    elif kind == REQUEST_GO_TO:
        set_target(fw_request, fw_position_ned_m, fw_target, j)
    elif kind == REQUEST_START_MISSION:
        if first >= 1.0:
            set_item(first, j, fw_waypoint_index, fw_item_stage, fw_item_jumps, fw_mission_done)
        # A mission that is under way goes on.
        begins = NO_MODE if mode == MODE_AUTO and fw_mission_done[j] == 0.0 else wanted
    return begins


def take_requests(
    fw_takeoff_altitude_m: Row,
    fw_follow_timeout_s: Row,
    fw_airframe: Row,
    fw_position_ok: Row,
    fw_height_ok: Row,
    fw_position_ned_m: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_item_count: Row,
    fw_path_count: Row,
    fw_follow_age_s: Row,
    fw_request: Row,
    fw_request_id: Row,
    fw_answer_id: Row,
    fw_answer: Row,
    fw_answer_reason: Row,
    fw_mode_wanted: Row,
    fw_home_ned_m: Row,
    fw_home_set: Row,
    fw_target: Row,
    fw_target_used: Row,
    fw_takeoff_wanted_m: Row,
    fw_takeoff_yaw_rad: Row,
    fw_speed_wanted_mps: Row,
    fw_paused: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_vtol_request: Row,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_jumps: Row,
    fw_mission_done: Row,
) -> None:
    """Answer a request, unless it is the state manager's."""
    for j in range(W):
        kind = fw_request[j]
        if fw_request_id[j] == fw_answer_id[j] or not is_ours(kind):
            continue
        a = fw_request[W + j]
        b = fw_request[2 * W + j]
        c = fw_request[3 * W + j]
        mode = fw_mode[j]
        airframe = fw_airframe[j]
        flying = fw_flying[j]
        items = fw_item_count[j]
        reason = REASON_NO_SERVO if kind == REQUEST_SERVO else REASON_UNKNOWN_REQUEST

        if asks_for_mode(kind):
            wanted = mode_asked(kind, a)
            reason = refusal(
                wanted,
                airframe,
                fw_armed[j],
                flying,
                fw_position_ok[j],
                fw_height_ok[j],
                fw_home_set[j],
                items,
                fw_path_count[j],
                fw_follow_timeout_s[j] - fw_follow_age_s[j],
            )
            # Asked for what it does already: fine, and nothing begins anew.
            same = kind == REQUEST_MODE and wanted == mode
            extra = extra_refusal(kind, a, airframe, fw_armed[j], flying, items)
            reason = extra if reason == FINE else reason
            reason = FINE if same else reason
            if reason == FINE and not same:
                fw_mode_wanted[j] = prepare_mode(
                    kind,
                    wanted,
                    mode,
                    j,
                    fw_takeoff_altitude_m,
                    fw_position_ned_m,
                    fw_request,
                    fw_target,
                    fw_target_used,
                    fw_takeoff_wanted_m,
                    fw_takeoff_yaw_rad,
                    fw_waypoint_index,
                    fw_item_stage,
                    fw_item_jumps,
                    fw_mission_done,
                )
                fw_paused[j] = 0.0
        elif kind == REQUEST_SET_HOME:
            reason = FINE if fw_position_ok[j] > 0.0 else REASON_NO_POSITION
            reason = reason if is_place(a, b, c) else REASON_BAD_NUMBER
            if reason == FINE:
                set_place(fw_home_ned_m, j, a, b, c)
                fw_home_set[j] = HOME_TOLD
        elif kind == REQUEST_SET_ITEM:
            reason = FINE if a >= 0.0 and a < items else REASON_NO_SUCH_ITEM
            reason = reason if items >= 1.0 else REASON_NO_MISSION
            if reason == FINE:
                set_item(a, j, fw_waypoint_index, fw_item_stage, fw_item_jumps, fw_mission_done)
        elif kind == REQUEST_SPEED:
            reason = FINE if a > 0.0 and a < MOST_MPS else REASON_BAD_NUMBER
            fw_speed_wanted_mps[j] = a if reason == FINE else fw_speed_wanted_mps[j]
        elif kind == REQUEST_PAUSE:
            reason = pause_refusal(flying, fw_phase[j]) if a > 0.0 else FINE
            fw_paused[j] = 1.0 if a > 0.0 and reason == FINE else 0.0
        elif kind == REQUEST_TRANSITION:
            reason = transition_refusal(a, airframe, flying)
            fw_vtol_request[j] = a if reason == FINE else fw_vtol_request[j]
        elif kind == REQUEST_LOOK_AT:
            reason = FINE if has_rotors(airframe) else REASON_CANNOT_LOOK
            fw_roi_used[j] = 1.0 if reason == FINE and is_place(a, b, c) else 0.0
            set_place(fw_roi_ned_m, j, a, b, c)

        fw_answer[j] = answer_of(reason)
        fw_answer_reason[j] = reason
        fw_answer_id[j] = fw_request_id[j]
