"""The ground below each vehicle."""

from simloop.component import FloatRow, Mut
from simloop.math.vector import Vec2
from simloop.systems.terrain.surface import surface
from simloop.world.body import Body, Ground


def terrain(
    body: Body, ground: Mut[Ground], terrain_height_m: FloatRow, terrain_frame: FloatRow
) -> None:
    """Find the ground below, and its slope."""
    north_m, east_m, _ = body.position_ned_m
    height_m, rise_n, rise_e = surface(terrain_height_m, terrain_frame, north_m, east_m)
    ground.down_m = -height_m
    ground.slope_ne = Vec2(-rise_n, -rise_e)
