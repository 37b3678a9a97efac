"""Flight modes, control levels and command types, as the numbers in their columns."""

# Column fw_mode.
MODE_MANUAL = 0.0
MODE_ACRO = 1.0
MODE_STABILISE = 2.0
MODE_ALTITUDE = 3.0
MODE_POSITION = 4.0
MODE_HOLD = 5.0
MODE_GUIDED = 6.0
MODE_AUTO = 7.0
MODE_RTL = 8.0
MODE_SMART_RTL = 9.0
MODE_LOITER = 10.0
MODE_CIRCLE = 11.0
MODE_LAND = 12.0
MODE_FOLLOW = 13.0
MODE_TAKEOFF = 14.0

# Column fw_control_level: which loops are closed, from none to all.
LEVEL_PASS_THROUGH = 0.0
LEVEL_RATE = 1.0
LEVEL_ANGLE = 2.0
LEVEL_CLIMB = 3.0
LEVEL_VELOCITY = 4.0
LEVEL_GOAL = 5.0

# Column fw_command_type: what a command of one axis means.
COMMAND_NONE = 0.0
COMMAND_RATE = 1.0
COMMAND_ANGLE = 2.0
COMMAND_THROTTLE = 3.0
COMMAND_PASS_THROUGH = 4.0

# Column fw_offboard_kind: what a program commands.
OFFBOARD_AXES = 1.0
OFFBOARD_VELOCITY = 2.0

# Column fw_goal_kind: what to do at the goal.
GOAL_STOP = 0.0
GOAL_PASS = 1.0
GOAL_ORBIT = 2.0
