"""The barometer against the standard atmosphere, and its errors."""

from typing import Any

import numpy as np
import pytest

from simloop.systems import atmosphere, barometer
from simloop.testing.sensor_bench import SensorBench
from simloop.world.plugin import VehicleKit

QUIET: dict[str, Any] = {"noise_density": 0.0, "bias_range_pa": 0.0, "bias_walk": 0.0}


def baro_bench(rate_hz: int = 50, count: int = 1, **config: Any) -> SensorBench:
    chosen = barometer.Config(rate_hz=rate_hz, **config)
    return SensorBench(lambda kit: barometer.equip(kit, chosen), tick_rate_hz=rate_hz, count=count)


# Geometric height, then temperature and pressure as tabulated by ISO 2533.
@pytest.mark.parametrize(
    ("height_m", "temperature_k", "pressure_pa"),
    [(0.0, 288.15, 101325.0), (1000.0, 281.651, 89876.3), (5000.0, 255.676, 54048.3)],
)
def test_it_reads_the_standard_atmosphere(
    height_m: float, temperature_k: float, pressure_pa: float
) -> None:
    bench = baro_bench(**QUIET)
    bench.set("origin_llh", (0.0, 0.0, 0.4 * height_m))
    bench.set("position_ned_m", (50.0, 60.0, -0.6 * height_m))
    bench.run()
    assert bench.first("baro_pressure_pa")[0] == pytest.approx(pressure_pa, rel=2e-6)
    assert bench.first("baro_temperature_k")[0] == pytest.approx(temperature_k + 12.0, abs=1e-3)


def test_on_a_warm_day_pressure_falls_more_slowly() -> None:
    bench = baro_bench(**QUIET)
    bench.set("position_ned_m", (0.0, 0.0, -1000.0))
    bench.set("air_temperature_offset_k", 20.0)
    bench.run()
    sea_level_k, geopotential_m = 308.15, 999.843
    expected = 101325.0 * (1.0 - 0.0065 * geopotential_m / sea_level_k) ** 5.255880
    assert bench.first("baro_pressure_pa")[0] == pytest.approx(expected, abs=0.5)
    assert expected > 89876.3 + 500.0


def test_it_agrees_with_the_shared_air_on_any_day() -> None:
    weather = atmosphere.Config(qnh_pa=99000.0, temperature_offset_k=-15.0)

    def equip(kit: VehicleKit) -> None:
        atmosphere.equip(kit, weather)
        barometer.equip(kit, barometer.Config(**QUIET))

    bench = SensorBench(equip)
    bench.set("origin_llh", (0.7, -1.9, 1387.0))
    bench.set("position_ned_m", (0.0, 0.0, -300.0))
    bench.run(8)
    assert bench.first("baro_pressure_pa") == bench.first("air_pressure_pa")
    assert bench.first("baro_temperature_k") == bench.first("air_temperature_k") + 12.0


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = baro_bench(rate_hz, **QUIET | {"noise_density": 0.4})
    readings = bench.record("baro_pressure_pa", 3000)
    assert readings.std() / np.sqrt(rate_hz) == pytest.approx(0.4, rel=0.06)
    assert readings.mean() == pytest.approx(101325.0, abs=0.3)


@pytest.mark.parametrize("rate_hz", [20, 80])
def test_the_bias_wanders_with_its_spread_at_any_rate(rate_hz: int) -> None:
    bench = baro_bench(rate_hz, count=16, **QUIET | {"bias_walk": 5.0, "bias_time_constant_s": 0.2})
    bench.run(rate_hz)
    bias = bench.record("baro_pressure_pa", 8 * rate_hz) - 101325.0
    assert bias.std() == pytest.approx(5.0 * np.sqrt(0.1), rel=0.12)


def test_turn_on_bias_is_there_from_the_first_sample_and_stays() -> None:
    bench = baro_bench(count=100, **QUIET | {"bias_range_pa": 100.0})
    bench.run()
    first = bench.read("baro_pressure_pa") - 101325.0
    bench.run(20)
    later = bench.read("baro_pressure_pa") - 101325.0
    assert first.std() == pytest.approx(100.0 / np.sqrt(3.0), rel=0.15)
    assert np.abs(first).max() < 100.0
    assert later == pytest.approx(first, abs=1e-9)
    assert bench.read("baro_bias_pa") == pytest.approx(later, abs=1e-9)


def test_readings_stop_at_the_limits() -> None:
    bench = baro_bench(**QUIET | {"max_pressure_pa": 90000.0})
    bench.run()
    assert bench.first("baro_pressure_pa")[0] == 90000.0


def test_readings_come_in_steps() -> None:
    bench = baro_bench(noise_density=5.0, resolution_pa=4.0)
    readings = bench.record("baro_pressure_pa", 20).ravel()
    assert np.all(readings % 4.0 == 0.0)
    assert len(np.unique(readings)) > 3


def test_limits_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(ValueError, match="min_pressure_pa must be below"):
        baro_bench(min_pressure_pa=2.0, max_pressure_pa=1.0)
