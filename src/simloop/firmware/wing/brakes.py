"""Wheel brakes, for aeroplanes that have them: they hold on the way to a stop."""

from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def apply_brakes(fw_armed: Row, fw_wing_brake: Row, brake_command: Row) -> None:
    """Hand the wish of the stages to the wheels; disarmed they are held."""
    for j in range(W):
        brake_command[j] = fw_wing_brake[j] if fw_armed[j] > 0.0 else 1.0
