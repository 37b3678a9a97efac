"""The magnetometer: rotation of the field, hard iron, drift and noise."""

from typing import Any

import numpy as np
import pytest

from simloop.math.quaternion import from_euler
from simloop.systems import magnetometer
from simloop.testing.sensor_bench import SensorBench

FIELD = (2e-5, 3e-6, 4.5e-5)
QUIET: dict[str, Any] = {
    "noise_density": 0.0,
    "bias_range_t": 0.0,
    "bias_walk": 0.0,
    "field_ned_t": FIELD,
}


def mag_bench(rate_hz: int = 50, count: int = 1, **config: Any) -> SensorBench:
    chosen = magnetometer.Config(rate_hz=rate_hz, **config)
    return SensorBench(
        lambda kit: magnetometer.equip(kit, chosen), tick_rate_hz=rate_hz, count=count
    )


@pytest.mark.parametrize(
    ("euler", "expected"),
    [
        ((0.0, 0.0, 0.0), (2e-5, 3e-6, 4.5e-5)),
        ((0.0, 0.0, np.pi / 2), (3e-6, -2e-5, 4.5e-5)),
        ((np.pi / 2, 0.0, 0.0), (2e-5, 4.5e-5, -3e-6)),
        ((0.0, np.pi / 2, 0.0), (-4.5e-5, 3e-6, 2e-5)),
    ],
)
def test_it_reads_the_field_in_body_axes(
    euler: tuple[float, float, float], expected: tuple[float, float, float]
) -> None:
    bench = mag_bench(**QUIET)
    bench.set("attitude_wxyz", from_euler(*euler))
    bench.run()
    assert bench.first("mag_field_frd_t") == pytest.approx(expected, abs=1e-18)


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = mag_bench(rate_hz, **QUIET | {"noise_density": 1e-8})
    readings = bench.record("mag_field_frd_t", 1500)[:, 0] - FIELD
    assert readings.std() / np.sqrt(rate_hz) == pytest.approx(1e-8, rel=0.06)
    assert np.abs(np.corrcoef(readings.T) - np.eye(3)).max() < 0.15


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_the_default_drift_has_the_spread_of_rosflight_at_any_rate(rate_hz: int) -> None:
    quiet = {"noise_density": 0.0, "bias_range_t": 0.0, "field_ned_t": FIELD}
    bench = mag_bench(rate_hz, count=16, **quiet)
    bench.run(rate_hz)
    drift = bench.record("mag_field_frd_t", 4 * rate_hz) - FIELD
    assert drift.std() == pytest.approx(1.2e-7, rel=0.12)


def test_hard_iron_is_fixed_to_the_body() -> None:
    bench = mag_bench(count=60, **QUIET | {"bias_range_t": 2e-7})
    bench.run()
    iron = bench.read("mag_field_frd_t") - FIELD
    assert iron.std() == pytest.approx(2e-7 / np.sqrt(3.0), rel=0.15)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, np.pi))
    bench.run(30)
    turned = bench.read("mag_field_frd_t") - (-FIELD[0], -FIELD[1], FIELD[2])
    assert turned == pytest.approx(iron, abs=1e-16)


def test_readings_stop_at_the_limit() -> None:
    bench = mag_bench(**QUIET | {"limit_t": 1e-5})
    bench.run()
    assert bench.first("mag_field_frd_t") == pytest.approx([1e-5, 3e-6, 1e-5])


def test_the_field_of_a_place_comes_from_the_world_magnetic_model() -> None:
    north, east, down = magnetometer.field_at(
        (np.radians(40.0), np.radians(-111.0), 1387.0), 2025.0
    )
    assert 1.8e-5 < north < 2.4e-5
    assert 2e-6 < east < 6e-6
    assert 4.2e-5 < down < 5e-5
