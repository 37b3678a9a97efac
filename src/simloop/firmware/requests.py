"""What a link, a pilot or a program may ask of the firmware, and how it answers.

A request is eight numbers in fw_request, its kind first, and a new number in fw_request_id. The
next pass of the command tasks takes it, writes fw_answer and fw_answer_reason, and sets
fw_answer_id to the request's.
"""


class RequestKind:
    """What is asked; above each what its numbers say."""

    NONE = 0.0
    # armed (1 or 0), force (1 or 0)
    ARM = 1.0
    # mode
    MODE = 2.0
    # height above home in m (0: the parameter), with yaw in rad or NaN
    TAKEOFF = 3.0
    # none
    LAND = 4.0
    # north, east, down in m from the origin, yaw in rad or NaN, speed in m/s or 0,
    # orbit radius in m
    GO_TO = 5.0
    # north, east, down in m from the origin
    SET_HOME = 6.0
    # first item
    START_MISSION = 7.0
    # item
    SET_ITEM = 8.0
    # speed in m/s
    SPEED = 9.0
    # 1 hold here, 0 go on
    PAUSE = 10.0
    # calibration, see Calibrate
    CALIBRATE = 11.0
    # 0 all off, 1 on
    FENCE = 12.0
    # servo output from 0, value from -1 to 1
    SERVO = 13.0
    # VTOL: 1 hover, 2 cruise
    TRANSITION = 14.0
    # north, east, down of the thing to look at; all NaN to stop
    LOOK_AT = 15.0


class Calibrate:
    """What a request to calibrate names."""

    GYRO = 1.0
    IMU = 2.0
    BAROMETER = 3.0
    AIRSPEED = 4.0
    MAGNETOMETER = 5.0
    LEVEL = 6.0
    RC_TRIM = 7.0


class Answer:
    """The numbers of MAV_RESULT."""

    ACCEPTED = 0.0
    TEMPORARILY_REJECTED = 1.0
    DENIED = 2.0
    UNSUPPORTED = 3.0
    FAILED = 4.0
    IN_PROGRESS = 5.0
