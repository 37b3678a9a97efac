"""Between firmware and slalom boat: Fx and Fy of the firmware become its force to north and east.

The boat's force is told in the world's axes, so the firmware's own heading turns it, as far as it
knows it.
"""

from simloop.component import FloatRow
from simloop.math.vector import Quaternion, Vec3


def slalom_push(
    boat_force_limit_n: FloatRow,
    fw_attitude_wxyz: FloatRow,
    fw_armed: FloatRow,
    fw_standard_command: FloatRow,
    boat_force_ned_n: FloatRow,
) -> None:
    """Push an armed boat; leave a disarmed one to others."""
    if fw_armed[0] > 0.0:
        w, x, y, z = fw_attitude_wxyz
        push = Vec3(fw_standard_command[0], fw_standard_command[1], 0.0)
        push_ned = Quaternion(w, x, y, z).to_world(push)
        boat_force_ned_n[0] = boat_force_limit_n[0] * push_ned.x
        boat_force_ned_n[1] = boat_force_limit_n[0] * push_ned.y
