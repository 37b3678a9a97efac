"""What a kinematic differential drive has beside what all ground vehicles have."""

from simloop.component import Component, param, truth
from simloop.world.drive.components import Sides


class RollingSides(Component, prefix="side"):
    """How fast the sides roll, and how fast they change that."""

    acceleration_mps2: float = param("m/s^2", "of each side; 0 has no limit")
    speed_mps: Sides = truth("m/s", "left and right, backward is negative")
