"""Where the wind's heights begin: at the ground, or at the water above it."""

from simloop.component import FloatRow, Mut
from simloop.systems.wind.components import WindFloor
from simloop.world.body import Ground


def wind_floor(ground: Ground, floor: Mut[WindFloor], water_level_down_m: FloatRow) -> None:
    """The higher of ground and water; waves are too small to count."""
    water_down_m = water_level_down_m[0]
    floor.down_m = water_down_m if water_down_m < ground.down_m else ground.down_m
