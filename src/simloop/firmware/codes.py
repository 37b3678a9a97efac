"""What numbers in the firmware's columns stand for: airframes, modes, phases, states, requests."""

# How many places fw_error and fw_failsafe have.
ERRORS = 16
FAILSAFES = 8


class Airframe:
    """Column fw_airframe."""

    MULTIROTOR = 0.0
    WING = 1.0
    VTOL = 2.0
    ROVER = 3.0
    BOAT = 4.0


class Mode:
    """Column fw_mode."""

    MANUAL = 0.0
    ACRO = 1.0
    STABILISE = 2.0
    ALTITUDE = 3.0
    POSITION = 4.0
    HOLD = 5.0
    GUIDED = 6.0
    AUTO = 7.0
    RTL = 8.0
    SMART_RTL = 9.0
    LOITER = 10.0
    CIRCLE = 11.0
    LAND = 12.0
    FOLLOW = 13.0
    TAKEOFF = 14.0


class Level:
    """Column fw_control_level: which loops are closed, from none to all."""

    PASS_THROUGH = 0.0
    RATE = 1.0
    ANGLE = 2.0
    CLIMB = 3.0
    VELOCITY = 4.0
    GOAL = 5.0


class Axis:
    """Column fw_command_type: what a command of one axis means."""

    NONE = 0.0
    RATE = 1.0
    ANGLE = 2.0
    THROTTLE = 3.0
    PASS_THROUGH = 4.0


class Offboard:
    """Column fw_offboard_kind: what a program commands."""

    AXES = 1.0
    VELOCITY = 2.0


class GoalKind:
    """Column fw_goal_kind: what to do at the goal."""

    STOP = 0.0
    PASS = 1.0
    ORBIT = 2.0


class Phase:
    """Column fw_phase."""

    ALIGN = 0.0
    SPIN_UP = 1.0
    TAKEOFF = 2.0
    WAYPOINT = 3.0
    RETURN = 4.0
    DESCEND = 5.0
    TOUCH_DOWN = 6.0
    LANDED = 7.0
    HOLD = 8.0
    CIRCLE = 9.0
    PILOT = 10.0
    OFFBOARD = 11.0


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


class RequestKind:
    """What a link, a pilot or a program asks; above each what its numbers say.

    A request is eight numbers in fw_request, its kind first, and a new number in fw_request_id.
    The next pass of the command tasks takes it, writes fw_answer and fw_answer_reason, and sets
    fw_answer_id to the request's.
    """

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


class VtolState:
    """Column fw_vtol_state."""

    HOVER = 0.0
    TO_CRUISE = 1.0
    CRUISE = 2.0
    TO_HOVER = 3.0


class VtolRequest:
    """Column fw_vtol_request."""

    HOVER = 1.0
    CRUISE = 2.0


class Stage:
    """Column fw_wing_stage."""

    STAND = 0.0
    # Full throttle on the ground, then the nose up, then straight ahead until clear of the ground.
    ROLL = 1.0
    ROTATE = 2.0
    CLIMB_OUT = 3.0
    CRUISE = 4.0
    # A circle beside the approach to lose height, the approach, the flare, the way to a stop.
    PATTERN = 5.0
    FINAL = 6.0
    FLARE = 7.0
    ROLL_OUT = 8.0


class TurnKind:
    """Column fw_turn_kind."""

    # Two sides push differently: wheels or thrusters. Turn effort is a share.
    SIDES = 0.0
    # Steered front wheels. Turn effort is a yaw rate.
    WHEELS = 1.0
    # A rudder in the flow. Turn effort is a share of its torque in the flow it is designed for.
    RUDDER = 2.0
    # It does not turn: a force in any direction pushes it.
    NONE = 3.0


class CourseKind:
    """Column fw_course_kind: what the course at level goal is for."""

    STAND = 0.0
    FOLLOW = 1.0
    STATION = 2.0
