"""Von Karman turbulence by rational filters, exact for the time a step spans.

The spectra of von Karman are not rational; the filters are the customary approximations, in the
dimensionless time t V / L:

    along   (1 + 0.25 s) / (1 + 1.357 s + 0.1987 s^2)
    across  (1 + 2.7478 s + 0.3398 s^2) / (1 + 2.9958 s + 1.9754 s^2 + 0.1539 s^3)

All their poles are real, so each filter is a sum of lags x_i' = -a_i x_i + w of one white noise w.
The lags have the stationary covariance P_ij = 1 / (a_i + a_j), and a step of length h adds noise
with the covariance P_ij (1 - exp(-(a_i + a_j) h)): the variance is kept at every rate and speed.

They leave the true spectrum beyond 20 lengths per radian, which is 1 Hz for many. There three lags
of their own noise go on, with poles and shares by least squares of the spectrum's ratio: along and
across the wind the sum stays within 5 % of von Karman's up to 5000. What of it is faster than the
steps folds into the steps, and keeps its variance. All outputs have unit variance.
"""

from math import sqrt

from simloop.kernels.noise import STREAM_VON_KARMAN, gauss_pair
from simloop.kernels.turbulence import first_order_step, passing_eddies
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import exp

# Lanes per block; compiled copies set it.
W = 1

VON_KARMAN_ALOFT_FT = 2500.0

# Poles of the along-wind filter and how its lags sum up.
ALONG_POLE_1 = 0.8403154269119582
ALONG_POLE_2 = 5.989075614859557
ALONG_SHARE_1 = 1.1094314574102384
ALONG_SHARE_2 = 0.6984061248038114
# The same for the cross-wind filter.
ACROSS_POLE_1 = 0.48010621319320945
ACROSS_POLE_2 = 1.2148211586395525
ACROSS_POLE_3 = 11.14068016552916
ACROSS_SHARE_1 = -0.20373033972560667
ACROSS_SHARE_2 = 1.6681245409303342
ACROSS_SHARE_3 = 0.7863254777226155
# Poles of the lags that go on with the spectrum, and what the filter and each of them sum up by.
FAST_POLE_1 = 60.0
FAST_POLE_2 = 400.0
FAST_POLE_3 = 2500.0
ALONG_SLOW = 0.9823761327977004
ALONG_FAST_1 = 0.1621086268263255
ALONG_FAST_2 = 0.08009492803526286
ALONG_FAST_3 = 0.04735746320216103
ACROSS_SLOW = 0.9805086746129952
ACROSS_FAST_1 = 0.16212955229938694
ACROSS_FAST_2 = 0.09717703822690921
ACROSS_FAST_3 = 0.053603829353076476


def root(x: float) -> float:
    """The square root of what rounding may have pushed below zero."""
    return sqrt(x if x > 0.0 else 0.0)


def over(x: float, y: float) -> float:
    """x / y, or x where y is zero."""
    return x / (y if y > 0.0 else 1.0)


def along_step(
    x1: float, x2: float, step: float, running: float, noise_1: float, noise_2: float
) -> tuple[float, float]:
    """The two lags of the along-wind filter over one step; a filter not yet running is drawn."""
    e1 = running * exp(-ALONG_POLE_1 * step)
    e2 = running * exp(-ALONG_POLE_2 * step)
    l11 = root((1.0 - e1 * e1) * (0.5 / ALONG_POLE_1))
    l21 = over((1.0 - e1 * e2) * (1.0 / (ALONG_POLE_1 + ALONG_POLE_2)), l11)
    l22 = root((1.0 - e2 * e2) * (0.5 / ALONG_POLE_2) - l21 * l21)
    return e1 * x1 + l11 * noise_1, e2 * x2 + l21 * noise_1 + l22 * noise_2


def along_output(x1: float, x2: float) -> float:
    """The output of the along-wind filter, in unit variance."""
    return ALONG_SHARE_1 * x1 + ALONG_SHARE_2 * x2


def across_step(
    x1: float,
    x2: float,
    x3: float,
    step: float,
    running: float,
    noise_1: float,
    noise_2: float,
    noise_3: float,
) -> tuple[float, float, float]:
    """The three lags of the cross-wind filter over one step."""
    e1 = running * exp(-ACROSS_POLE_1 * step)
    e2 = running * exp(-ACROSS_POLE_2 * step)
    e3 = running * exp(-ACROSS_POLE_3 * step)
    # Cholesky factor of the covariance of the noise.
    l11 = root((1.0 - e1 * e1) * (0.5 / ACROSS_POLE_1))
    l21 = over((1.0 - e1 * e2) * (1.0 / (ACROSS_POLE_1 + ACROSS_POLE_2)), l11)
    l31 = over((1.0 - e1 * e3) * (1.0 / (ACROSS_POLE_1 + ACROSS_POLE_3)), l11)
    l22 = root((1.0 - e2 * e2) * (0.5 / ACROSS_POLE_2) - l21 * l21)
    l32 = over((1.0 - e2 * e3) * (1.0 / (ACROSS_POLE_2 + ACROSS_POLE_3)) - l31 * l21, l22)
    l33 = root((1.0 - e3 * e3) * (0.5 / ACROSS_POLE_3) - l31 * l31 - l32 * l32)
    return (
        e1 * x1 + l11 * noise_1,
        e2 * x2 + l21 * noise_1 + l22 * noise_2,
        e3 * x3 + l31 * noise_1 + l32 * noise_2 + l33 * noise_3,
    )


def across_output(x1: float, x2: float, x3: float) -> float:
    """The output of the cross-wind filter, in unit variance."""
    return ACROSS_SHARE_1 * x1 + ACROSS_SHARE_2 * x2 + ACROSS_SHARE_3 * x3


def fast_decays(step: float, running: float) -> tuple[float, float, float]:
    """What a step leaves of each of the three fast lags."""
    return (
        running * exp(-FAST_POLE_1 * step),
        running * exp(-FAST_POLE_2 * step),
        running * exp(-FAST_POLE_3 * step),
    )


def along_whole(slow: float, x1: float, x2: float, x3: float) -> float:
    """Filter and fast lags together, along the wind."""
    return ALONG_SLOW * slow + ALONG_FAST_1 * x1 + ALONG_FAST_2 * x2 + ALONG_FAST_3 * x3


def across_whole(slow: float, x1: float, x2: float, x3: float) -> float:
    """Filter and fast lags together, across the wind."""
    return ACROSS_SLOW * slow + ACROSS_FAST_1 * x1 + ACROSS_FAST_2 * x2 + ACROSS_FAST_3 * x3


def von_karman(
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
    von_karman_state: Row,
    von_karman_running: Row,
) -> None:
    """Add turbulence to the smooth wind."""
    for j in range(W):
        n = wind_ned_mps[j]
        e = wind_ned_mps[W + j]
        d = wind_ned_mps[2 * W + j]
        sigma_h, sigma_v, step_h, step_v = passing_eddies(
            j, period_s, n, e, d, VON_KARMAN_ALOFT_FT, turbulence_w20_mps, turbulence_aloft_mps,
            position_ned_m, attitude_wxyz, velocity_frd_mps, ground_down_m,
        )  # fmt: skip
        running = von_karman_running[j]

        g0, g1 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 0)
        g2, g3 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 1)
        g4, g5 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 2)
        g6, g7 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 3)
        u1, u2 = along_step(von_karman_state[j], von_karman_state[W + j], step_h, running, g0, g1)
        v1, v2, v3 = across_step(
            von_karman_state[2 * W + j],
            von_karman_state[3 * W + j],
            von_karman_state[4 * W + j],
            step_h,
            running,
            g2,
            g3,
            g4,
        )
        w1, w2, w3 = across_step(
            von_karman_state[5 * W + j],
            von_karman_state[6 * W + j],
            von_karman_state[7 * W + j],
            step_v,
            running,
            g5,
            g6,
            g7,
        )

        g8, g9 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 4)
        g10, g11 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 5)
        g12, g13 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 6)
        g14, g15 = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 7)
        g16, _ = gauss_pair(noise_key[j], STREAM_VON_KARMAN, tick, 8)
        h1, h2, h3 = fast_decays(step_h, running)
        d1, d2, d3 = fast_decays(step_v, running)
        u4 = first_order_step(von_karman_state[8 * W + j], h1, g8)
        u5 = first_order_step(von_karman_state[9 * W + j], h2, g9)
        u6 = first_order_step(von_karman_state[10 * W + j], h3, g10)
        v4 = first_order_step(von_karman_state[11 * W + j], h1, g11)
        v5 = first_order_step(von_karman_state[12 * W + j], h2, g12)
        v6 = first_order_step(von_karman_state[13 * W + j], h3, g13)
        w4 = first_order_step(von_karman_state[14 * W + j], d1, g14)
        w5 = first_order_step(von_karman_state[15 * W + j], d2, g15)
        w6 = first_order_step(von_karman_state[16 * W + j], d3, g16)

        along = sigma_h * along_whole(along_output(u1, u2), u4, u5, u6)
        across = sigma_h * across_whole(across_output(v1, v2, v3), v4, v5, v6)
        vertical = sigma_v * across_whole(across_output(w1, w2, w3), w4, w5, w6)
        axis_n = turbulence_along_ne[j]
        axis_e = turbulence_along_ne[W + j]
        wind_ned_mps[j] = n + axis_n * along - axis_e * across
        wind_ned_mps[W + j] = e + axis_e * along + axis_n * across
        wind_ned_mps[2 * W + j] = d + vertical
        von_karman_state[j] = u1
        von_karman_state[W + j] = u2
        von_karman_state[2 * W + j] = v1
        von_karman_state[3 * W + j] = v2
        von_karman_state[4 * W + j] = v3
        von_karman_state[5 * W + j] = w1
        von_karman_state[6 * W + j] = w2
        von_karman_state[7 * W + j] = w3
        von_karman_state[8 * W + j] = u4
        von_karman_state[9 * W + j] = u5
        von_karman_state[10 * W + j] = u6
        von_karman_state[11 * W + j] = v4
        von_karman_state[12 * W + j] = v5
        von_karman_state[13 * W + j] = v6
        von_karman_state[14 * W + j] = w4
        von_karman_state[15 * W + j] = w5
        von_karman_state[16 * W + j] = w6
        von_karman_running[j] = 1.0
