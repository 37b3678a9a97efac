"""The parts of a flight that a wing tells apart, as the number in column fw_wing_stage."""

STAGE_STAND = 0.0
# Full throttle on the ground, then the nose up, then straight ahead until clear of the ground.
STAGE_ROLL = 1.0
STAGE_ROTATE = 2.0
STAGE_CLIMB_OUT = 3.0
STAGE_CRUISE = 4.0
# A circle beside the approach to lose height, the approach, the flare, the way to a stop.
STAGE_PATTERN = 5.0
STAGE_FINAL = 6.0
STAGE_FLARE = 7.0
STAGE_ROLL_OUT = 8.0
