"""What the vehicle is doing right now, as the number in column fw_phase."""


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
