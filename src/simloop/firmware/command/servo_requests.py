"""Outputs set by hand: by request, or by an item of the mission."""

from simloop.firmware.codes import RequestKind
from simloop.firmware.command.answers import answer, is_asked
from simloop.firmware.command.components import Plan
from simloop.firmware.command.legs import is_number
from simloop.firmware.command.mode_requests import answer_of
from simloop.firmware.command.reasons import Refusal
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.outputs import OutputState


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
