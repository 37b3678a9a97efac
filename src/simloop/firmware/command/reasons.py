"""What the safety tasks tell the pilot: one text per code, for answers and events.

Codes up to 99 are of safety and radio, those from 100 of modes and missions.
"""

NO_REASON = 0.0

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
    NO_REASON: "",
    **{REFUSED_BY_ERROR + i: f"Arming refused: {text}" for i, text in enumerate(_ERRORS)},
    REFUSED_THROTTLE: "Arming refused: throttle is not low",
    REFUSED_ALIGNING: "Arming refused: still finding attitude and position, keep it still",
    REFUSED_CALIBRATING: "Arming refused: calibration under way",
    REFUSED_PROGRAM_THROTTLE: "Arming refused: a program has the throttle, use the switch",
    REFUSED_NO_STICKS: "Arming refused: this mode needs sticks, and there is no radio signal",
    REFUSED_FLYING: "Disarming refused: flying",
    ARMED: "Armed",
    ARMED_BY_FORCE: "Armed by force: checks were left out",
    DISARMED: "Disarmed",
    DISARMED_LANDED: "Disarmed: landed",
    DISARMED_IDLE: "Disarmed: did not fly",
    DISARMED_BY_FORCE: "Disarmed by force",
    DISARMED_BY_FAILSAFE: "Motors stopped by failsafe",
    READY: "Ready to arm",
    CALIBRATION_TURN: "Calibration begins: turn it all ways round",
    CALIBRATION_BEGUN: "Calibration begins: keep it still",
    CALIBRATION_DONE: "Calibration done",
    CALIBRATION_MOVED: "Calibration failed: the vehicle moved",
    CALIBRATION_OUT_OF_RANGE: "Calibration failed: the sensor is too far off",
    CALIBRATION_SILENT: "Calibration failed: the sensor does not answer",
    CALIBRATION_STOPPED: "Calibration stopped by an error",
    CALIBRATION_ARMED: "Calibration refused: armed",
    CALIBRATION_BUSY: "Calibration refused: not ready, or another is under way",
    CALIBRATION_UNKNOWN: "Calibration refused: there is no such calibration",
    TRIM_DONE: "Radio trim stored",
    TRIM_NO_RADIO: "Radio trim refused: no radio signal",
    TRIM_FAR_OFF: "Radio trim refused: a stick is far from its middle",
    **{FAILSAFE_FIRED + i: f"Failsafe: {text}" for i, text in enumerate(_LOST)},
    **{FAILSAFE_OVER + i: f"Failsafe over: {text}" for i, text in enumerate(_BACK)},
    **{ERROR_RAISED + i: f"Not ready: {text}" for i, text in enumerate(_ERRORS)},
    FENCE_ON: "Fence is on",
    FENCE_OFF: "Fence is off",
    FENCE_EMPTY: "Fence refused: no limit and no area is stored",
    FENCE_CLOSE: "Fence is close",
    COMPASS_DISTURBED: "Compass disturbed: heading goes by the gyro, and by GNSS",
    COMPASS_BACK: "Compass is as it was",
}
