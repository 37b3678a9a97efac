"""Outputs set by hand: by request, or by an item of the mission."""

from simloop.firmware.command.legs import is_number
from simloop.firmware.command.mode_reasons import REASON_BAD_NUMBER, REASON_NO_SERVO
from simloop.firmware.command.mode_requests import answer_of
from simloop.firmware.requests import REQUEST_SERVO
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Outputs behind the mixer; compiled copies set it.
OUTPUTS = 5


def servo_refusal(output: float, value: float) -> float:
    """Why an output cannot be set; a value that is none gives it back to the mixer."""
    if not (output >= 0.0 and output < OUTPUTS):
        return REASON_NO_SERVO
    return REASON_BAD_NUMBER if abs(value) > 1.0 else 0.0


def set_output(fw_aux_command: Row, fw_aux_used: Row, j: int, output: int, value: float) -> None:
    """Set an output, or let it go for NaN."""
    used = is_number(value)
    fw_aux_command[output * W + j] = value if used else 0.0
    fw_aux_used[output * W + j] = 1.0 if used else 0.0


def set_servos(
    fw_request: Row,
    fw_request_id: Row,
    fw_answer_id: Row,
    fw_answer: Row,
    fw_answer_reason: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
    fw_servo_orders_done: Row,
    fw_servo_outputs: Row,
    fw_aux_command: Row,
    fw_aux_used: Row,
) -> None:
    """Answer a request about an output, and carry out what the mission ordered."""
    for j in range(W):
        fw_servo_outputs[j] = float(OUTPUTS)
        if fw_request[j] == REQUEST_SERVO and fw_request_id[j] != fw_answer_id[j]:
            output = fw_request[W + j]
            value = fw_request[2 * W + j]
            reason = servo_refusal(output, value)
            if reason == 0.0:
                set_output(fw_aux_command, fw_aux_used, j, int(output), value)
            fw_answer[j] = answer_of(reason)
            fw_answer_reason[j] = reason
            fw_answer_id[j] = fw_request_id[j]
        if fw_servo_orders[j] != fw_servo_orders_done[j]:
            output = fw_servo_order[j]
            if servo_refusal(output, fw_servo_order[W + j]) == 0.0:
                set_output(fw_aux_command, fw_aux_used, j, int(output), fw_servo_order[W + j])
            fw_servo_orders_done[j] = fw_servo_orders[j]
