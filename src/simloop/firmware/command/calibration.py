"""Takes requests to calibrate, waits for the sensors to finish, and tells how it ended."""

from simloop.firmware.command.answers import answer, is_asked
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
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Intention, Notices, Requests
from simloop.firmware.fields.navigation import Calibration
from simloop.firmware.fields.radio import STICK_THROTTLE, Radio, RadioChannels
from simloop.firmware.fields.safety import ArmingSettings, Listening, Preparation, SafetyFacts
from simloop.firmware.fields.samples import RcReceiver
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
from simloop.firmware.states import ERRORS, STATE_ERROR, STATE_PREFLIGHT

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
    if not (kind >= CALIBRATE_GYRO and kind <= CALIBRATE_RC_TRIM):
        return CALIBRATION_UNKNOWN
    if armed:
        return CALIBRATION_ARMED
    return NO_REASON if state in (STATE_PREFLIGHT, STATE_ERROR) else CALIBRATION_BUSY


def trim_refusal(channels: RadioChannels, receiver: RcReceiver, radio: Radio) -> float:
    """Why the sticks may not be taken for trim, or none."""
    if radio.ok <= 0.0:
        return TRIM_NO_RADIO
    for stick in range(STICK_THROTTLE):
        channel = int(channels.stick_channel[stick])
        if abs(receiver.channel[channel] - 0.5) > TRIM_MOST:
            return TRIM_FAR_OFF
    return NO_REASON


def answer_to(refusal: float) -> float:
    """How a request with this refusal is answered."""
    if refusal == NO_REASON:
        return ANSWER_ACCEPTED
    if refusal == CALIBRATION_UNKNOWN:
        return ANSWER_UNSUPPORTED
    return ANSWER_DENIED if refusal == CALIBRATION_ARMED else ANSWER_TEMPORARILY_REJECTED


def is_stopped(intention: Intention, check: float, ends_in_arming: bool) -> bool:
    """Does an error end a calibration? One that ends in arming is ended by all that forbid it."""
    stopped = ends_in_arming and first_error_against(intention, check, False) != NO_REASON
    for i in range(ERRORS):
        stopped = stopped or (never_left_out(i) and intention.error[i] > 0.0)
    return stopped


def calibrate(
    settings: ArmingSettings,
    channels: RadioChannels,
    receiver: RcReceiver,
    intention: Intention,
    listening: Listening,
    facts: Mut[SafetyFacts],
    radio: Mut[Radio],
    calibration: Mut[Calibration],
    preparation: Mut[Preparation],
    requests: Mut[Requests],
    notices: Mut[Notices],
) -> None:
    """See how the calibration under way fares, then take a request for another."""
    kind = calibration.kind
    preparation.calibration_time_s += listening.pass_s
    preparation.calibration_outcome = NO_REASON
    note = NO_REASON
    if kind > 0.0:
        stopped = is_stopped(intention, settings.arming_check, preparation.arm_when_done > 0.0)
        note = outcome_of(calibration.result, preparation.calibration_time_s, stopped)
        preparation.calibration_outcome = note
        if kind == CALIBRATE_IMU and note in (CALIBRATION_DONE, CALIBRATION_OUT_OF_RANGE):
            facts.imu_calibrated = note == CALIBRATION_DONE
        calibration.kind = kind if note == NO_REASON else 0.0

    if is_asked(requests, REQUEST_CALIBRATE):
        wanted = requests.request.first
        refusal = calibration_refusal(wanted, intention.state, intention.armed > 0.0)
        trims = refusal == NO_REASON and wanted == CALIBRATE_RC_TRIM
        if trims:
            refusal = trim_refusal(channels, receiver, radio)
        if refusal != NO_REASON:
            note = refusal
        elif trims:
            note = TRIM_DONE
            radio.trim_request = 1.0
        else:
            note = CALIBRATION_TURN if wanted == CALIBRATE_MAGNETOMETER else CALIBRATION_BEGUN
            calibration.kind = wanted
            preparation.calibration_time_s = 0.0
        answer(requests, answer_to(refusal), refusal)
    if note != NO_REASON:
        post(notices, note, kind)
