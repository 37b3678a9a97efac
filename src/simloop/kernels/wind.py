"""The mean wind at each vehicle, by its height above the ground, and 1-cos gusts.

What is the same for a whole class, such as the law of the shear, is a class constant, so that a
vehicle pays only for the law it has.
"""

from simloop.math.row import Row
from simloop.math.scalar import clamp, cos, exp, log, pow_positive, sin_cos

# Lanes per block and gusts per vehicle; compiled copies set them.
W = 1
GUSTS = 1
# The law of the shear, and 1 if the wind veers or follows the terrain; compiled copies set them.
WIND_SHEAR = 1
WIND_VEER = 0
WIND_LIFT = 0

POWER_LAW = 1
LOG_LAW = 2
LINEAR_LAW = 3

TWO_PI = 6.283185307179586


def power_law(height_m: float, reference_height_m: float, exponent: float) -> float:
    """Wind at a height over wind at the reference height."""
    return pow_positive(height_m / reference_height_m, exponent)


def log_law(height_m: float, reference_height_m: float, roughness_m: float) -> float:
    """Wind at a height over wind at the reference height; it is zero at the roughness length."""
    return log(height_m / roughness_m) / log(reference_height_m / roughness_m)


def gust_factor(time_s: float, start_s: float, duration_s: float) -> float:
    """The 1-cos shape: from 0 to 1 and back to 0 within the duration, 0 outside."""
    part = (time_s - start_s) / (duration_s if duration_s > 0.0 else 1.0)
    inside = clamp(part, 0.0, 1.0)
    return 0.5 - 0.5 * cos(TWO_PI * inside)


def wind(
    tick: int,
    dt_s: float,
    wind_mean_ned_mps: Row,
    wind_reference_height_m: Row,
    wind_shear_heights_m: Row,
    wind_shear_exponent: Row,
    wind_roughness_m: Row,
    wind_gradient_ne_per_s: Row,
    wind_veer_radpm: Row,
    wind_lift_height_m: Row,
    gust_start_s: Row,
    gust_duration_s: Row,
    gust_ned_mps: Row,
    position_ned_m: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    wind_ned_mps: Row,
) -> None:
    """Mean wind and gusts; updraughts, downbursts and turbulence are added by others."""
    for j in range(W):
        height = ground_down_m[j] - position_ned_m[2 * W + j]
        held = clamp(height, wind_shear_heights_m[j], wind_shear_heights_m[W + j])
        n = wind_mean_ned_mps[j]
        e = wind_mean_ned_mps[W + j]
        d = wind_mean_ned_mps[2 * W + j]
        if WIND_SHEAR == POWER_LAW:
            share = power_law(held, wind_reference_height_m[j], wind_shear_exponent[j])
            n = share * n
            e = share * e
        if WIND_SHEAR == LOG_LAW:
            share = log_law(held, wind_reference_height_m[j], wind_roughness_m[j])
            n = share * n
            e = share * e
        if WIND_SHEAR == LINEAR_LAW:
            above = held - wind_reference_height_m[j]
            n = n + above * wind_gradient_ne_per_s[j]
            e = e + above * wind_gradient_ne_per_s[W + j]
        if WIND_VEER == 1:
            # Clockwise with height, as seen from above.
            s, c = sin_cos(wind_veer_radpm[j] * (held - wind_reference_height_m[j]))
            n, e = c * n - s * e, s * n + c * e
        if WIND_LIFT == 1:
            # At the ground the air follows the slope; with height it forgets what is below.
            fade = exp(-clamp(height, 0.0, 1e6) / wind_lift_height_m[j])
            d = d + fade * (n * ground_slope_ne[j] + e * ground_slope_ne[W + j])
        wind_ned_mps[j] = n
        wind_ned_mps[W + j] = e
        wind_ned_mps[2 * W + j] = d
    # Gusts outside, lanes inside: a loop inside the lanes would stop vectorisation.
    time_s = tick * dt_s
    for g in range(GUSTS):
        for j in range(W):
            gust = gust_factor(time_s, gust_start_s[g * W + j], gust_duration_s[g * W + j])
            wind_ned_mps[j] += gust * gust_ned_mps[3 * g * W + j]
            wind_ned_mps[W + j] += gust * gust_ned_mps[(3 * g + 1) * W + j]
            wind_ned_mps[2 * W + j] += gust * gust_ned_mps[(3 * g + 2) * W + j]
