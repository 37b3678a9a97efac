"""Flight modes, control levels and command types, as the numbers in their columns."""


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
