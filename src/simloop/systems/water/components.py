"""What a vehicle knows about the water it is in."""

from simloop.math.waves import BOTTOMLESS_M
from simloop.world.component import Column, Component, Kind

WATER_MODEL = Component(
    "water_model",
    Kind.PARAM,
    "The water at rest and its current.",
    (
        Column("water_level_down_m", 1, "m", "NED", "where the surface is without waves"),
        Column("water_depth_m", 1, "m", "-", "from the level to the bed", BOTTOMLESS_M),
        Column("water_current_ned_mps", 3, "m/s", "NED", "where the water goes to, without waves"),
    ),
)
