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

from simloop.component import FloatRow, Mut
from simloop.kernels.noise import STREAM_VON_KARMAN, gauss_pair
from simloop.math.scalar import exp
from simloop.math.vector import Vec2, Vec3
from simloop.systems.wind.components import Turbulence, VonKarman
from simloop.systems.wind.eddies import first_order_step, passing_eddies, with_eddies
from simloop.world.body import Air, Body, Ground, NoiseKey

VON_KARMAN_ALOFT_FT = 2500.0

# Poles of the along-wind filter and how its lags sum up.
ALONG_POLES = Vec2(0.8403154269119582, 5.989075614859557)
ALONG_SHARES = Vec2(1.1094314574102384, 0.6984061248038114)
# The same for the cross-wind filter.
ACROSS_POLES = Vec3(0.48010621319320945, 1.2148211586395525, 11.14068016552916)
ACROSS_SHARES = Vec3(-0.20373033972560667, 1.6681245409303342, 0.7863254777226155)
# Poles of the lags that go on with the spectrum, and what the filter and each of them sum up by.
FAST_POLES = Vec3(60.0, 400.0, 2500.0)
ALONG_SLOW = 0.9823761327977004
ALONG_FAST = Vec3(0.1621086268263255, 0.08009492803526286, 0.04735746320216103)
ACROSS_SLOW = 0.9805086746129952
ACROSS_FAST = Vec3(0.16212955229938694, 0.09717703822690921, 0.053603829353076476)


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
    u = along_step(Vec2(filters.state[0], filters.state[1]), step_h, running, Vec2(g0, g1))
    v = across_step(lags_at(filters.state, 2), step_h, running, Vec3(g2, g3, g4))
    w = across_step(lags_at(filters.state, 5), step_v, running, Vec3(g5, g6, g7))

    g8, g9 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 4)
    g10, g11 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 5)
    g12, g13 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 6)
    g14, g15 = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 7)
    g16, _ = gauss_pair(key.value, STREAM_VON_KARMAN, tick, 8)
    fast_u = fast_step(lags_at(filters.state, 8), step_h, running, Vec3(g8, g9, g10))
    fast_v = fast_step(lags_at(filters.state, 11), step_h, running, Vec3(g11, g12, g13))
    fast_w = fast_step(lags_at(filters.state, 14), step_v, running, Vec3(g14, g15, g16))

    air.wind_ned_mps = with_eddies(
        air.wind_ned_mps,
        turbulence.along_ne,
        eddies.sigma_h_mps * whole(ALONG_SLOW, along_output(u), ALONG_FAST, fast_u),
        eddies.sigma_h_mps * whole(ACROSS_SLOW, ACROSS_SHARES.dot(v), ACROSS_FAST, fast_v),
        eddies.sigma_v_mps * whole(ACROSS_SLOW, ACROSS_SHARES.dot(w), ACROSS_FAST, fast_w),
    )
    filters.state[0], filters.state[1] = u
    keep_lags(filters.state, 2, v)
    keep_lags(filters.state, 5, w)
    keep_lags(filters.state, 8, fast_u)
    keep_lags(filters.state, 11, fast_v)
    keep_lags(filters.state, 14, fast_w)
    filters.running = 1.0


def lags_at(state: FloatRow, first: int) -> Vec3:
    """Three lags from element `first` on."""
    return Vec3(state[first], state[first + 1], state[first + 2])


def keep_lags(state: FloatRow, first: int, lags: Vec3) -> None:
    """Write three lags from element `first` on."""
    state[first] = lags.x
    state[first + 1] = lags.y
    state[first + 2] = lags.z


def root(x: float) -> float:
    """The square root of what rounding may have pushed below zero."""
    return sqrt(x if x > 0.0 else 0.0)


def over(x: float, y: float) -> float:
    """x / y, or x where y is zero."""
    return x / (y if y > 0.0 else 1.0)


def along_step(lags: Vec2, step: float, running: float, noise: Vec2) -> Vec2:
    """The two lags of the along-wind filter over one step; a filter not yet running is drawn."""
    a1, a2 = ALONG_POLES
    e1, e2 = running * exp(-a1 * step), running * exp(-a2 * step)
    l11 = root((1.0 - e1 * e1) * (0.5 / a1))
    l21 = over((1.0 - e1 * e2) * (1.0 / (a1 + a2)), l11)
    l22 = root((1.0 - e2 * e2) * (0.5 / a2) - l21 * l21)
    return Vec2(e1 * lags.x + l11 * noise.x, e2 * lags.y + l21 * noise.x + l22 * noise.y)


def along_output(lags: Vec2) -> float:
    """The output of the along-wind filter, in unit variance."""
    return ALONG_SHARES.x * lags.x + ALONG_SHARES.y * lags.y


def across_step(lags: Vec3, step: float, running: float, noise: Vec3) -> Vec3:
    """The three lags of the cross-wind filter over one step."""
    a1, a2, a3 = ACROSS_POLES
    e1, e2, e3 = decays(ACROSS_POLES, step, running)
    # Cholesky factor of the covariance of the noise.
    l11 = root((1.0 - e1 * e1) * (0.5 / a1))
    l21 = over((1.0 - e1 * e2) * (1.0 / (a1 + a2)), l11)
    l31 = over((1.0 - e1 * e3) * (1.0 / (a1 + a3)), l11)
    l22 = root((1.0 - e2 * e2) * (0.5 / a2) - l21 * l21)
    l32 = over((1.0 - e2 * e3) * (1.0 / (a2 + a3)) - l31 * l21, l22)
    l33 = root((1.0 - e3 * e3) * (0.5 / a3) - l31 * l31 - l32 * l32)
    return Vec3(
        e1 * lags.x + l11 * noise.x,
        e2 * lags.y + l21 * noise.x + l22 * noise.y,
        e3 * lags.z + l31 * noise.x + l32 * noise.y + l33 * noise.z,
    )


def fast_step(lags: Vec3, step: float, running: float, noise: Vec3) -> Vec3:
    """The three fast lags over one step."""
    kept = decays(FAST_POLES, step, running)
    return Vec3(*(first_order_step(*one) for one in zip(lags, kept, noise, strict=True)))


def decays(poles: Vec3, step: float, running: float) -> Vec3:
    """What each of three lags keeps over a step; nothing if the filter is not yet running."""
    return Vec3(*(running * exp(-pole * step) for pole in poles))


def whole(slow_share: float, slow: float, shares: Vec3, fast: Vec3) -> float:
    """Filter and fast lags together."""
    return slow_share * slow + shares.x * fast.x + shares.y * fast.y + shares.z * fast.z
