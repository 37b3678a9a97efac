"""Where the wind's heights begin: at the ground, or at the water above it."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it.
W = 1


def wind_floor(water_level_down_m: Row, ground_down_m: Row, wind_floor_down_m: Row) -> None:
    """The higher of ground and water; waves are too small to count."""
    for j in range(W):
        ground, water = ground_down_m[j], water_level_down_m[j]
        wind_floor_down_m[j] = water if water < ground else ground
