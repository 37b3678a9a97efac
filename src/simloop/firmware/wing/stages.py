"""The parts of a flight that a wing tells apart, as the number in column fw_wing_stage."""


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
