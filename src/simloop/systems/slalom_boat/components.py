"""What the slalom boat is, and what it is asked for."""

from typing import NamedTuple

from simloop.component import Component, intent, param
from simloop.math.vector import Vec2

EVERYWHERE_M = 1e9


class VelocityAndYaw(NamedTuple):
    """A number for the velocity, and one for the yaw rate."""

    velocity: float
    yaw: float


class Walls(NamedTuple):
    """Where a pool ends for the centre of its boat."""

    south_m: float
    north_m: float
    west_m: float
    east_m: float


class SlalomBoat(Component, prefix="boat"):
    """Damping, noise and walls of the slalom boat, and what it is asked for."""

    damping: VelocityAndYaw = param(
        "N s/m, 1/s", "of velocity and of yaw rate", frame="NED", default=0.1
    )
    inverse_inertia: float = param("1/(kg m^2)", "of yaw; 0 ignores torque", frame="FRD")
    force_limit_n: float = param("N", "the command's vector is not longer", default=1e12)
    noise_sigma: VelocityAndYaw = param(
        "m/s^2, rad/s^2", "white acceleration per step", frame="NED"
    )
    walls_m: Walls = param(
        "m",
        "least and most north, least and most east of the centre",
        frame="NED",
        default=(-EVERYWHERE_M, EVERYWHERE_M, -EVERYWHERE_M, EVERYWHERE_M),
    )
    bounce: float = param("1", "share of the speed that a wall gives back", default=0.5)
    force_ned_n: Vec2 = intent("N", "force to the north and to the east", frame="NED")
    torque_nm: float = intent("N m", "yaw torque, clockwise seen from above", frame="FRD")
