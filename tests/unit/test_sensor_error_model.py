"""The parts that sensor errors are made of, against their theory."""

import numpy as np
import pytest

from simloop.kernels.sensors.error_model import (
    quantise,
    turn_on,
    walk_kick,
    wander,
    wander_decay,
    wander_kick,
    white_sigma,
)


@pytest.mark.parametrize("period_s", [0.001, 0.02, 0.5])
@pytest.mark.parametrize("time_constant_s", [0.05, 1.0, 1100.0])
def test_decay_and_kick_keep_the_steady_spread(period_s: float, time_constant_s: float) -> None:
    decay = wander_decay(time_constant_s, period_s)
    steady = walk_kick(0.3, time_constant_s, period_s) / np.sqrt(1.0 - decay * decay)
    assert steady == pytest.approx(0.3 * np.sqrt(time_constant_s / 2.0), rel=1e-9)
    steady = wander_kick(1.56, time_constant_s, period_s) / np.sqrt(1.0 - decay * decay)
    assert steady == pytest.approx(1.56, rel=1e-9)


@pytest.mark.parametrize("time_constant_s", [1e12, float("inf")])
def test_an_endless_time_constant_is_a_random_walk(time_constant_s: float) -> None:
    assert wander_decay(time_constant_s, 0.02) == pytest.approx(1.0, abs=1e-13)
    assert walk_kick(0.1, time_constant_s, 0.04) == pytest.approx(0.02, rel=1e-6)


def test_white_noise_grows_with_the_root_of_the_rate() -> None:
    assert white_sigma(0.01, 400.0) == pytest.approx(0.2)
    assert white_sigma(0.01, 100.0) == pytest.approx(0.1)


def test_wander_pulls_towards_its_centre() -> None:
    assert wander(3.0, 1.0, 0.5, 0.0, 7.0) == pytest.approx(2.0)
    assert wander(1.0, 1.0, 0.5, 0.1, 2.0) == pytest.approx(1.2)


def test_turn_on_stays_within_its_range() -> None:
    with np.errstate(over="ignore"):
        draws = [turn_on(np.uint64(key), 4, 0, 2.0) for key in range(500)]
    assert -2.0 <= min(draws) < -1.9
    assert 1.9 < max(draws) < 2.0


@pytest.mark.parametrize(
    ("x", "step", "expected"), [(1.26, 0.1, 1.3), (-1.26, 0.5, -1.5), (1.26, 0.0, 1.26)]
)
def test_quantise_rounds_to_whole_steps(x: float, step: float, expected: float) -> None:
    assert quantise(x, step) == pytest.approx(expected, abs=1e-12)
