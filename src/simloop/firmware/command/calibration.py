"""Takes requests to calibrate, waits for the sensors to finish, and tells how it ended."""

from simloop.firmware.command.arming import first_error_against, never_left_out
from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import (
    CALIBRATION_ARMED,
    CALIBRATION_BEGUN,
    CALIBRATION_BUSY,
    CALIBRATION_DONE,
    CALIBRATION_MOVED,
    CALIBRATION_OUT_OF_RANGE,
    CALIBRATION_SILENT,
    CALIBRATION_STOPPED,
    CALIBRATION_TURN,
    CALIBRATION_UNKNOWN,
    NO_REASON,
    TRIM_DONE,
    TRIM_FAR_OFF,
    TRIM_NO_RADIO,
)
from simloop.firmware.command.timers import expired
from simloop.firmware.fields.radio import STICK_THROTTLE
from simloop.firmware.requests import (
    ANSWER_ACCEPTED,
    ANSWER_DENIED,
    ANSWER_TEMPORARILY_REJECTED,
    ANSWER_UNSUPPORTED,
    CALIBRATE_GYRO,
    CALIBRATE_IMU,
    CALIBRATE_MAGNETOMETER,
    CALIBRATE_RC_TRIM,
    REQUEST_CALIBRATE,
)
from simloop.firmware.row import Row
from simloop.firmware.states import ERRORS, STATE_ERROR, STATE_PREFLIGHT

# Lanes per block; compiled copies set it.
W = 1

# What a sensor's calibration says, in fw_calibration_result.
RESULT_DONE = 1.0
RESULT_MOVED = 2.0
RESULT_OUT_OF_RANGE = 3.0

# The result of the last calibration may stand until the sensor sees the new one.
TAKE_NOTE_S = 0.1
# Longer than the slowest of them, a compass that is turned all ways round.
PATIENCE_S = 60.0
# Trim further than this from the middle is a stick that is held.
TRIM_MOST = 0.2


def outcome_of(result: float, time_s: float, stopped: bool) -> float:
    """How a calibration ended, as a reason, or none while it goes on."""
    if stopped:
        return CALIBRATION_STOPPED
    if time_s < TAKE_NOTE_S:
        return NO_REASON
    if result == RESULT_DONE:
        return CALIBRATION_DONE
    if result == RESULT_MOVED:
        return CALIBRATION_MOVED
    if result == RESULT_OUT_OF_RANGE:
        return CALIBRATION_OUT_OF_RANGE
    return CALIBRATION_SILENT if expired(time_s, PATIENCE_S) else NO_REASON


def calibration_refusal(kind: float, state: float, armed: bool) -> float:
    """Why a calibration may not begin, or none."""
    if not ((kind >= CALIBRATE_GYRO) & (kind <= CALIBRATE_RC_TRIM)):
        return CALIBRATION_UNKNOWN
    if armed:
        return CALIBRATION_ARMED
    ready = (state == STATE_PREFLIGHT) | (state == STATE_ERROR)
    return NO_REASON if ready else CALIBRATION_BUSY


def trim_refusal(rc_ok: bool, fw_rc_stick_channel: Row, rc_channel: Row, j: int) -> float:
    """Why the sticks may not be taken for trim, or none."""
    if not rc_ok:
        return TRIM_NO_RADIO
    for stick in range(STICK_THROTTLE):
        channel = int(fw_rc_stick_channel[stick * W + j])
        if abs(rc_channel[channel * W + j] - 0.5) > TRIM_MOST:
            return TRIM_FAR_OFF
    return NO_REASON


def answer_to(refusal: float) -> float:
    """How a request with this refusal is answered."""
    if refusal == NO_REASON:
        return ANSWER_ACCEPTED
    if refusal == CALIBRATION_UNKNOWN:
        return ANSWER_UNSUPPORTED
    return ANSWER_DENIED if refusal == CALIBRATION_ARMED else ANSWER_TEMPORARILY_REJECTED


def is_stopped(fw_error: Row, check: float, ends_in_arming: bool, j: int) -> bool:
    """Does an error end a calibration? One that ends in arming is ended by all that forbid it."""
    stopped = ends_in_arming & (first_error_against(fw_error, check, False, j) != NO_REASON)
    for i in range(ERRORS):
        stopped = stopped | (never_left_out(i) & (fw_error[i * W + j] > 0.0))
    return stopped


def calibrate(
    fw_arming_check: Row,
    fw_rc_stick_channel: Row,
    rc_channel: Row,
    fw_request: Row,
    fw_request_id: Row,
    fw_calibration_result: Row,
    fw_pass_s: Row,
    fw_rc_ok: Row,
    fw_error: Row,
    fw_state: Row,
    fw_armed: Row,
    fw_arm_when_done: Row,
    fw_imu_calibrated: Row,
    fw_calibration_kind: Row,
    fw_calibration_time_s: Row,
    fw_calibration_outcome: Row,
    fw_rc_trim_request: Row,
    fw_answer_id: Row,
    fw_answer: Row,
    fw_answer_reason: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """See how the calibration under way fares, then take a request for another."""
    for j in range(W):
        kind = fw_calibration_kind[j]
        time_s = fw_calibration_time_s[j] + fw_pass_s[j]
        outcome = NO_REASON
        note = NO_REASON
        calibrated = fw_imu_calibrated[j]
        if kind > 0.0:
            stopped = is_stopped(fw_error, fw_arming_check[j], fw_arm_when_done[j] > 0.0, j)
            outcome = outcome_of(fw_calibration_result[j], time_s, stopped)
            note = outcome
            if kind == CALIBRATE_IMU:
                calibrated = 1.0 if outcome == CALIBRATION_DONE else calibrated
                calibrated = 0.0 if outcome == CALIBRATION_OUT_OF_RANGE else calibrated
            kind = kind if outcome == NO_REASON else 0.0

        trims = False
        asked = (fw_request_id[j] != fw_answer_id[j]) & (fw_request[j] == REQUEST_CALIBRATE)
        if asked:
            wanted = fw_request[W + j]
            refusal = calibration_refusal(wanted, fw_state[j], fw_armed[j] > 0.0)
            if (refusal == NO_REASON) & (wanted == CALIBRATE_RC_TRIM):
                refusal = trim_refusal(fw_rc_ok[j] > 0.0, fw_rc_stick_channel, rc_channel, j)
                trims = refusal == NO_REASON
            begun = CALIBRATION_TURN if wanted == CALIBRATE_MAGNETOMETER else CALIBRATION_BEGUN
            note = TRIM_DONE if trims else begun
            if refusal != NO_REASON:
                note = refusal
            elif not trims:
                kind = wanted
                time_s = 0.0
            fw_answer[j] = answer_to(refusal)
            fw_answer_reason[j] = refusal
            fw_answer_id[j] = fw_request_id[j]
        if note != NO_REASON:
            post(fw_event, fw_event_count, j, note, fw_calibration_kind[j])

        fw_imu_calibrated[j] = calibrated
        fw_calibration_kind[j] = kind
        fw_calibration_time_s[j] = time_s
        fw_calibration_outcome[j] = outcome
        fw_rc_trim_request[j] = 1.0 if trims else fw_rc_trim_request[j]
