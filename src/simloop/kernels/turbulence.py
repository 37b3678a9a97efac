"""Dryden turbulence, and the scales that every turbulence shares.

Scales follow MIL-F-8785C: below 1000 ft scale lengths and intensities follow the height above
ground, above 2000 ft they are the same in all directions, between the two they are interpolated.
The filter states have unit variance and each step is exact for the time it spans, so neither the
update rate nor a change of height or speed alters the variance of the output.
"""

from math import sqrt

from simloop.kernels.noise import STREAM_DRYDEN, gauss_pair
from simloop.math.quaternion import rotate_to_world
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp, exp, log

# Lanes per block; compiled copies set it.
W = 1

SQRT_3 = 1.7320508075688772
SQRT_HALF = 0.7071067811865476
FEET_PER_METRE = 3.280839895013123
METRES_PER_FOOT = 0.3048

LOWEST_FT = 10.0
LOW_LAYER_FT = 1000.0
HIGH_LAYER_FT = 2000.0
DRYDEN_ALOFT_FT = 1750.0
# A hovering vehicle still meets air that drifts past.
SLOWEST_AIRSPEED_MPS = 3.0


def turbulence_scales(
    height_m: float, w20_mps: float, sigma_aloft_mps: float, length_aloft_ft: float
) -> tuple[float, float, float, float]:
    """Horizontal and vertical intensity (m/s), horizontal and vertical scale length (m)."""
    height_ft = clamp(height_m * FEET_PER_METRE, LOWEST_FT, HIGH_LAYER_FT)
    low_ft = height_ft if height_ft < LOW_LAYER_FT else LOW_LAYER_FT
    ratio = exp(-0.4 * log(0.177 + 0.000823 * low_ft))
    sigma_w = 0.1 * w20_mps
    sigma_u = sigma_w * ratio
    length_u = low_ft * ratio * ratio * ratio
    # 0 up to the lower layer's top, 1 from the upper layer's bottom.
    aloft = (height_ft - low_ft) * (1.0 / (HIGH_LAYER_FT - LOW_LAYER_FT))
    return (
        sigma_u + aloft * (sigma_aloft_mps - sigma_u),
        sigma_w + aloft * (sigma_aloft_mps - sigma_w),
        METRES_PER_FOOT * (length_u + aloft * (length_aloft_ft - length_u)),
        METRES_PER_FOOT * (low_ft + aloft * (length_aloft_ft - low_ft)),
    )


def speed_through(
    n: float,
    e: float,
    d: float,
    qw: float,
    qx: float,
    qy: float,
    qz: float,
    u: float,
    v: float,
    w: float,
) -> float:
    """How fast a body passes through eddies that drift with the smooth part of the wind, m/s."""
    vn, ve, vd = rotate_to_world(qw, qx, qy, qz, u, v, w)
    an = vn - n
    ae = ve - e
    ad = vd - d
    airspeed = sqrt(an * an + ae * ae + ad * ad)
    return airspeed if airspeed > SLOWEST_AIRSPEED_MPS else SLOWEST_AIRSPEED_MPS


def first_order_step(state: float, decay: float, noise: float) -> float:
    """The along-wind filter over one step, in unit variance."""
    return decay * state + sqrt(1.0 - decay * decay) * noise


def second_order_step(
    first: float, second: float, step: float, decay: float, noise_1: float, noise_2: float
) -> tuple[float, float]:
    """The two states of the cross-wind filter (1 + sqrt(3) T s)/(1 + T s)^2 over one step.

    `step` is the time spanned over T, `decay` is exp(-step). The states have the stationary
    covariance [[1, 1/2], [1/2, 1/2]]; what a step takes away from it, the noise gives back.
    """
    left = decay * decay
    q11 = 1.0 - left
    q12 = 0.5 - left * (step + 0.5)
    q22 = 0.5 - left * (step * step + step + 0.5)
    # Cholesky factor of the covariance of the noise.
    l11 = sqrt(q11)
    l21 = q12 / (l11 if l11 > 0.0 else 1.0)
    rest = q22 - l21 * l21
    l22 = sqrt(rest if rest > 0.0 else 0.0)
    return (
        decay * first + l11 * noise_1,
        decay * (step * first + second) + l21 * noise_1 + l22 * noise_2,
    )


def second_order_output(first: float, second: float) -> float:
    """The output of the cross-wind filter, in unit variance."""
    return SQRT_HALF * (SQRT_3 * first + (1.0 - SQRT_3) * second)


def passing_eddies(
    j: int,
    period_s: float,
    wind_n_mps: float,
    wind_e_mps: float,
    wind_d_mps: float,
    length_aloft_ft: float,
    turbulence_w20_mps: Row,
    turbulence_aloft_mps: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    ground_down_m: Row,
) -> tuple[float, float, float, float]:
    """Strength of the eddies, horizontal and vertical, and how many lengths of them pass by."""
    way_m = period_s * speed_through(
        wind_n_mps,
        wind_e_mps,
        wind_d_mps,
        attitude_wxyz[j],
        attitude_wxyz[W + j],
        attitude_wxyz[2 * W + j],
        attitude_wxyz[3 * W + j],
        velocity_frd_mps[j],
        velocity_frd_mps[W + j],
        velocity_frd_mps[2 * W + j],
    )
    sigma_h, sigma_v, length_h, length_v = turbulence_scales(
        ground_down_m[j] - position_ned_m[2 * W + j],
        turbulence_w20_mps[j],
        turbulence_aloft_mps[j],
        length_aloft_ft,
    )
    return sigma_h, sigma_v, way_m / length_h, way_m / length_v


def dryden(
    tick: int,
    period_s: float,
    noise_key: KeyRow,
    turbulence_w20_mps: Row,
    turbulence_aloft_mps: Row,
    turbulence_along_ne: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    ground_down_m: Row,
    wind_ned_mps: Row,
    dryden_state: Row,
    dryden_running: Row,
) -> None:
    """Add turbulence to the smooth wind."""
    for j in range(W):
        n = wind_ned_mps[j]
        e = wind_ned_mps[W + j]
        d = wind_ned_mps[2 * W + j]
        sigma_h, sigma_v, step_h, step_v = passing_eddies(
            j, period_s, n, e, d, DRYDEN_ALOFT_FT, turbulence_w20_mps, turbulence_aloft_mps,
            position_ned_m, attitude_wxyz, velocity_frd_mps, ground_down_m,
        )  # fmt: skip
        # The first step forgets everything and so draws from the stationary distribution.
        running = dryden_running[j]
        decay_h = running * exp(-step_h)
        decay_v = running * exp(-step_v)

        g0, g1 = gauss_pair(noise_key[j], STREAM_DRYDEN, tick, 0)
        g2, g3 = gauss_pair(noise_key[j], STREAM_DRYDEN, tick, 1)
        g4, _ = gauss_pair(noise_key[j], STREAM_DRYDEN, tick, 2)
        u = first_order_step(dryden_state[j], decay_h, g4)
        v1, v2 = second_order_step(
            dryden_state[W + j], dryden_state[2 * W + j], step_h, decay_h, g0, g1
        )
        w1, w2 = second_order_step(
            dryden_state[3 * W + j], dryden_state[4 * W + j], step_v, decay_v, g2, g3
        )

        along = sigma_h * u
        across = sigma_h * second_order_output(v1, v2)
        axis_n = turbulence_along_ne[j]
        axis_e = turbulence_along_ne[W + j]
        wind_ned_mps[j] = n + axis_n * along - axis_e * across
        wind_ned_mps[W + j] = e + axis_e * along + axis_n * across
        wind_ned_mps[2 * W + j] = d + sigma_v * second_order_output(w1, w2)
        dryden_state[j] = u
        dryden_state[W + j] = v1
        dryden_state[2 * W + j] = v2
        dryden_state[3 * W + j] = w1
        dryden_state[4 * W + j] = w2
        dryden_running[j] = 1.0
