"""What kind of vehicle the firmware flies, as the number in column fw_airframe."""


class Airframe:
    """Column fw_airframe."""

    MULTIROTOR = 0.0
    WING = 1.0
    VTOL = 2.0
    ROVER = 3.0
    BOAT = 4.0
