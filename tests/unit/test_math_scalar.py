"""The elementary functions keep their stated bounds, and compiled they give the same bits."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.math import scalar
from simloop.world.array_program import ArrayProgram

Floats = NDArray[np.float64]
rng = np.random.default_rng(20)


def fill(points: Floats, results: Floats) -> None:
    """Every function at every point."""
    for i in range(points.shape[0]):
        results[0, i] = scalar.sin(points[i])
        results[1, i] = scalar.cos(points[i])
        results[2, i] = scalar.exp(points[i])
        results[3, i] = scalar.log(points[i])
        results[4, i] = scalar.asin(points[i])


def spread(low: float, high: float, count: int = 20000) -> list[float]:
    return [float(x) for x in rng.uniform(low, high, count)]


def powers(low: float, high: float, count: int = 20000) -> list[float]:
    return [math.exp(x) for x in spread(low, high, count)]


QUARTER_TURNS = [k * math.pi / 2 for k in range(-2000, 2000)]
ONE_ARGUMENT = {
    "sin": (math.sin, spread(-1, 1) + spread(-1e5, 1e5) + QUARTER_TURNS, 4e-16),
    "cos": (math.cos, spread(-1, 1) + spread(-1e5, 1e5) + QUARTER_TURNS, 4e-16),
    "exp": (math.exp, spread(-708, 709) + spread(-1, 1), 3e-16),
    "log": (math.log, powers(-708, 709) + spread(0.5, 2) + [1 + 1e-9, 1 - 1e-9], 3e-16),
    "asin": (math.asin, [*spread(-1, 1), -1.0, 1.0, 1e-12, 0.9999999999], 5e-16),
}


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_relative_error(name: str) -> None:
    reference, points, bound = ONE_ARGUMENT[name]
    function: Callable[[float], float] = getattr(scalar, name)
    for x in points:
        expected = reference(x)
        assert abs(function(x) - expected) <= bound * abs(expected), x


def test_sine_and_cosine_absolute_error() -> None:
    for x in spread(-1e5, 1e5):
        s, c = scalar.sin_cos(x)
        assert abs(s - math.sin(x)) <= 2.3e-16
        assert abs(c - math.cos(x)) <= 2.3e-16


def test_atan2_in_all_quadrants() -> None:
    for x, y, scale in zip(spread(-1, 1), spread(-1, 1), powers(-20, 20), strict=True):
        expected = math.atan2(y * scale, x)
        assert abs(scalar.atan2(y * scale, x) - expected) <= 5e-16 * abs(expected)


def test_atan2_on_the_axes() -> None:
    points = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 0.0), (1.0, 1.0)]
    assert [scalar.atan2(*p) for p in points] == [math.atan2(*p) for p in points]


def test_power_of_positive_numbers() -> None:
    for x, y in zip(powers(-10, 10), spread(-8, 8), strict=True):
        size = abs(y * math.log(x))
        assert scalar.pow_positive(x, y) == pytest.approx(x**y, rel=3e-16 * (1 + size))
    assert scalar.pow_positive(5.0, 0.0) == 1.0
    assert scalar.pow_positive(1.0, 3.7) == 1.0


def test_ends_of_the_domain() -> None:
    assert scalar.exp(0.0) == 1.0
    assert scalar.exp(1e6) == scalar.exp(709.0) > 8e307
    assert scalar.exp(-1e6) == scalar.exp(-708.0) < 4e-308
    assert scalar.log(0.0) == scalar.log(-3.0) == scalar.log(2.2250738585072014e-308)
    assert scalar.asin(1.0 + 1e-12) == math.pi / 2


def test_nan_comes_through() -> None:
    nan = math.nan
    results = [getattr(scalar, name)(nan) for name in ONE_ARGUMENT]
    results += [scalar.atan2(nan, 1.0), scalar.atan2(1.0, nan), scalar.wrap_pi(nan)]
    assert all(math.isnan(value) for value in results)


def test_rounding_is_to_even() -> None:
    points = [0.5, 1.5, -0.5, -1.5, 2.4999, -7.51, 1e9 + 0.25]
    assert [scalar.round_nearest(x) for x in points] == [float(round(x)) for x in points]


def test_wrap_pi() -> None:
    for x in spread(-1000, 1000):
        wrapped = scalar.wrap_pi(x)
        assert abs(wrapped) <= math.pi + 1e-12
        assert math.sin(wrapped) == pytest.approx(math.sin(x), abs=1e-13)
        assert math.cos(wrapped) == pytest.approx(math.cos(x), abs=1e-13)


def test_clamp() -> None:
    assert [scalar.clamp(x, -1.0, 2.0) for x in (-5.0, 0.5, 9.0)] == [-1.0, 0.5, 2.0]


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_compiled_gives_the_same_bits(name: str) -> None:
    points = np.array(ONE_ARGUMENT[name][1][:5000])
    results = np.empty((len(ONE_ARGUMENT), points.size))
    ArrayProgram(fill)(points, results)
    plain = np.array([getattr(scalar, name)(float(x)) for x in points])
    assert results[list(ONE_ARGUMENT).index(name)].tobytes() == plain.tobytes()
