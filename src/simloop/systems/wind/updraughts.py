"""Thermals and microbursts at each vehicle.

Heights count from the ground below the vehicle, so over terrain the fields follow the surface and
continuity holds only nearly.
"""

from simloop.component import FloatRow, Mut
from simloop.kernels.updraughts import microburst_flow, thermal_flow
from simloop.kernels.wind import gust_factor
from simloop.math.vector import Vec3
from simloop.world.body import Air, Body, Ground

# Rows of `thermals`: north, east, velocity north, velocity east, radius, strength, top.
# Rows of `microbursts`: north, east, radius, outflow, height, start, duration.


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
