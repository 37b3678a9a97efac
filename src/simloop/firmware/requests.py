"""What a link, a pilot or a program may ask of the firmware, and how it answers.

A request is eight numbers in fw_request, its kind first, and a new number in fw_request_id. The
next pass of the command tasks takes it, writes fw_answer and fw_answer_reason, and sets
fw_answer_id to the request's.
"""

REQUEST_NONE = 0.0
# armed (1 or 0), force (1 or 0)
REQUEST_ARM = 1.0
# mode
REQUEST_MODE = 2.0
# height above home in m (0: the parameter), with yaw in rad or NaN
REQUEST_TAKEOFF = 3.0
# none
REQUEST_LAND = 4.0
# north, east, down in m from the origin, yaw in rad or NaN, speed in m/s or 0, orbit radius in m
REQUEST_GO_TO = 5.0
# north, east, down in m from the origin
REQUEST_SET_HOME = 6.0
# first item
REQUEST_START_MISSION = 7.0
# item
REQUEST_SET_ITEM = 8.0
# speed in m/s
REQUEST_SPEED = 9.0
# 1 hold here, 0 go on
REQUEST_PAUSE = 10.0
# calibration, see calibrations below
REQUEST_CALIBRATE = 11.0
# 0 all off, 1 on
REQUEST_FENCE = 12.0
# servo output from 0, value from -1 to 1
REQUEST_SERVO = 13.0
# VTOL: 1 hover, 2 cruise
REQUEST_TRANSITION = 14.0
# north, east, down of the thing to look at; all NaN to stop
REQUEST_LOOK_AT = 15.0

CALIBRATE_GYRO = 1.0
CALIBRATE_IMU = 2.0
CALIBRATE_BAROMETER = 3.0
CALIBRATE_AIRSPEED = 4.0
CALIBRATE_MAGNETOMETER = 5.0
CALIBRATE_LEVEL = 6.0
CALIBRATE_RC_TRIM = 7.0

# The numbers of MAV_RESULT.
ANSWER_ACCEPTED = 0.0
ANSWER_TEMPORARILY_REJECTED = 1.0
ANSWER_DENIED = 2.0
ANSWER_UNSUPPORTED = 3.0
ANSWER_FAILED = 4.0
ANSWER_IN_PROGRESS = 5.0
