"""The phases of a mission, as the numbers in column fw_phase."""

PHASE_ALIGN = 0.0
PHASE_SPIN_UP = 1.0
PHASE_TAKEOFF = 2.0
PHASE_WAYPOINT = 3.0
PHASE_RETURN = 4.0
PHASE_DESCEND = 5.0
PHASE_TOUCH_DOWN = 6.0
PHASE_LANDED = 7.0
