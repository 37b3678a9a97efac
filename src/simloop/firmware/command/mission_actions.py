"""Mission items that happen at once: speed, servo, look at, transition, jump and delay."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.item_legs import takes_time
from simloop.firmware.command.legs import has_rotors
from simloop.firmware.command.mode_reasons import EVENT_ITEM_SKIPPED
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.command.timers import HAIR_S
from simloop.firmware.maths import smaller
from simloop.firmware.modes import MODE_AUTO
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most items of a mission; compiled copies set it.
ITEMS = 50

# Numbers of MAV_CMD.
CONDITION_DELAY = 112.0
DO_JUMP = 177.0
DO_CHANGE_SPEED = 178.0
DO_SET_SERVO = 183.0
DO_SET_ROI_LOCATION = 195.0
DO_SET_ROI_NONE = 197.0
DO_SET_ROI = 201.0
DO_VTOL_TRANSITION = 3000.0

SPEED_DEFAULT = -2.0
TRANSITION_HOVER = 3.0
TRANSITION_CRUISE = 4.0
HOVER = 1.0
CRUISE = 2.0
# A pulse in us and what it means from -1 to 1.
PULSE_MIDDLE_US = 1500.0
PULSE_HALF_US = 500.0
MOST_M = 1e7
NO_ACTION = -1.0


def order_servo(
    j: int,
    output: float,
    pulse_us: float,
    fw_servo_outputs: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
) -> bool:
    """Set an output, counted from 1 here; False if there is none or no such pulse."""
    value = (pulse_us - PULSE_MIDDLE_US) / PULSE_HALF_US
    possible = output >= 1.0 and output <= fw_servo_outputs[j] and abs(value) <= 1.0
    if possible:
        fw_servo_order[j] = output - 1.0
        fw_servo_order[W + j] = value
        fw_servo_orders[j] = fw_servo_orders[j] + 1.0
    return possible


def look_at(
    j: int, n: float, e: float, d: float, airframe: float, fw_roi_ned_m: Row, fw_roi_used: Row
) -> bool:
    """Look at a place, or at nothing if there is none; False if it cannot."""
    finite = abs(n) < MOST_M and abs(e) < MOST_M and abs(d) < MOST_M
    possible = has_rotors(airframe)
    fw_roi_ned_m[j] = n
    fw_roi_ned_m[W + j] = e
    fw_roi_ned_m[2 * W + j] = d
    fw_roi_used[j] = 1.0 if finite and possible else 0.0
    return possible


def act(
    fw_item: Row,
    j: int,
    k: int,
    airframe: float,
    fw_speed_wanted_mps: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_vtol_request: Row,
    fw_servo_outputs: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
) -> bool:
    """Do what item k says; False if this vehicle cannot."""
    first = 8 * k
    command = fw_item[first * W + j]
    p1 = fw_item[(first + 1) * W + j]
    p2 = fw_item[(first + 2) * W + j]
    n = fw_item[(first + 5) * W + j]
    e = fw_item[(first + 6) * W + j]
    d = fw_item[(first + 7) * W + j]
    possible = False
    if command == DO_CHANGE_SPEED:
        possible = True
        # Other negative numbers mean no change.
        if p2 > 0.0 or p2 == SPEED_DEFAULT:
            fw_speed_wanted_mps[j] = p2 if p2 > 0.0 else 0.0
    elif command == DO_SET_SERVO:
        possible = order_servo(j, p1, p2, fw_servo_outputs, fw_servo_order, fw_servo_orders)
    elif (command == DO_SET_ROI_LOCATION) | (command == DO_SET_ROI):
        possible = look_at(j, n, e, d, airframe, fw_roi_ned_m, fw_roi_used)
    elif command == DO_SET_ROI_NONE:
        possible = True
        fw_roi_used[j] = 0.0
    elif command == DO_VTOL_TRANSITION:
        known = (p1 == TRANSITION_HOVER) | (p1 == TRANSITION_CRUISE)
        possible = airframe == AIRFRAME_VTOL and known
        if possible:
            fw_vtol_request[j] = HOVER if p1 == TRANSITION_HOVER else CRUISE
    return possible


def after_jump(fw_item: Row, fw_item_jumps: Row, j: int, k: int, count: float) -> float:
    """The item after jump k: its target, or the next one once it was taken often enough."""
    target = fw_item[(8 * k + 1) * W + j]
    times = fw_item[(8 * k + 2) * W + j]
    taken = fw_item_jumps[k * W + j]
    if not can_jump(target, count) or not (times < 0.0 or taken < times):
        return float(k + 1)
    fw_item_jumps[k * W + j] = taken + 1.0
    return float(target - target % 1.0)


def can_jump(target: float, count: float) -> bool:
    """Is there such an item?"""
    return target >= 0.0 and target < count


def do_late_actions(
    period_s: float,
    fw_airframe: Row,
    fw_item: Row,
    fw_item_count: Row,
    fw_mode: Row,
    fw_paused: Row,
    fw_servo_outputs: Row,
    fw_action_next: Row,
    fw_action_wait_s: Row,
    fw_speed_wanted_mps: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_vtol_request: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Do actions that a delay put off, one in a pass, until the next item that takes time."""
    for j in range(W):
        k = fw_action_next[j]
        if k < 0.0 or fw_mode[j] != MODE_AUTO or fw_paused[j] > 0.0:
            continue
        fw_action_wait_s[j] = fw_action_wait_s[j] - period_s
        if fw_action_wait_s[j] > HAIR_S:
            continue
        if k >= smaller(fw_item_count[j], float(ITEMS)):
            fw_action_next[j] = NO_ACTION
            continue
        i = int(k)
        command = fw_item[8 * i * W + j]
        if takes_time(command) or command == DO_JUMP:
            fw_action_next[j] = NO_ACTION
            continue
        fw_action_next[j] = k + 1.0
        if command == CONDITION_DELAY:
            fw_action_wait_s[j] = fw_item[(8 * i + 1) * W + j]
        elif not act(
            fw_item,
            j,
            i,
            fw_airframe[j],
            fw_speed_wanted_mps,
            fw_roi_ned_m,
            fw_roi_used,
            fw_vtol_request,
            fw_servo_outputs,
            fw_servo_order,
            fw_servo_orders,
        ):
            post(fw_event, fw_event_count, j, EVENT_ITEM_SKIPPED, k)
