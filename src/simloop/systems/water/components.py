"""What a vehicle knows about the water it is in."""

from simloop.component import Component, param
from simloop.math.vector import Vec3
from simloop.math.waves import BOTTOMLESS_M


class StillWater(Component):
    """The water at rest and its current."""

    level_down_m: float = param(
        "m", "where the surface is without waves", frame="NED", column="water_level_down_m"
    )
    depth_m: float = param(
        "m", "from the level to the bed", default=BOTTOMLESS_M, column="water_depth_m"
    )
    current_ned_mps: Vec3 = param(
        "m/s", "where the water goes to, without waves", frame="NED", column="water_current_ned_mps"
    )
