"""States and errors of the state manager, as numbers in fw_state and places in fw_error."""

# How many places fw_error and fw_failsafe have.
ERRORS = 16
FAILSAFES = 8


class State:
    """Column fw_state."""

    INIT = 0.0
    PREFLIGHT = 1.0
    ARMED = 2.0
    ERROR = 3.0
    FAILSAFE = 4.0
    CALIBRATING = 5.0


class Error:
    """Places in fw_error."""

    INVALID_MIXER = 0
    IMU_NOT_RESPONDING = 1
    RC_LOST = 2
    UNHEALTHY_ESTIMATOR = 3
    TIME_GOING_BACKWARDS = 4
    UNCALIBRATED_IMU = 5
    BUFFER_OVERRUN = 6
    INVALID_FAILSAFE = 7
    NO_POSITION = 8
    BATTERY = 9
    FENCE = 10
    NOT_LEVEL = 11


class Failsafe:
    """Places in fw_failsafe: 1 while the failsafe is in force."""

    RC = 0
    GCS = 1
    BATTERY_LOW = 2
    BATTERY_CRITICAL = 3
    GNSS = 4
    ESTIMATOR = 5
    FENCE = 6
    OFFBOARD = 7


class Action:
    """What a failsafe may do, in falling order of gentleness."""

    NONE = 0.0
    HOLD = 1.0
    RTL = 2.0
    SMART_RTL = 3.0
    LAND = 4.0
    TERMINATE = 5.0
