"""How a surface vehicle turns, as the number in column fw_turn_kind."""

# Two sides push differently: wheels or thrusters. Turn effort is a share.
TURN_SIDES = 0.0
# Steered front wheels. Turn effort is a yaw rate.
TURN_WHEELS = 1.0
# A rudder in the flow. Turn effort is a share of its torque in the flow it is designed for.
TURN_RUDDER = 2.0
# It does not turn: a force in any direction pushes it.
TURN_NONE = 3.0

# Column fw_course_kind: what the course at level goal is for.
COURSE_STAND = 0.0
COURSE_FOLLOW = 1.0
COURSE_STATION = 2.0
