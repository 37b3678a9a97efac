"""How a surface vehicle turns, as the number in column fw_turn_kind."""


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
