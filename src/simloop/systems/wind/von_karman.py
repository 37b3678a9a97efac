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
from typing import NamedTuple

from simloop.component import FloatRow, Mut
from simloop.kernels.noise import STREAM_VON_KARMAN, gauss_pair
from simloop.math.scalar import exp
from simloop.systems.wind.components import Turbulence, VonKarman
from simloop.systems.wind.eddies import first_order_step, passing_eddies, with_eddies
from simloop.world.body import Air, Body, Ground, NoiseKey

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


class Lags(NamedTuple):
    """Three lags, what they keep, or their noise."""

    first: float
    second: float
    third: float


def add_von_karman(
    tick: int,
    period_s: float,
    key: NoiseKey,
    turbulence: Turbulence,
    body: Body,
    ground: Ground,
    air: Mut[Air],
    filters: Mut[VonKarman],
) -> None:
    """Add turbulence to the smooth wind."""
    eddies = passing_eddies(period_s, VON_KARMAN_ALOFT_FT, turbulence, body, ground, air)
    step_h, step_v, running = eddies.step_h, eddies.step_v, filters.running

    g0, g1 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 0)
    g2, g3 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 1)
    g4, g5 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 2)
    g6, g7 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 3)
    u1, u2 = along_step(filters.state[0], filters.state[1], step_h, running, g0, g1)
    v = across_step(lags_at(filters.state, 2), step_h, running, Lags(g2, g3, g4))
    w = across_step(lags_at(filters.state, 5), step_v, running, Lags(g5, g6, g7))

    g8, g9 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 4)
    g10, g11 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 5)
    g12, g13 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 6)
    g14, g15 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 7)
    g16, _ = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 8)
    fast_u = fast_step(lags_at(filters.state, 8), step_h, running, Lags(g8, g9, g10))
    fast_v = fast_step(lags_at(filters.state, 11), step_h, running, Lags(g11, g12, g13))
    fast_w = fast_step(lags_at(filters.state, 14), step_v, running, Lags(g14, g15, g16))

    air.wind_ned_mps = with_eddies(
        air.wind_ned_mps,
        turbulence.along_ne,
        eddies.sigma_h_mps * along_whole(along_output(u1, u2), fast_u),
        eddies.sigma_h_mps * across_whole(across_output(v), fast_v),
        eddies.sigma_v_mps * across_whole(across_output(w), fast_w),
    )
    filters.state[0] = u1
    filters.state[1] = u2
    keep_lags(filters.state, 2, v)
    keep_lags(filters.state, 5, w)
    keep_lags(filters.state, 8, fast_u)
    keep_lags(filters.state, 11, fast_v)
    keep_lags(filters.state, 14, fast_w)
    filters.running = 1.0


def lags_at(state: FloatRow, first: int) -> Lags:
    """Three lags from element `first` on."""
    return Lags(state[first], state[first + 1], state[first + 2])


def keep_lags(state: FloatRow, first: int, lags: Lags) -> None:
    """Write three lags from element `first` on."""
    state[first] = lags.first
    state[first + 1] = lags.second
    state[first + 2] = lags.third


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


def across_step(lags: Lags, step: float, running: float, noise: Lags) -> Lags:
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
    return Lags(
        e1 * lags.first + l11 * noise.first,
        e2 * lags.second + l21 * noise.first + l22 * noise.second,
        e3 * lags.third + l31 * noise.first + l32 * noise.second + l33 * noise.third,
    )


def across_output(lags: Lags) -> float:
    """The output of the cross-wind filter, in unit variance."""
    x1, x2, x3 = lags
    return ACROSS_SHARE_1 * x1 + ACROSS_SHARE_2 * x2 + ACROSS_SHARE_3 * x3


def fast_step(lags: Lags, step: float, running: float, noise: Lags) -> Lags:
    """The three fast lags over one step."""
    return Lags(
        first_order_step(lags.first, running * exp(-FAST_POLE_1 * step), noise.first),
        first_order_step(lags.second, running * exp(-FAST_POLE_2 * step), noise.second),
        first_order_step(lags.third, running * exp(-FAST_POLE_3 * step), noise.third),
    )


def along_whole(slow: float, fast: Lags) -> float:
    """Filter and fast lags together, along the wind."""
    x1, x2, x3 = fast
    return ALONG_SLOW * slow + ALONG_FAST_1 * x1 + ALONG_FAST_2 * x2 + ALONG_FAST_3 * x3


def across_whole(slow: float, fast: Lags) -> float:
    """Filter and fast lags together, across the wind."""
    x1, x2, x3 = fast
    return ACROSS_SLOW * slow + ACROSS_FAST_1 * x1 + ACROSS_FAST_2 * x2 + ACROSS_FAST_3 * x3
