"""Thermals and microbursts: their formulas, no air gained or lost, one field for all."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from simloop.kernels.wind import microburst_flow, thermal_flow
from simloop.systems import wind
from simloop.systems.wind import Microburst, Thermal
from simloop.testing.body_bench import BodyBench

Flow = Callable[[float, float, float], tuple[float, float, float]]
THERMAL: Flow = partial(thermal_flow, radius_m=80.0, strength_mps=4.0, top_m=900.0)
BURST: Flow = partial(microburst_flow, radius_m=400.0, outflow_mps=18.0, outflow_height_m=50.0)


def flow_of(which: Flow, n: float, e: float, h: float) -> np.ndarray:
    return np.array(which(n, e, h))


def stretching(which: Flow, place: np.ndarray, step: float = 0.01) -> np.ndarray:
    """How the flow along each axis grows along it, by central differences, 1/s."""
    return np.array(
        [
            (flow_of(which, *(place + offset)) - flow_of(which, *(place - offset)))[axis]
            for axis, offset in enumerate(np.eye(3) * step)
        ]
    ) / (2 * step)


# In radii and in parts of the top, or of 20 outflow heights.
PLACES = [
    (0.0, 0.0, 0.1),
    (0.3, -0.2, 0.01),
    (0.6, 0.8, 0.5),
    (-1.3, 0.4, 0.99),
    (1.0, 1.0, 0.04),
    (-1.2, 0.1, 0.2),
]


@pytest.mark.parametrize(
    ("which", "size"),
    [(THERMAL, (80.0, 80.0, 900.0)), (BURST, (400.0, 400.0, 1000.0))],
    ids=["thermal", "microburst"],
)
@pytest.mark.parametrize("place", PLACES)
def test_no_air_is_gained_or_lost(
    which: Flow, size: tuple[float, float, float], place: tuple[float, float, float]
) -> None:
    parts = stretching(which, np.array(place) * size)
    assert np.abs(parts).max() > 1e-5
    assert abs(parts.sum()) < 1e-6 * np.abs(parts).max()


@pytest.mark.parametrize("which", [THERMAL, BURST], ids=["thermal", "microburst"])
def test_what_goes_up_comes_down_at_every_height(which: Flow) -> None:
    radii = np.linspace(0.0, 1600.0, 16001)
    for height in (40.0, 300.0, 700.0):
        upward = np.array([which(r, 0.0, height)[2] for r in radii])
        net = np.trapezoid(upward * 2 * math.pi * radii, radii)
        gross = np.trapezoid(np.abs(upward) * 2 * math.pi * radii, radii)
        assert abs(net) < 1e-4 * gross


def test_a_thermal_has_gedeons_profile() -> None:
    third = 300.0
    assert THERMAL(0.0, 0.0, third)[2] == pytest.approx(4.0)
    assert THERMAL(48.0, 64.0, third)[2] == pytest.approx(0.0, abs=1e-14)
    for r in (20.0, 79.0, 113.0, 200.0):
        x = (r / 80.0) ** 2
        assert THERMAL(0.0, r, third)[2] == pytest.approx(4.0 * (1 - x) * math.exp(-x))
    # The strongest sink is at sqrt(2) radii.
    assert THERMAL(80.0 * math.sqrt(2), 0.0, third)[2] == pytest.approx(-4.0 * math.exp(-2))


def test_a_thermal_draws_in_below_and_spreads_above() -> None:
    assert THERMAL(50.0, 0.0, 20.0)[0] < -0.1
    assert THERMAL(50.0, 0.0, 600.0)[0] > 0.1
    assert THERMAL(50.0, 0.0, 300.0)[0] == pytest.approx(0.0, abs=1e-12)
    assert THERMAL(0.0, 0.0, 0.0)[2] == 0.0
    for height in (900.0, 2000.0, -5.0):
        assert np.abs(flow_of(THERMAL, 50.0, 10.0, height)).max() < 1e-12


def test_a_microburst_is_vicroys() -> None:
    # The strongest outflow is where and as strong as it is said to be.
    assert BURST(400.0, 0.0, 50.0) == pytest.approx((18.0, 0.0, BURST(400.0, 0.0, 50.0)[2]))
    best = max(
        (BURST(r, 0.0, h)[0], r, h)
        for r in np.arange(200.0, 600.0, 5.0)
        for h in np.arange(20.0, 100.0, 1.0)
    )
    assert best[0] == pytest.approx(18.0, rel=1e-3)
    assert best[1:] == (400.0, 50.0)
    c1, c2, level = -0.15, -3.2175, 3.0
    scale = 2 * 18.0 / (400.0 * (math.exp(c1) - math.exp(c2)) * math.exp(0.25))
    core = -scale * 50.0 * ((math.exp(c1 * level) - 1) / c1 - (math.exp(c2 * level) - 1) / c2)
    assert BURST(0.0, 0.0, 150.0)[2] == pytest.approx(core * math.exp(0.5))
    assert BURST(0.0, 0.0, 0.0) == (0.0, 0.0, 0.0)
    assert np.abs(flow_of(BURST, 2000.0, 0.0, 100.0)).max() < 1e-12


def wind_at(config: wind.Config, north: float, east: float, down: float, ticks: int) -> np.ndarray:
    bench = BodyBench(partial(wind.equip, config=config), tick_rate_hz=100)
    bench.set("position_ned_m", (north, east, down))
    bench.run(ticks)
    return bench.get("wind_ned_mps")


def test_all_parts_add_up_in_one_field() -> None:
    thermal = Thermal(position_ne_m=(10.0, 20.0), radius_m=80.0, strength_mps=4.0, top_m=900.0)
    burst = Microburst(
        position_ne_m=(-300.0, 50.0), radius_m=400.0, outflow_mps=18.0, outflow_height_m=50.0
    )
    config = wind.Config(
        speed_mps=5.0, shear="none", thermals=(thermal, thermal), microbursts=(burst,)
    )
    n, e, up = np.array([-5.0, 0.0, 0.0]) + (
        2 * flow_of(THERMAL, 30.0, -10.0, 70.0) + flow_of(BURST, 340.0, -40.0, 70.0)
    )
    assert wind_at(config, 40.0, 10.0, -70.0, 3) == pytest.approx([n, e, -up])


def test_a_thermal_may_drift_with_the_mean_wind() -> None:
    thermal = Thermal(position_ne_m=(0.0, 0.0), drifts=True, top_m=900.0)
    config = wind.Config(speed_mps=5.0, shear="none", thermals=(thermal,))
    # Two seconds of north wind carry it ten metres to the south.
    down = wind_at(config, -10.0, 0.0, -300.0, 200)[2]
    assert down == pytest.approx(-3.0)


def test_a_microburst_grows_and_dies() -> None:
    burst = Microburst(position_ne_m=(0.0, 0.0), start_s=1.0, duration_s=2.0)
    config = wind.Config(microbursts=(burst,))
    peak = wind_at(config, 500.0, 0.0, -40.0, 200)
    assert peak[0] == pytest.approx(15.0)
    assert wind_at(config, 500.0, 0.0, -40.0, 150) == pytest.approx(0.5 * peak)
    for ticks in (50, 350):
        assert np.abs(wind_at(config, 500.0, 0.0, -40.0, ticks)).max() < 1e-12


def test_heights_count_from_the_ground() -> None:
    config = wind.Config(microbursts=(Microburst(position_ne_m=(0.0, 0.0)),))
    bench = BodyBench(partial(wind.equip, config=config), tick_rate_hz=100)
    bench.set("position_ned_m", (500.0, 0.0, -240.0))
    bench.set("ground_down_m", -200.0)
    bench.run(1)
    assert bench.get("wind_ned_mps")[0] == pytest.approx(15.0)
