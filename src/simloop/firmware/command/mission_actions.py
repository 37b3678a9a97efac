"""Mission items that happen at once: speed, servo, look at, transition, jump and delay."""

from simloop.firmware.codes import Airframe, Mode, RequestKind, VtolRequest
from simloop.firmware.command.answers import answer, is_asked, post
from simloop.firmware.command.items import Do, count_of, item_at, takes_time
from simloop.firmware.command.legs import is_number
from simloop.firmware.command.mode_requests import answer_of, look_at
from simloop.firmware.command.reasons import Event, Refusal
from simloop.firmware.command.timers import HAIR_S
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Item, Notices, Requests
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import ServoOrder
from simloop.firmware.fields.outputs import OutputState

SPEED_DEFAULT = -2.0
TRANSITION_HOVER = 3.0
TRANSITION_CRUISE = 4.0
# A pulse in us and what it means from -1 to 1.
PULSE_MIDDLE_US = 1500.0
PULSE_HALF_US = 500.0
NO_ACTION = -1.0


def do_late_actions(period_s: float, craft: Craft, plan: Mut[Plan], notices: Mut[Notices]) -> None:
    """Do actions that a delay put off, one in a pass, until the next item that takes time."""
    k = plan.action_next
    if k < 0.0 or craft.mode != Mode.AUTO or plan.paused > 0.0:
        return
    plan.action_wait_s -= period_s
    if plan.action_wait_s > HAIR_S:
        return
    plan.action_next = NO_ACTION
    if k >= count_of(plan):
        return
    item = item_at(plan, int(k))
    if takes_time(item.command) or item.command == Do.JUMP:
        return
    plan.action_next = k + 1.0
    if item.command == Do.CONDITION_DELAY:
        plan.action_wait_s = item.p1
    elif not act(item, craft, plan):
        post(notices, Event.ITEM_SKIPPED, k)


def act(item: Item, craft: Craft, plan: Mut[Plan]) -> bool:
    """Do what an item says; False if this vehicle cannot."""
    command = item.command
    if command == Do.CHANGE_SPEED:
        # Other negative numbers mean no change.
        if item.p2 > 0.0 or item.p2 == SPEED_DEFAULT:
            plan.speed_wanted_mps = item.p2 if item.p2 > 0.0 else 0.0
        return True
    if command == Do.SET_SERVO:
        return order_servo(plan, item.p1, item.p2)
    if command in (Do.SET_ROI_LOCATION, Do.SET_ROI):
        return look_at(item.place_ned_m(), craft, plan)
    if command == Do.SET_ROI_NONE:
        plan.roi_used = 0.0
        return True
    known = item.p1 in (TRANSITION_HOVER, TRANSITION_CRUISE)
    if command == Do.VTOL_TRANSITION and craft.airframe == Airframe.VTOL and known:
        plan.vtol_request = VtolRequest.HOVER if item.p1 == TRANSITION_HOVER else VtolRequest.CRUISE
        return True
    return False


def order_servo(plan: Mut[Plan], output: float, pulse_us: float) -> bool:
    """Set an output, counted from 1 here; False if there is none or no such pulse."""
    value = (pulse_us - PULSE_MIDDLE_US) / PULSE_HALF_US
    possible = output >= 1.0 and output <= plan.servo_outputs and abs(value) <= 1.0
    if possible:
        plan.servo_order = ServoOrder(output - 1.0, value)
        plan.servo_orders += 1.0
    return possible


def after_jump(item: Item, k: int, count: float, plan: Mut[Plan]) -> float:
    """The item after jump k: its target, or the next one once it was taken often enough."""
    target, times = item.p1, item.p2
    taken = plan.jumps[k]
    if not can_jump(target, count) or not (times < 0.0 or taken < times):
        return float(k + 1)
    plan.jumps[k] = taken + 1.0
    return target - target % 1.0


def can_jump(target: float, count: float) -> bool:
    """Is there such an item?"""
    return target >= 0.0 and target < count


def set_servos(requests: Mut[Requests], plan: Mut[Plan], outputs: Mut[OutputState]) -> None:
    """Answer a request about an output, and carry out what the mission ordered."""
    plan.servo_outputs = float(len(outputs.aux_used))
    if is_asked(requests, RequestKind.SERVO):
        reason = set_output(outputs, requests.request.first, requests.request.second)
        answer(requests, answer_of(reason), reason)
    if plan.servo_orders != plan.servo_orders_done:
        set_output(outputs, plan.servo_order.output, plan.servo_order.value)
        plan.servo_orders_done = plan.servo_orders


def set_output(outputs: Mut[OutputState], output: float, value: float) -> float:
    """Set an output, or let it go for NaN; why it cannot be set, or 0."""
    if not (output >= 0.0 and output < len(outputs.aux_used)):
        return Refusal.NO_SERVO
    if abs(value) > 1.0:
        return Refusal.BAD_NUMBER
    used = is_number(value)
    outputs.aux_command[int(output)] = value if used else 0.0
    outputs.aux_used[int(output)] = used
    return 0.0
