"""What the command tasks tell the pilot: one text per code, for answers and events.

Codes up to 99 are of safety and radio. Those from 100 of modes and missions: their hundreds tell
the answer, refused for now (100), refused (110), nothing this vehicle can do (120); from 150 on
they are events.
"""

from collections.abc import Mapping

from simloop.firmware.codes import FAILSAFES, Action

# In the notice of a failsafe, where the action itself would not tell what comes.
OUTCOME_GOES_ON = -1.0
OUTCOME_STRAIGHT_ON = 6.0


class Reason:
    """Codes of safety and radio."""

    NONE = 0.0

    # Arming refused because of an error: this plus its place in fw_error, and others after them.
    REFUSED_BY_ERROR = 1.0
    REFUSED_THROTTLE = 17.0
    REFUSED_ALIGNING = 18.0
    REFUSED_CALIBRATING = 19.0
    REFUSED_PROGRAM_THROTTLE = 20.0
    REFUSED_NO_STICKS = 21.0
    REFUSED_FLYING = 22.0

    ARMED = 30.0
    ARMED_BY_FORCE = 31.0
    DISARMED = 32.0
    DISARMED_LANDED = 33.0
    DISARMED_IDLE = 34.0
    DISARMED_BY_FORCE = 35.0
    DISARMED_BY_FAILSAFE = 36.0
    READY = 37.0

    CALIBRATION_TURN = 29.0
    CALIBRATION_BEGUN = 38.0
    CALIBRATION_DONE = 39.0
    CALIBRATION_MOVED = 40.0
    CALIBRATION_OUT_OF_RANGE = 41.0
    CALIBRATION_SILENT = 42.0
    CALIBRATION_STOPPED = 43.0
    CALIBRATION_ARMED = 44.0
    CALIBRATION_BUSY = 45.0
    CALIBRATION_UNKNOWN = 46.0
    TRIM_DONE = 47.0
    TRIM_NO_RADIO = 48.0
    TRIM_FAR_OFF = 49.0

    # A failsafe acts, or is over: these plus its place in fw_failsafe.
    FAILSAFE_FIRED = 50.0
    FAILSAFE_OVER = 60.0

    # An error came up: this plus its place in fw_error.
    ERROR_RAISED = 70.0

    FENCE_ON = 90.0
    FENCE_OFF = 91.0
    FENCE_EMPTY = 92.0
    FENCE_CLOSE = 93.0

    COMPASS_DISTURBED = 94.0
    COMPASS_BACK = 95.0


# One line per place in fw_error.
_ERRORS = (
    "the mixer cannot drive the outputs",
    "the IMU does not respond",
    "no radio signal",
    "the estimate of attitude and place is not healthy",
    "the clock went backwards",
    "the IMU is not calibrated",
    "the link delivers faster than it can be read",
    "the failsafe settings are not valid",
    "no position, and this mode needs one",
    "battery is too low",
    "outside the fence",
    "the vehicle is not level",
)

# One line per place in fw_failsafe, when it comes and when it goes.
_LOST = (
    "radio signal lost",
    "ground station lost",
    "battery low",
    "battery critical",
    "position lost",
    "estimate not healthy",
    "fence left",
    "the program has gone silent",
)
_BACK = (
    "radio signal is back",
    "ground station is back",
    "battery is no longer low",
    "battery is no longer critical",
    "position is back",
    "estimate is healthy again",
    "inside the fence again",
    "the program is back",
)

REASONS: dict[float, str] = {
    Reason.NONE: "",
    **{Reason.REFUSED_BY_ERROR + i: f"Arming refused: {text}" for i, text in enumerate(_ERRORS)},
    Reason.REFUSED_THROTTLE: "Arming refused: throttle is not low",
    Reason.REFUSED_ALIGNING: "Arming refused: still finding attitude and position, keep it still",
    Reason.REFUSED_CALIBRATING: "Arming refused: calibration under way",
    Reason.REFUSED_PROGRAM_THROTTLE: "Arming refused: a program has the throttle, use the switch",
    Reason.REFUSED_NO_STICKS: (
        "Arming refused: this mode needs sticks, and there is no radio signal"
    ),
    Reason.REFUSED_FLYING: "Disarming refused: flying",
    Reason.ARMED: "Armed",
    Reason.ARMED_BY_FORCE: "Armed by force: checks were left out",
    Reason.DISARMED: "Disarmed",
    Reason.DISARMED_LANDED: "Disarmed: landed",
    Reason.DISARMED_IDLE: "Disarmed: did not fly",
    Reason.DISARMED_BY_FORCE: "Disarmed by force",
    Reason.DISARMED_BY_FAILSAFE: "Motors stopped by failsafe",
    Reason.READY: "Ready to arm",
    Reason.CALIBRATION_TURN: "Calibration begins: turn it all ways round",
    Reason.CALIBRATION_BEGUN: "Calibration begins: keep it still",
    Reason.CALIBRATION_DONE: "Calibration done",
    Reason.CALIBRATION_MOVED: "Calibration failed: the vehicle moved",
    Reason.CALIBRATION_OUT_OF_RANGE: "Calibration failed: the sensor is too far off",
    Reason.CALIBRATION_SILENT: "Calibration failed: the sensor does not answer",
    Reason.CALIBRATION_STOPPED: "Calibration stopped by an error",
    Reason.CALIBRATION_ARMED: "Calibration refused: armed",
    Reason.CALIBRATION_BUSY: "Calibration refused: not ready, or another is under way",
    Reason.CALIBRATION_UNKNOWN: "Calibration refused: there is no such calibration",
    Reason.TRIM_DONE: "Radio trim stored",
    Reason.TRIM_NO_RADIO: "Radio trim refused: no radio signal",
    Reason.TRIM_FAR_OFF: "Radio trim refused: a stick is far from its middle",
    **{Reason.FAILSAFE_FIRED + i: f"Failsafe: {text}" for i, text in enumerate(_LOST)},
    **{Reason.FAILSAFE_OVER + i: f"Failsafe over: {text}" for i, text in enumerate(_BACK)},
    **{Reason.ERROR_RAISED + i: f"Not ready: {text}" for i, text in enumerate(_ERRORS)},
    Reason.FENCE_ON: "Fence is on",
    Reason.FENCE_OFF: "Fence is off",
    Reason.FENCE_EMPTY: "Fence refused: no limit and no area is stored",
    Reason.FENCE_CLOSE: "Fence is close",
    Reason.COMPASS_DISTURBED: "Compass disturbed: heading goes by the gyro, and by GNSS",
    Reason.COMPASS_BACK: "Compass is as it was",
}


class Refusal:
    """Why not."""

    NO_POSITION = 100.0
    NO_HEIGHT = 101.0
    NO_HOME = 102.0
    NO_MISSION = 103.0
    NO_PATH = 104.0
    NOBODY_TO_FOLLOW = 105.0
    NOT_ARMED = 106.0
    ALREADY_FLYING = 107.0
    NOT_FLYING = 108.0
    NOTHING_TO_PAUSE = 109.0

    UNKNOWN_MODE = 110.0
    NOT_THIS_VEHICLE = 111.0
    NO_SUCH_ITEM = 112.0
    BAD_NUMBER = 113.0
    LANDING = 114.0

    UNKNOWN_REQUEST = 120.0
    NO_SERVO = 121.0
    NO_TRANSITION = 122.0
    CANNOT_LOOK = 123.0


class Event:
    """What has happened."""

    MODE = 150.0
    ITEM_REACHED = 151.0
    MISSION_FINISHED = 152.0
    ITEM_SKIPPED = 153.0
    TAKEOFF = 154.0
    LANDED = 155.0
    OFFBOARD_LOST = 156.0
    FOLLOW_LOST = 157.0


MODE_REASONS = {
    Refusal.NO_POSITION: "Mode refused: no position",
    Refusal.NO_HEIGHT: "Mode refused: no height",
    Refusal.NO_HOME: "Return refused: no home position",
    Refusal.NO_MISSION: "Mission refused: none is loaded",
    Refusal.NO_PATH: "Smart return refused: no way is recorded",
    Refusal.NOBODY_TO_FOLLOW: "Follow refused: nobody to follow is heard",
    Refusal.NOT_ARMED: "Refused: not armed",
    Refusal.ALREADY_FLYING: "Take-off refused: already flying",
    Refusal.NOT_FLYING: "Refused: take off first",
    Refusal.NOTHING_TO_PAUSE: "Pause refused: it is not on its way anywhere",
    Refusal.UNKNOWN_MODE: "Mode refused: there is no such mode",
    Refusal.NOT_THIS_VEHICLE: "Mode refused: this vehicle cannot do it",
    Refusal.NO_SUCH_ITEM: "Refused: the mission has no such item",
    Refusal.BAD_NUMBER: "Refused: a number is missing or out of range",
    Refusal.LANDING: "Pause refused: it is landing",
    Refusal.UNKNOWN_REQUEST: "Refused: unknown request",
    Refusal.NO_SERVO: "Refused: there is no such output to set",
    Refusal.NO_TRANSITION: "Refused: this vehicle has no transition",
    Refusal.CANNOT_LOOK: "Refused: this vehicle cannot turn to look at things",
    Event.MODE: "Flight mode",
    Event.ITEM_REACHED: "Mission item reached",
    Event.MISSION_FINISHED: "Mission finished",
    Event.ITEM_SKIPPED: "Mission item skipped: not possible",
    Event.TAKEOFF: "Take-off",
    Event.LANDED: "Landed",
    Event.OFFBOARD_LOST: "Program lost: holding",
    Event.FOLLOW_LOST: "Lost the one to follow: holding",
}


TEXTS: Mapping[float, str] = {**REASONS, **MODE_REASONS}

_OUTCOMES = {
    OUTCOME_GOES_ON: "goes on",
    Action.NONE: "flies on",
    Action.HOLD: "holds",
    Action.RTL: "returns",
    Action.SMART_RTL: "retraces its way",
    Action.LAND: "lands",
    Action.TERMINATE: "stops the motors",
    OUTCOME_STRAIGHT_ON: "flies straight on",
}


def is_failsafe(code: float) -> bool:
    """Does this code tell that a failsafe has fired?"""
    return Reason.FAILSAFE_FIRED <= code < Reason.FAILSAFE_FIRED + FAILSAFES


def notice_words(code: float, number: float) -> str:
    """A notice in words, such as `Failsafe: radio signal lost, returns`."""
    text = TEXTS.get(code, f"Event {code:g}")
    if is_failsafe(code):
        return f"{text}, {_OUTCOMES.get(number, '?')}"
    return f"{text}: {number + 1.0:.0f}" if code == Event.ITEM_SKIPPED else text
