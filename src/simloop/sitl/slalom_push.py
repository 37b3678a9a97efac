"""Between firmware and slalom boat: Fx and Fy of the firmware become its force to north and east.

The boat's force is told in the world's axes, so the firmware's own heading turns it, as far as it
knows it.
"""

from simloop.math.quaternion import rotate_to_world
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def slalom_push(
    boat_force_limit_n: Row,
    fw_attitude_wxyz: Row,
    fw_armed: Row,
    fw_standard_command: Row,
    boat_force_ned_n: Row,
) -> None:
    """Push an armed boat; leave a disarmed one to others."""
    for j in range(W):
        north, east, _down = rotate_to_world(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            fw_standard_command[j],
            fw_standard_command[W + j],
            0.0,
        )
        most = boat_force_limit_n[j]
        armed = fw_armed[j] > 0.0
        boat_force_ned_n[j] = most * north if armed else boat_force_ned_n[j]
        boat_force_ned_n[W + j] = most * east if armed else boat_force_ned_n[W + j]
