"""The water at a vehicle: level, waves and current, from a table of waves that all share."""

from simloop.component import Mut
from simloop.math.row import Row
from simloop.math.vector import Vec2, Vec3
from simloop.math.waves import sea
from simloop.systems.water.components import StillWater
from simloop.world.body import Body, Water


def sum_up_waves(
    tick: int, dt_s: float, still: StillWater, body: Body, water: Mut[Water], wave_table: Row
) -> None:
    """Find the water where the vehicle is, at the time the tick leads to."""
    surface, slope_n, slope_e, vn, ve, vd = sea(
        wave_table, still.level_down_m, still.depth_m, *body.position_ned_m, tick * dt_s
    )
    water.down_m = surface
    water.slope_ne = Vec2(slope_n, slope_e)
    water.velocity_ned_mps = Vec3(vn, ve, vd) + still.current_ned_mps
