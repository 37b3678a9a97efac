"""The differential pressure sensor: flow, wind, density, errors."""

from typing import Any

import numpy as np
import pytest

from simloop.math.quaternion import from_euler
from simloop.systems import airspeed
from simloop.testing.sensor_bench import SensorBench

QUIET: dict[str, Any] = {"noise_density": 0.0, "bias_range_pa": 0.0, "bias_walk": 0.0}


def pitot_bench(rate_hz: int = 50, count: int = 1, **config: Any) -> SensorBench:
    chosen = airspeed.Config(rate_hz=rate_hz, **config)
    return SensorBench(lambda kit: airspeed.equip(kit, chosen), tick_rate_hz=rate_hz, count=count)


@pytest.mark.parametrize(
    ("forward_mps", "wind_ned_mps", "pressure_pa"),
    [
        (20.0, (0.0, 0.0, 0.0), 245.0),
        (-20.0, (0.0, 0.0, 0.0), -245.0),
        (20.0, (0.0, -5.0, 0.0), 0.5 * 1.225 * 625.0),
        (20.0, (0.0, 20.0, 0.0), 0.0),
        (20.0, (7.0, 0.0, 3.0), 245.0),
    ],
)
def test_it_reads_the_flow_along_the_nose(
    forward_mps: float, wind_ned_mps: tuple[float, float, float], pressure_pa: float
) -> None:
    bench = pitot_bench(**QUIET)
    bench.set("attitude_wxyz", from_euler(0.0, 0.0, np.pi / 2.0))
    bench.set("velocity_frd_mps", (forward_mps, 4.0, -2.0))
    bench.set("wind_ned_mps", wind_ned_mps)
    bench.run()
    assert bench.first("diff_pressure_pa")[0] == pytest.approx(pressure_pa, abs=1e-9)


def test_thin_air_presses_less() -> None:
    bench = pitot_bench(**QUIET)
    bench.set("velocity_frd_mps", (20.0, 0.0, 0.0))
    bench.set("air_density_kgpm3", 1.07)
    bench.set("air_temperature_k", 279.0)
    bench.run()
    assert bench.first("diff_pressure_pa")[0] == pytest.approx(214.0)
    assert bench.first("diff_pressure_temperature_k")[0] == pytest.approx(291.0)


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = pitot_bench(rate_hz, **QUIET | {"noise_density": 0.115})
    readings = bench.record("diff_pressure_pa", 3000)
    assert readings.std() / np.sqrt(rate_hz) == pytest.approx(0.115, rel=0.06)


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_the_bias_wanders_with_its_spread_at_any_rate(rate_hz: int) -> None:
    bench = pitot_bench(
        rate_hz, count=16, **QUIET | {"bias_walk": 0.5, "bias_time_constant_s": 0.2}
    )
    bench.run(rate_hz)
    bias = bench.record("diff_pressure_pa", 8 * rate_hz)
    assert bias.std() == pytest.approx(0.5 * np.sqrt(0.1), rel=0.12)


def test_turn_on_bias_lies_in_its_range() -> None:
    bench = pitot_bench(count=100, **QUIET | {"bias_range_pa": 0.15})
    bench.run()
    readings = bench.read("diff_pressure_pa")
    assert np.abs(readings).max() < 0.15
    assert readings.std() == pytest.approx(0.15 / np.sqrt(3.0), rel=0.15)


def test_readings_stop_at_the_limit_and_come_in_steps() -> None:
    bench = pitot_bench(**QUIET | {"limit_pa": 100.0, "resolution_pa": 8.0})
    bench.set("velocity_frd_mps", (20.0, 0.0, 0.0))
    bench.run()
    assert bench.first("diff_pressure_pa")[0] == pytest.approx(96.0)
    bench.set("velocity_frd_mps", (-10.0, 0.0, 0.0))
    bench.run()
    assert bench.first("diff_pressure_pa")[0] == pytest.approx(-64.0)
