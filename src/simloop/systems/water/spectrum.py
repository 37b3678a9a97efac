"""From a spectrum to a table of waves, the same on every machine.

All functions are those of simloop.math.scalar, and all chance has an address: a seed names a sea.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.noise import STREAM_WAVES, uniform
from simloop.math.address import address_key
from simloop.math.scalar import PI, cos, exp, pow_positive, sin
from simloop.math.waves import STANDARD_GRAVITY_MPS2, Wave, wave_number
from simloop.systems.water.config import Waves

# The band that is cut into waves, over the peak frequency: 99.8 % of the energy.
LOWEST = 0.5
HIGHEST = 5.0
GRID = 2000
DIRECTIONS = 720
# Steps of this share of the whole never come near each other.
GOLDEN_SHARE = 0.6180339887498949


def density(omega_radps: float, waves: Waves) -> float:
    """The shape of the spectrum: energy per frequency, up to a factor."""
    peak = 2.0 * PI / waves.peak_period_s
    ratio = peak / omega_radps
    shape = exp(-1.25 * ratio * ratio * ratio * ratio) * pow_positive(ratio, 5.0)
    if waves.spectrum == "jonswap":
        width = 0.07 if omega_radps <= peak else 0.09
        off = (omega_radps - peak) / (width * peak)
        shape *= pow_positive(waves.peakedness, exp(-0.5 * off * off))
    return shape


@cache
def cumulative(waves: Waves) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Frequencies of a fine grid, and the share of the energy below each."""
    peak = 2.0 * PI / waves.peak_period_s
    step = (HIGHEST - LOWEST) / GRID
    omegas = [peak * (LOWEST + step * i) for i in range(GRID + 1)]
    return tuple(omegas), tuple(_shares([density(omega, waves) for omega in omegas]))


def _shares(heights: Sequence[float]) -> list[float]:
    """The running integral by the trapezoidal rule, scaled to end at 1."""
    below = [0.0]
    for left, right in pairwise(heights):
        below.append(below[-1] + 0.5 * (left + right))
    return [part / below[-1] for part in below]


def _lookup(xs: Sequence[float], ys: Sequence[float], x: float) -> float:
    """Linear interpolation in rising xs."""
    i = min(max(bisect_right(xs, x), 1), len(xs) - 1)
    width = xs[i] - xs[i - 1]
    part = (x - xs[i - 1]) / width if width > 0.0 else 0.0
    return ys[i - 1] + part * (ys[i] - ys[i - 1])


@cache
def _angles(spreading_s: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Shares of the energy, and the angle off the main direction below which each lies."""
    step = 2.0 * PI / DIRECTIONS
    angles = [-PI + step * i for i in range(DIRECTIONS + 1)]
    heights = [pow_positive(abs(cos(0.5 * angle)), 2.0 * spreading_s) for angle in angles]
    return tuple(_shares(heights)), tuple(angles)


def _draw(waves: Waves, axis: int) -> float:
    with np.errstate(over="ignore"):
        return float(uniform(address_key(waves.seed, "waves"), STREAM_WAVES, 0, axis))


def _cut(waves: Waves) -> list[tuple[float, float]]:
    """Frequency and share of the energy of each wave."""
    omegas, shares = cumulative(waves)
    count = waves.components
    parts = []
    for i in range(count):
        place = (i + _draw(waves, 2 * i)) / count
        if waves.bins == "equal_energy":
            parts.append((_lookup(shares, omegas, place), 1.0 / count))
        else:
            low, width = omegas[0], omegas[-1] - omegas[0]
            edges = (low + width * i / count, low + width * (i + 1) / count)
            below, above = (_lookup(omegas, shares, edge) for edge in edges)
            parts.append((low + width * place, above - below))
    return parts


def _directions(waves: Waves) -> list[float]:
    """Where each wave goes to, rad clockwise from north."""
    toward = (waves.direction_from_deg + 180.0) * PI / 180.0
    if waves.spreading_s is None:
        return [toward] * waves.components
    shares, angles = _angles(waves.spreading_s)
    start = _draw(waves, 2 * waves.components)
    places = [(start + GOLDEN_SHARE * i) % 1.0 for i in range(waves.components)]
    return [toward + _lookup(shares, angles, place) for place in places]


@cache
def wave_rows(waves: Waves, water_depth_m: float) -> tuple[tuple[float, ...], ...]:
    """The rows of the table that simloop.math.waves describes."""
    if waves.spectrum == "none" or waves.significant_height_m == 0.0:
        return ()
    if waves.spectrum == "regular":
        toward = (waves.direction_from_deg + 180.0) * PI / 180.0
        amplitude = 0.5 * waves.significant_height_m
        return (_row(amplitude, 2.0 * PI / waves.peak_period_s, toward, 0.0, water_depth_m),)
    variance = waves.significant_height_m * waves.significant_height_m / 16.0
    rows = []
    for i, ((omega, share), toward) in enumerate(zip(_cut(waves), _directions(waves), strict=True)):
        phase = 2.0 * PI * _draw(waves, 2 * i + 1)
        rows.append(_row(sqrt(2.0 * variance * share), omega, toward, phase, water_depth_m))
    return tuple(rows)


def wave_table(waves: Waves, water_depth_m: float) -> NDArray[np.float64]:
    """The table of a sea, a row per wave."""
    rows = wave_rows(waves, water_depth_m)
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(Wave._fields))


def _row(
    amplitude: float, omega: float, toward: float, phase: float, water_depth_m: float
) -> tuple[float, ...]:
    number = wave_number(omega, water_depth_m, STANDARD_GRAVITY_MPS2)
    north, east = cos(toward), sin(toward)
    echo = exp(-2.0 * number * water_depth_m) if 2.0 * number * water_depth_m < 700.0 else 0.0
    speed = amplitude * omega / (1.0 - echo)
    return (
        amplitude, number * north, number * east, omega, phase, number, echo,
        speed * north, speed * east, speed,
    )  # fmt: skip
