"""What the sensors' errors are made of: white noise, turn-on bias, wandering bias, resolution."""

from math import sqrt

import numpy as np

from simloop.kernels.noise import uniform
from simloop.math.scalar import exp, round_nearest
from simloop.math.vector import Vec3

# Ticks count from 1, so tick 0 of a stream is free for what is drawn once per vehicle.
TURN_ON_TICK = 0


def white_sigma(density: float, rate_hz: float) -> float:
    """Standard deviation of one sample of white noise with `density` per sqrt(Hz)."""
    return density * sqrt(rate_hz)


def wander_decay(time_constant_s: float, period_s: float) -> float:
    """What is left of a wandering bias after one period; an infinite time constant keeps all."""
    return exp(-period_s / time_constant_s)


def walk_kick(walk: float, time_constant_s: float, period_s: float) -> float:
    """Standard deviation added per period to a bias driven by `walk` per sqrt(s).

    The exact discretisation: the steady spread is walk * sqrt(time_constant_s / 2) at any rate,
    and a time constant beyond all periods makes it a pure random walk.
    """
    ratio = 2.0 * period_s / time_constant_s
    if ratio < 1e-9:
        return walk * sqrt(period_s)
    return walk * sqrt(0.5 * time_constant_s * (1.0 - exp(-ratio)))


def wander_kick(spread: float, time_constant_s: float, period_s: float) -> float:
    """Standard deviation added per period to a bias whose steady spread is `spread`."""
    return spread * sqrt(1.0 - exp(-2.0 * period_s / time_constant_s))


def turn_on(key: np.uint64, stream: int, axis: int, half_range: float) -> float:
    """The bias a sensor wakes up with: uniform within +-`half_range`, one draw per vehicle."""
    return half_range * (2.0 * uniform(key, stream, TURN_ON_TICK, axis) - 1.0)


def wander(bias: float, centre: float, decay: float, kick: float, normal: float) -> float:
    """The next value of a bias that wanders about `centre`."""
    return centre + decay * (bias - centre) + kick * normal


def turn_on_vector(key: np.uint64, stream: int, first_axis: int, half_range: float) -> Vec3:
    """Such a bias on three axes."""
    return Vec3(
        turn_on(key, stream, first_axis, half_range),
        turn_on(key, stream, first_axis + 1, half_range),
        turn_on(key, stream, first_axis + 2, half_range),
    )


def wander_vector(bias: Vec3, centre: Vec3, decay: float, kick: float, normal: Vec3) -> Vec3:
    """The next value of a bias of three axes that wanders about `centre`."""
    return centre + decay * (bias - centre) + kick * normal


def quantise(x: float, step: float) -> float:
    """`x` rounded to a whole number of steps; step 0 leaves it alone."""
    size = step if step > 0.0 else 1.0
    return round_nearest(x / size) * size if step > 0.0 else x
