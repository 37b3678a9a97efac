"""Takes requests to calibrate, waits for the sensors to finish, and tells how it ended."""

from simloop.firmware.codes import ERRORS, Answer, Calibrate, RequestKind, State
from simloop.firmware.command.answers import answer, is_asked, post
from simloop.firmware.command.arming import first_error_against, never_left_out
from simloop.firmware.command.reasons import Reason
from simloop.firmware.command.timers import expired
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft, Hearing, Safety, Talk
from simloop.firmware.fields.navigation import Calibration
from simloop.firmware.fields.radio import STICK_THROTTLE

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
        return Reason.CALIBRATION_STOPPED
    if time_s < TAKE_NOTE_S:
        return Reason.NONE
    if result == RESULT_DONE:
        return Reason.CALIBRATION_DONE
    if result == RESULT_MOVED:
        return Reason.CALIBRATION_MOVED
    if result == RESULT_OUT_OF_RANGE:
        return Reason.CALIBRATION_OUT_OF_RANGE
    return Reason.CALIBRATION_SILENT if expired(time_s, PATIENCE_S) else Reason.NONE


def calibration_refusal(kind: float, state: float, armed: bool) -> float:
    """Why a calibration may not begin, or none."""
    if not (kind >= Calibrate.GYRO and kind <= Calibrate.RC_TRIM):
        return Reason.CALIBRATION_UNKNOWN
    if armed:
        return Reason.CALIBRATION_ARMED
    return Reason.NONE if state in (State.PREFLIGHT, State.ERROR) else Reason.CALIBRATION_BUSY


def trim_refusal(hearing: Hearing) -> float:
    """Why the sticks may not be taken for trim, or none."""
    if hearing.ok <= 0.0:
        return Reason.TRIM_NO_RADIO
    for stick in range(STICK_THROTTLE):
        channel = int(hearing.stick_channel[stick])
        if abs(hearing.channel[channel] - 0.5) > TRIM_MOST:
            return Reason.TRIM_FAR_OFF
    return Reason.NONE


def answer_to(refusal: float) -> float:
    """How a request with this refusal is answered."""
    if refusal == Reason.NONE:
        return Answer.ACCEPTED
    if refusal == Reason.CALIBRATION_UNKNOWN:
        return Answer.UNSUPPORTED
    return Answer.DENIED if refusal == Reason.CALIBRATION_ARMED else Answer.TEMPORARILY_REJECTED


def is_stopped(craft: Craft, check: float, ends_in_arming: bool) -> bool:
    """Does an error end a calibration? One that ends in arming is ended by all that forbid it."""
    stopped = ends_in_arming and first_error_against(craft, check, False) != Reason.NONE
    for i in range(ERRORS):
        stopped = stopped or (never_left_out(i) and craft.error[i] > 0.0)
    return stopped


def calibrate(
    safety: Mut[Safety],
    hearing: Mut[Hearing],
    craft: Craft,
    calibration: Mut[Calibration],
    talk: Mut[Talk],
) -> None:
    """See how the calibration under way fares, then take a request for another."""
    kind = calibration.kind
    safety.calibration_time_s += hearing.pass_s
    safety.calibration_outcome = Reason.NONE
    note = Reason.NONE
    if kind > 0.0:
        stopped = is_stopped(craft, safety.arming_check, safety.arm_when_done > 0.0)
        note = outcome_of(calibration.result, safety.calibration_time_s, stopped)
        safety.calibration_outcome = note
        if kind == Calibrate.IMU and note in (
            Reason.CALIBRATION_DONE,
            Reason.CALIBRATION_OUT_OF_RANGE,
        ):
            safety.imu_calibrated = note == Reason.CALIBRATION_DONE
        calibration.kind = kind if note == Reason.NONE else 0.0

    if is_asked(talk, RequestKind.CALIBRATE):
        wanted = talk.request.first
        refusal = calibration_refusal(wanted, craft.state, craft.armed > 0.0)
        trims = refusal == Reason.NONE and wanted == Calibrate.RC_TRIM
        if trims:
            refusal = trim_refusal(hearing)
        if refusal != Reason.NONE:
            note = refusal
        elif trims:
            note = Reason.TRIM_DONE
            hearing.trim_request = 1.0
        else:
            note = (
                Reason.CALIBRATION_TURN
                if wanted == Calibrate.MAGNETOMETER
                else Reason.CALIBRATION_BEGUN
            )
            calibration.kind = wanted
            safety.calibration_time_s = 0.0
        answer(talk, answer_to(refusal), refusal)
    if note != Reason.NONE:
        post(talk, note, kind)
