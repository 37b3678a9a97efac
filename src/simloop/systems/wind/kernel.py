"""The mean wind at each vehicle, by its height above the ground, gusts, thermals, microbursts.

What is the same for a whole class, such as the law of the shear, is a class constant, so that a
vehicle pays only for the law it has. Heights count from the ground below the vehicle, so over
terrain thermals and microbursts follow the surface and continuity holds only nearly.
"""

from simloop.component import FloatRow, Mut
from simloop.kernels.wind import (
    LINEAR_LAW,
    LOG_LAW,
    POWER_LAW,
    gust_factor,
    log_law,
    microburst_flow,
    power_law,
    thermal_flow,
)
from simloop.math.scalar import clamp, exp, sin_cos
from simloop.math.vector import Vec2, Vec3
from simloop.systems.wind.components import Gusts, MeanWind, WindFloor
from simloop.world.body import Air, Body, Ground

# The law of the shear, and 1 if the wind veers or follows the terrain; a vehicle class sets them.
WIND_SHEAR = 1
WIND_VEER = 0
WIND_LIFT = 0
# Rows of `thermals`: north, east, velocity north, velocity east, radius, strength, top.
# Rows of `microbursts`: north, east, radius, outflow, height, start, duration.


def wind_floor(ground: Ground, floor: Mut[WindFloor], water_level_down_m: FloatRow) -> None:
    """Where heights begin: at the higher of ground and water; waves are too small to count."""
    water_down_m = water_level_down_m[0]
    floor.down_m = water_down_m if water_down_m < ground.down_m else ground.down_m


def wind(
    tick: int, dt_s: float, mean: MeanWind, gusts: Gusts, body: Body, ground: Ground, air: Mut[Air]
) -> None:
    """Mean wind and gusts; updraughts, downbursts and turbulence are added by others."""
    height_m = ground.down_m - body.position_ned_m.z
    held_m = clamp(height_m, *mean.shear_heights_m)
    level = sheared(mean, held_m)
    if WIND_VEER == 1:
        # Clockwise with height, as seen from above.
        s, c = sin_cos(mean.veer_radpm * (held_m - mean.reference_height_m))
        level = Vec2(c * level.x - s * level.y, s * level.x + c * level.y)
    down = mean.mean_ned_mps.z
    if WIND_LIFT == 1:
        # At the ground the air follows the slope; with height it forgets what is below.
        fade = exp(-clamp(height_m, 0.0, 1e6) / mean.lift_height_m)
        down = down + fade * (level.x * ground.slope_ne.x + level.y * ground.slope_ne.y)
    air.wind_ned_mps = with_gusts(Vec3(level.x, level.y, down), tick * dt_s, gusts)


def sheared(mean: MeanWind, height_m: float) -> Vec2:
    """The wind to north and east at a height."""
    north, east, _ = mean.mean_ned_mps
    reference_m = mean.reference_height_m
    if WIND_SHEAR == LINEAR_LAW:
        above_m = height_m - reference_m
        gained = mean.gradient_ne_per_s
        return Vec2(north + above_m * gained.x, east + above_m * gained.y)
    share = 1.0
    if WIND_SHEAR == POWER_LAW:
        share = power_law(height_m, reference_m, mean.shear_exponent)
    if WIND_SHEAR == LOG_LAW:
        share = log_law(height_m, reference_m, mean.roughness_m)
    return Vec2(share * north, share * east)


def with_gusts(flow_ned_mps: Vec3, time_s: float, gusts: Gusts) -> Vec3:
    """The wind, and all gusts that blow now."""
    for k in range(len(gusts.start_s)):
        peak = Vec3(gusts.ned_mps[3 * k], gusts.ned_mps[3 * k + 1], gusts.ned_mps[3 * k + 2])
        share = gust_factor(time_s, gusts.start_s[k], gusts.duration_s[k])
        flow_ned_mps = flow_ned_mps + share * peak
    return flow_ned_mps


def add_thermals(
    tick: int, dt_s: float, body: Body, ground: Ground, air: Mut[Air], thermals: FloatRow
) -> None:
    """Add the thermals to the wind."""
    time_s = tick * dt_s
    position = body.position_ned_m
    flow = air.wind_ned_mps
    for k in range(len(thermals)):
        north, east, up = thermal_flow(
            position.x - (thermals[k, 0] + thermals[k, 2] * time_s),
            position.y - (thermals[k, 1] + thermals[k, 3] * time_s),
            ground.down_m - position.z,
            thermals[k, 4],
            thermals[k, 5],
            thermals[k, 6],
        )
        flow = flow + Vec3(north, east, -up)
    air.wind_ned_mps = flow


def add_microbursts(
    tick: int, dt_s: float, body: Body, ground: Ground, air: Mut[Air], microbursts: FloatRow
) -> None:
    """Add the microbursts to the wind."""
    time_s = tick * dt_s
    position = body.position_ned_m
    flow = air.wind_ned_mps
    for k in range(len(microbursts)):
        # A duration of zero stands for ever.
        shape = gust_factor(time_s, microbursts[k, 5], microbursts[k, 6])
        strength = microbursts[k, 3] * (shape if microbursts[k, 6] > 0.0 else 1.0)
        north, east, up = microburst_flow(
            position.x - microbursts[k, 0],
            position.y - microbursts[k, 1],
            ground.down_m - position.z,
            microbursts[k, 2],
            strength,
            microbursts[k, 4],
        )
        flow = flow + Vec3(north, east, -up)
    air.wind_ned_mps = flow
