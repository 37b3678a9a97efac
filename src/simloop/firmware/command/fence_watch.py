"""Is the vehicle inside the fence? Every pass, armed or not; and is there to be a fence at all?"""

from simloop.firmware.command.fence import FAR_M, fence_is_empty, inside_fence
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import (
    FENCE_CLOSE,
    FENCE_EMPTY,
    FENCE_OFF,
    FENCE_ON,
    NO_REASON,
)
from simloop.firmware.fields.safety import FENCE_FLOOR, FENCE_MARGIN
from simloop.firmware.modes import MODE_LAND, MODE_RTL, MODE_SMART_RTL
from simloop.firmware.phases import PHASE_DESCEND, PHASE_RETURN, PHASE_TOUCH_DOWN
from simloop.firmware.requests import ANSWER_ACCEPTED, ANSWER_DENIED, REQUEST_FENCE
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def floor_counts(risen: bool, mode: float, phase: float) -> bool:
    """Does the fence's floor hold? Not before the climb, nor on the way back to the ground."""
    returns = (mode == MODE_LAND) | (mode == MODE_RTL) | (mode == MODE_SMART_RTL)
    sinks = (phase == PHASE_DESCEND) | (phase == PHASE_TOUCH_DOWN) | (phase == PHASE_RETURN)
    return risen & (not returns) & (not sinks)


def still_breached(was: bool, distance_m: float, margin_m: float) -> bool:
    """Outside, or outside before and not yet back by the margin."""
    return (distance_m < 0.0) | (was & (distance_m < margin_m))


def switched(on: bool, empty: bool) -> float:
    """What a request to switch the fence leads to, as a reason."""
    if on & empty:
        return FENCE_EMPTY
    return FENCE_ON if on else FENCE_OFF


def watch_fence(
    fw_airframe: Row,
    fw_fence_limit_m: Row,
    fw_fence_vertex: Row,
    fw_fence_vertex_count: Row,
    fw_fence_polygon: Row,
    fw_fence_circle: Row,
    fw_position_ned_m: Row,
    fw_position_ok: Row,
    fw_height_ok: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_home_ned_m: Row,
    fw_request: Row,
    fw_request_id: Row,
    fw_fence_enabled: Row,
    fw_fence_distance_m: Row,
    fw_fence_breach: Row,
    fw_fence_near: Row,
    fw_fence_risen: Row,
    fw_answer_id: Row,
    fw_answer: Row,
    fw_answer_reason: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Switch the fence if asked, measure the way to it, tell the pilot when it is close."""
    for j in range(W):
        note = NO_REASON
        if (fw_request_id[j] != fw_answer_id[j]) & (fw_request[j] == REQUEST_FENCE):
            on = fw_request[W + j] > 0.0
            note = switched(
                on, fence_is_empty(fw_fence_limit_m, fw_fence_polygon, fw_fence_circle, j)
            )
            refused = note == FENCE_EMPTY
            fw_fence_enabled[j] = 1.0 if on & (not refused) else 0.0
            fw_answer[j] = ANSWER_DENIED if refused else ANSWER_ACCEPTED
            fw_answer_reason[j] = note if refused else NO_REASON
            fw_answer_id[j] = fw_request_id[j]

        airborne = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0)
        height = fw_home_ned_m[2 * W + j] - fw_position_ned_m[2 * W + j]
        margin = fw_fence_limit_m[FENCE_MARGIN * W + j]
        above = height > fw_fence_limit_m[FENCE_FLOOR * W + j] + margin
        risen = airborne & (above | (fw_fence_risen[j] > 0.0))

        distance = FAR_M
        if fw_fence_enabled[j] > 0.0:
            distance = inside_fence(
                fw_fence_limit_m,
                fw_fence_vertex,
                fw_fence_vertex_count,
                fw_fence_polygon,
                fw_fence_circle,
                fw_home_ned_m,
                fw_position_ned_m,
                j,
                fw_position_ok[j] > 0.0,
                (fw_height_ok[j] > 0.0) & (not on_surface(fw_airframe[j])),
                floor_counts(risen, fw_mode[j], fw_phase[j]),
            )
        breach = still_breached(fw_fence_breach[j] > 0.0, distance, margin)
        near = distance < margin
        if airborne & near & (not breach) & (fw_fence_near[j] <= 0.0):
            note = FENCE_CLOSE
        if note != NO_REASON:
            post(fw_event, fw_event_count, j, note, distance)

        fw_fence_distance_m[j] = distance
        fw_fence_breach[j] = 1.0 if breach else 0.0
        fw_fence_near[j] = 1.0 if near else 0.0
        fw_fence_risen[j] = 1.0 if risen else 0.0
