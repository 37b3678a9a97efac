"""The battery: charge, voltage under load, empty, noise."""

from typing import Any

import numpy as np
import pytest

from simloop.systems import battery
from simloop.testing.sensor_bench import SensorBench

QUIET: dict[str, Any] = {"voltage_noise_density": 0.0, "current_noise_density": 0.0}


def battery_bench(rate_hz: int = 10, **config: Any) -> SensorBench:
    chosen = battery.Config(rate_hz=rate_hz, **config)
    return SensorBench(lambda kit: battery.equip(kit, chosen), tick_rate_hz=rate_hz)


@pytest.mark.parametrize("rate_hz", [10, 50])
def test_charge_used_is_current_times_time_at_any_rate(rate_hz: int) -> None:
    bench = battery_bench(rate_hz, **QUIET)
    bench.set("battery_load_a", 9.0)
    bench.run(6 * rate_hz)
    assert bench.first("battery_charge_used_c")[0] == pytest.approx(60.0)
    assert bench.first("battery_current_a")[0] == pytest.approx(10.0)


def test_voltage_falls_with_load_at_once_and_with_use_slowly() -> None:
    bench = battery_bench(**QUIET, capacity_ah=0.01, resistance_ohm=0.02)
    bench.run()
    idle = bench.first("battery_voltage_v")[0]
    bench.set("battery_load_a", 30.0)
    bench.run()
    loaded = bench.first("battery_voltage_v")[0]
    assert idle == pytest.approx(25.2 - 4.2 * 0.1 / 36.0 - 0.02)
    assert loaded == pytest.approx(25.2 - 4.2 * 3.2 / 36.0 - 0.62)


def test_an_empty_battery_stays_at_its_empty_voltage() -> None:
    bench = battery_bench(**QUIET, capacity_ah=0.001, resistance_ohm=0.0)
    bench.run(100)
    assert bench.first("battery_voltage_v")[0] == pytest.approx(21.0)


def test_a_short_circuit_pulls_the_voltage_to_zero_and_not_below() -> None:
    bench = battery_bench(**QUIET)
    bench.set("battery_load_a", 5000.0)
    bench.run()
    assert bench.first("battery_voltage_v")[0] == 0.0


@pytest.mark.parametrize("rate_hz", [10, 40])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = battery_bench(
        rate_hz,
        capacity_ah=1e9,
        voltage_noise_density=0.02,
        current_noise_density=0.03,
    )
    voltage = bench.record("battery_voltage_v", 2500)
    current = bench.record("battery_current_a", 2500)
    assert voltage.std() / np.sqrt(rate_hz) == pytest.approx(0.02, rel=0.06)
    assert current.std() / np.sqrt(rate_hz) == pytest.approx(0.03, rel=0.06)


def test_an_empty_voltage_above_the_full_one_is_refused() -> None:
    with pytest.raises(ValueError, match="empty_voltage_v must not be above full_voltage_v"):
        battery_bench(full_voltage_v=10.0, empty_voltage_v=11.0)
