"""The satellite receiver: place, velocity, wander, and what it says about itself."""

from typing import Any

import numpy as np
import pytest

from simloop.math.geodesy import llh_to_ned
from simloop.math.quaternion import from_euler
from simloop.systems import gnss
from simloop.testing.sensor_bench import SensorBench

ORIGIN = (0.7, -1.9, 1387.0)
QUIET: dict[str, Any] = {
    "delay_s": 0.0,
    "horizontal_noise_density": 0.0,
    "vertical_noise_density": 0.0,
    "velocity_noise_density": 0.0,
    "horizontal_wander_m": 0.0,
    "vertical_wander_m": 0.0,
}


def gnss_bench(rate_hz: int = 10, count: int = 1, **config: Any) -> SensorBench:
    chosen = gnss.Config(rate_hz=rate_hz, **config)
    bench = SensorBench(lambda kit: gnss.equip(kit, chosen), tick_rate_hz=rate_hz, count=count)
    bench.set("origin_llh", ORIGIN)
    return bench


def errors_ned_m(bench: SensorBench, samples: int) -> np.ndarray[Any, Any]:
    """The position errors of a vehicle at the origin, one row per sample and vehicle."""
    readings = bench.record("gnss_llh", samples).reshape(-1, 3)
    return np.array([llh_to_ned(*ORIGIN, *(float(part) for part in llh)) for llh in readings])


@pytest.mark.parametrize(
    "ned_m", [(0.0, 0.0, 0.0), (1234.5, -678.9, -321.0), (-30000.0, 40000.0, -9000.0)]
)
def test_without_errors_the_place_comes_back_within_a_millimetre(
    ned_m: tuple[float, float, float],
) -> None:
    bench = gnss_bench(**QUIET)
    bench.set("position_ned_m", ned_m)
    bench.run()
    place = (float(part) for part in bench.first("gnss_llh"))
    assert llh_to_ned(*ORIGIN, *place) == pytest.approx(ned_m, abs=1e-3)


def test_height_is_metres_above_the_origin_and_angles_are_radians() -> None:
    bench = gnss_bench(**QUIET)
    bench.set("position_ned_m", (6371.0, 0.0, -100.0))
    bench.run()
    latitude, longitude, height = bench.first("gnss_llh")
    assert latitude - 0.7 == pytest.approx(1e-3, rel=0.01)
    assert longitude == pytest.approx(-1.9, abs=1e-12)
    # 6.4 km away the level plane is 3.2 m above the curved Earth.
    assert height == pytest.approx(1387.0 + 100.0 + 3.19, abs=0.05)


def test_velocity_is_in_world_axes() -> None:
    bench = gnss_bench(**QUIET)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, np.pi / 2.0))
    bench.set("velocity_frd_mps", (10.0, 2.0, -1.0))
    bench.run()
    assert bench.first("gnss_velocity_ned_mps") == pytest.approx([-2.0, 10.0, -1.0], abs=1e-12)


@pytest.mark.parametrize("rate_hz", [5, 20])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    white = {
        "horizontal_noise_density": 0.1,
        "vertical_noise_density": 0.2,
        "velocity_noise_density": 0.05,
    }
    bench = gnss_bench(rate_hz, **QUIET | white)
    errors = errors_ned_m(bench, 1200)
    speeds = bench.record("gnss_velocity_ned_mps", 1200)
    root = np.sqrt(rate_hz)
    assert errors[:, :2].std() / root == pytest.approx(0.1, rel=0.08)
    assert errors[:, 2].std() / root == pytest.approx(0.2, rel=0.1)
    assert speeds.std() / root == pytest.approx(0.05, rel=0.06)


@pytest.mark.parametrize("rate_hz", [5, 20])
def test_the_wander_has_its_spread_at_any_rate(rate_hz: int) -> None:
    wander = {
        "horizontal_wander_m": 1.5,
        "vertical_wander_m": 3.0,
        "wander_time_constant_s": 0.5,
        "start_wander": 1.0,
    }
    bench = gnss_bench(rate_hz, count=64, **QUIET | wander)
    errors = errors_ned_m(bench, 3 * rate_hz)
    assert errors[:, :2].std() == pytest.approx(1.5, rel=0.12)
    assert errors[:, 2].std() == pytest.approx(3.0, rel=0.15)


def test_by_default_the_wander_starts_from_nothing_and_grows() -> None:
    quiet: dict[str, Any] = {name: 0.0 for name in QUIET if name.endswith("density")}
    bench = gnss_bench(count=60, **quiet, delay_s=0.0)
    first = errors_ned_m(bench, 1)
    bench.run(98)
    later = errors_ned_m(bench, 1)
    assert first[:, :2].std() < 0.03
    expected = 1.56 * np.sqrt(1.0 - np.exp(-2.0 * 10.0 / 1100.0))
    assert later[:, :2].std() == pytest.approx(expected, rel=0.2)


def test_status_and_accuracy_are_reported_and_can_be_changed() -> None:
    bench = gnss_bench(**QUIET, satellites=12, accuracy=(0.5, 0.8, 0.1))
    bench.run()
    assert bench.first("gnss_fix_type")[0] == 3.0
    assert bench.first("gnss_satellites")[0] == 12.0
    assert bench.first("gnss_accuracy") == pytest.approx([0.5, 0.8, 0.1])
    bench.set("gnss_status", (0.0, 2.0))
    bench.run()
    assert bench.first("gnss_fix_type")[0] == 0.0
    assert bench.first("gnss_satellites")[0] == 2.0
