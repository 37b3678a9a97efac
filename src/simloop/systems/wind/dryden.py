"""Dryden turbulence."""

from math import sqrt

from simloop.component import Mut
from simloop.kernels.noise import STREAM_DRYDEN, gauss_pair
from simloop.math.scalar import exp
from simloop.systems.wind.components import Dryden, DrydenState, Turbulence
from simloop.systems.wind.eddies import first_order_step, passing_eddies, with_eddies
from simloop.world.body import Air, Body, Ground, NoiseKey

SQRT_3 = 1.7320508075688772
SQRT_HALF = 0.7071067811865476
DRYDEN_ALOFT_FT = 1750.0


def add_dryden(
    tick: int,
    period_s: float,
    key: NoiseKey,
    turbulence: Turbulence,
    body: Body,
    ground: Ground,
    air: Mut[Air],
    filters: Mut[Dryden],
) -> None:
    """Add turbulence to the smooth wind."""
    eddies = passing_eddies(period_s, DRYDEN_ALOFT_FT, turbulence, body, ground, air)
    # The first step forgets everything and so draws from the stationary distribution.
    decay_h = filters.running * exp(-eddies.step_h)
    decay_v = filters.running * exp(-eddies.step_v)

    g0, g1 = gauss_pair(key.value, STREAM_DRYDEN, tick, 0)
    g2, g3 = gauss_pair(key.value, STREAM_DRYDEN, tick, 1)
    g4, _ = gauss_pair(key.value, STREAM_DRYDEN, tick, 2)
    u, v1, v2, w1, w2 = filters.state
    u = first_order_step(u, decay_h, g4)
    v1, v2 = second_order_step(v1, v2, eddies.step_h, decay_h, g0, g1)
    w1, w2 = second_order_step(w1, w2, eddies.step_v, decay_v, g2, g3)
    filters.state = DrydenState(u, v1, v2, w1, w2)
    filters.running = 1.0

    air.wind_ned_mps = with_eddies(
        air.wind_ned_mps,
        turbulence.along_ne,
        eddies.sigma_h_mps * u,
        eddies.sigma_h_mps * second_order_output(v1, v2),
        eddies.sigma_v_mps * second_order_output(w1, w2),
    )


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
