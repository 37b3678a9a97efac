"""What kind of vehicle the firmware flies, as the number in column fw_airframe."""

AIRFRAME_MULTIROTOR = 0.0
AIRFRAME_WING = 1.0
AIRFRAME_VTOL = 2.0
AIRFRAME_ROVER = 3.0
AIRFRAME_BOAT = 4.0
