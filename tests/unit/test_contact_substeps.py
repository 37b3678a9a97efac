"""The ground is as stiff and as lively at any tick rate as the equations say."""

from dataclasses import replace
from functools import partial
from math import exp, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from simloop.systems import contacts, physics
from simloop.testing.body_bench import BodyBench

GRAVITY_MPS2 = 9.80665
RATES_HZ = (100, 200, 400, 1000)
FEET = contacts.Config(crash_speed_mps=100.0)


def body(config: contacts.Config, rate_hz: int) -> BodyBench:
    mass = physics.Config(mass_kg=3.5, inertia_kgm2=(0.08, 0.08, 0.12, 0.0, 0.0, 0.0))
    bench = BodyBench(
        partial(physics.equip, config=mass),
        partial(contacts.equip, config=config),
        tick_rate_hz=rate_hz,
    )
    bench.set("position_ned_m", (0.0, 0.0, -0.12))
    return bench


def sunk_m(rate_hz: int) -> float:
    bench = body(FEET, rate_hz)
    bench.run(2 * rate_hz)
    return float(bench.get("position_ned_m")[2]) + 0.12


@pytest.mark.parametrize("rate_hz", RATES_HZ)
def test_feet_sink_equally_deep_at_any_tick_rate(rate_hz: int) -> None:
    # Four of the feet carry, each by its share of the mass: 1 / (1/m + |r|^2 / I).
    carried = 1.0 / (1.0 / 3.5 + (2 * 0.18**2 + 0.12**2) / 0.08)
    expected = 3.5 * GRAVITY_MPS2 / (4.0 * carried * 60.0**2)
    assert sunk_m(rate_hz) == pytest.approx(expected, rel=1e-3)


def apex_m(damping_ratio: float, drop_m: float) -> float:
    """How high a mass on a damped spring that cannot pull comes back, by SciPy."""

    def slope(_: float, state: np.ndarray) -> list[float]:
        x, v = state
        push = max(60.0**2 * x + 2.0 * damping_ratio * 60.0 * v, 0.0) if x > 0.0 else 0.0
        return [v, GRAVITY_MPS2 - push]

    fall = sqrt(2.0 * GRAVITY_MPS2 * drop_m)
    found = solve_ivp(slope, (0.0, 0.45), [0.0, fall], rtol=1e-10, atol=1e-12, max_step=1e-4)
    return float(-found.y[0].min())


@pytest.mark.parametrize("rate_hz", RATES_HZ)
@pytest.mark.parametrize("damping_ratio", [0.05, 0.3])
def test_a_body_bounces_as_high_as_the_equations_say(rate_hz: int, damping_ratio: float) -> None:
    drop_m = 0.2
    one = replace(FEET, points_frd_m=((0.0, 0.0, 0.12),), damping_ratio=damping_ratio)
    bench = body(one, rate_hz)
    # All of the mass is on one point in a body that cannot tilt.
    bench.set("inverse_inertia", 0.0)
    bench.set("position_ned_m", (0.0, 0.0, -0.12 - drop_m))
    bench.run(round((sqrt(2.0 * drop_m / GRAVITY_MPS2) + 0.02) * rate_hz))
    heights = []
    for _ in range(round(0.4 * rate_hz)):
        bench.run(1)
        heights.append(-float(bench.get("position_ned_m")[2]) - 0.12)
    expected = apex_m(damping_ratio, drop_m)
    assert sqrt(max(heights) / drop_m) == pytest.approx(sqrt(expected / drop_m), abs=0.02)
    # Without gravity and with a ground that pulls this would be exp(-pi zeta / sqrt(1 - zeta^2)).
    if damping_ratio == 0.05:
        assert sqrt(max(heights) / drop_m) == pytest.approx(exp(-pi * 0.05), abs=0.03)


def test_only_a_tick_rate_too_slow_for_a_held_force_softens_the_ground() -> None:
    assert contacts.carried_frequency_radps(FEET, 100) == 60.0
    assert contacts.carried_frequency_radps(FEET, 20) < 60.0
    bench = body(FEET, 20)
    bench.set("position_ned_m", (0.0, 0.0, -0.4))
    bench.run(400)
    assert np.linalg.norm(bench.get("velocity_frd_mps")) < 1e-3
