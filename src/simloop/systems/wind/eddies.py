"""How strong and how large eddies are, how fast a body passes them, and what they add to the wind.

Scales follow MIL-F-8785C: below 1000 ft scale lengths and intensities follow the height above
ground, above 2000 ft they are the same in all directions, between the two they are interpolated.
The states of all filters have unit variance and each step is exact for the time it spans, so
neither the update rate nor a change of height or speed alters the variance of the output.
"""

from math import sqrt
from typing import NamedTuple

from simloop.math.scalar import clamp, exp, log
from simloop.math.vector import Vec2, Vec3
from simloop.systems.wind.components import Turbulence
from simloop.world.body import Air, Body, Ground

FEET_PER_METRE = 3.280839895013123
METRES_PER_FOOT = 0.3048

LOWEST_FT = 10.0
LOW_LAYER_FT = 1000.0
HIGH_LAYER_FT = 2000.0
# A hovering vehicle still meets air that drifts past.
SLOWEST_AIRSPEED_MPS = 3.0


class Scales(NamedTuple):
    """Intensity and scale length of turbulence, horizontal and vertical."""

    sigma_h_mps: float
    sigma_v_mps: float
    length_h_m: float
    length_v_m: float


class Eddies(NamedTuple):
    """Strength of the eddies, horizontal and vertical, and how many lengths of them pass by."""

    sigma_h_mps: float
    sigma_v_mps: float
    step_h: float
    step_v: float


def turbulence_scales(
    height_m: float, w20_mps: float, sigma_aloft_mps: float, length_aloft_ft: float
) -> Scales:
    """Intensities and scale lengths at a height above ground."""
    height_ft = clamp(height_m * FEET_PER_METRE, LOWEST_FT, HIGH_LAYER_FT)
    low_ft = height_ft if height_ft < LOW_LAYER_FT else LOW_LAYER_FT
    ratio = exp(-0.4 * log(0.177 + 0.000823 * low_ft))
    sigma_w = 0.1 * w20_mps
    sigma_u = sigma_w * ratio
    length_u = low_ft * ratio * ratio * ratio
    # 0 up to the lower layer's top, 1 from the upper layer's bottom.
    aloft = (height_ft - low_ft) * (1.0 / (HIGH_LAYER_FT - LOW_LAYER_FT))
    return Scales(
        sigma_u + aloft * (sigma_aloft_mps - sigma_u),
        sigma_w + aloft * (sigma_aloft_mps - sigma_w),
        METRES_PER_FOOT * (length_u + aloft * (length_aloft_ft - length_u)),
        METRES_PER_FOOT * (low_ft + aloft * (length_aloft_ft - low_ft)),
    )


def passing_eddies(
    period_s: float,
    length_aloft_ft: float,
    turbulence: Turbulence,
    body: Body,
    ground: Ground,
    air: Air,
) -> Eddies:
    """The eddies that a body passes in one period; they drift with the smooth part of the wind."""
    drift = body.attitude_wxyz.to_world(body.velocity_frd_mps) - air.wind_ned_mps
    airspeed = drift.norm()
    way_m = period_s * (airspeed if airspeed > SLOWEST_AIRSPEED_MPS else SLOWEST_AIRSPEED_MPS)
    scales = turbulence_scales(
        ground.down_m - body.position_ned_m.z,
        turbulence.w20_mps,
        turbulence.aloft_mps,
        length_aloft_ft,
    )
    return Eddies(
        scales.sigma_h_mps, scales.sigma_v_mps, way_m / scales.length_h_m, way_m / scales.length_v_m
    )


def with_eddies(
    flow_ned_mps: Vec3, along_ne: Vec2, along_mps: float, across_mps: float, down_mps: float
) -> Vec3:
    """The wind, and what eddies add to it along and across its mean and downward."""
    north, east, down = flow_ned_mps
    return Vec3(
        north + along_ne.x * along_mps - along_ne.y * across_mps,
        east + along_ne.y * along_mps + along_ne.x * across_mps,
        down + down_mps,
    )


def first_order_step(state: float, decay: float, noise: float) -> float:
    """A lag over one step, in unit variance."""
    return decay * state + sqrt(1.0 - decay * decay) * noise
