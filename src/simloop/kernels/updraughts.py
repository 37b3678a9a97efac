"""Thermals and microbursts: places where the air goes up or down, with the flow that feeds them.

Both are exact solutions of continuity for air of constant density: what rises or falls comes in or
goes out at the sides, so that no height gains or loses air. Heights count from the ground below
the vehicle, so over terrain the fields follow the surface and continuity holds only nearly.
"""

from simloop.kernels.wind import gust_factor
from simloop.math.row import Row
from simloop.math.scalar import clamp, exp

# Lanes per block; compiled copies set it.
W = 1

# Rows of `thermals`: north, east, velocity north, velocity east, radius, strength, top.
# Rows of `microbursts`: north, east, radius, outflow, height, start, duration.

# Vicroy's constants of the microburst's vertical profile.
OUTFLOW_FADE = -0.15
OUTFLOW_GRIP = -3.2175
# Peak outflow is (exp(-0.15) - exp(-3.2175)) exp(1/4) times the scale.
PEAK_OUTFLOW = 1.0537391890113679


def thermal_flow(
    north_m: float,
    east_m: float,
    height_m: float,
    radius_m: float,
    strength_mps: float,
    top_m: float,
) -> tuple[float, float, float]:
    """North, east and upward wind at a place counted from a thermal's foot.

    Gedeon's profile (1 - x) exp(-x), x = (r/R)^2, times a cubic of the height which is 0 at the
    ground, 1 at a third of the top and 0 from there on.
    """
    part = clamp(height_m / top_m, 0.0, 1.0)
    gap = 1.0 - part
    profile = 6.75 * part * gap * gap
    inside = 1.0 if (height_m >= 0.0) & (part < 1.0) else 0.0
    growth = inside * 6.75 * gap * (gap - 2.0 * part) / top_m
    x = (north_m * north_m + east_m * east_m) / (radius_m * radius_m)
    bell = strength_mps * exp(-x)
    inflow = -0.5 * growth * bell
    return inflow * north_m, inflow * east_m, profile * bell * (1.0 - x)


def microburst_flow(
    north_m: float,
    east_m: float,
    height_m: float,
    radius_m: float,
    outflow_mps: float,
    outflow_height_m: float,
) -> tuple[float, float, float]:
    """North, east and upward wind at a place counted from a microburst's foot (Vicroy, alpha 2).

    The outflow is strongest at `radius_m` and `outflow_height_m`, where it is `outflow_mps`.
    """
    level = clamp(height_m / outflow_height_m, 0.0, 1e3)
    fade = exp(OUTFLOW_FADE * level)
    grip = exp(OUTFLOW_GRIP * level)
    x = (north_m * north_m + east_m * east_m) / (radius_m * radius_m)
    square = x * x
    bell = exp(0.5 - 0.25 * square)
    # Half the rate at which the air spreads below the core.
    spread = outflow_mps / (radius_m * PEAK_OUTFLOW)
    outward = spread * (fade - grip) * bell
    sunk = (fade - 1.0) * (1.0 / OUTFLOW_FADE) - (grip - 1.0) * (1.0 / OUTFLOW_GRIP)
    upward = -2.0 * spread * outflow_height_m * sunk * (1.0 - 0.5 * square) * bell
    return outward * north_m, outward * east_m, upward


def updraughts(
    tick: int,
    dt_s: float,
    thermals: Row,
    position_ned_m: Row,
    ground_down_m: Row,
    wind_ned_mps: Row,
) -> None:
    """Add the thermals to the wind."""
    time_s = tick * dt_s
    for k in range(thermals.shape[0]):
        north_m = thermals[k, 0] + thermals[k, 2] * time_s
        east_m = thermals[k, 1] + thermals[k, 3] * time_s
        for j in range(W):
            n, e, up = thermal_flow(
                position_ned_m[j] - north_m,
                position_ned_m[W + j] - east_m,
                ground_down_m[j] - position_ned_m[2 * W + j],
                thermals[k, 4],
                thermals[k, 5],
                thermals[k, 6],
            )
            wind_ned_mps[j] += n
            wind_ned_mps[W + j] += e
            wind_ned_mps[2 * W + j] -= up


def downbursts(
    tick: int,
    dt_s: float,
    microbursts: Row,
    position_ned_m: Row,
    ground_down_m: Row,
    wind_ned_mps: Row,
) -> None:
    """Add the microbursts to the wind."""
    time_s = tick * dt_s
    for k in range(microbursts.shape[0]):
        # A duration of zero stands for ever.
        shape = gust_factor(time_s, microbursts[k, 5], microbursts[k, 6])
        strength = microbursts[k, 3] * (shape if microbursts[k, 6] > 0.0 else 1.0)
        for j in range(W):
            n, e, up = microburst_flow(
                position_ned_m[j] - microbursts[k, 0],
                position_ned_m[W + j] - microbursts[k, 1],
                ground_down_m[j] - position_ned_m[2 * W + j],
                microbursts[k, 2],
                strength,
                microbursts[k, 4],
            )
            wind_ned_mps[j] += n
            wind_ned_mps[W + j] += e
            wind_ned_mps[2 * W + j] -= up
