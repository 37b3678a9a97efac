"""The battery's monitor: what it samples, its noise, and the old fields of its file section."""

from typing import Any

import numpy as np
import pytest

from simloop.component.column import Kind
from simloop.systems import battery
from simloop.systems.battery.components import Battery
from simloop.testing.sensor_bench import SensorBench

QUIET: dict[str, Any] = {"voltage_noise_density": 0.0, "current_noise_density": 0.0}


def battery_bench(rate_hz: int = 10, **config: Any) -> SensorBench:
    chosen = battery.Config(rate_hz=rate_hz, **config)
    return SensorBench(lambda kit: battery.equip(kit, chosen), tick_rate_hz=rate_hz)


@pytest.mark.parametrize("rate_hz", [10, 50])
def test_charge_used_is_current_times_time_at_any_rate(rate_hz: int) -> None:
    bench = battery_bench(rate_hz, **QUIET, idle_current_a=10.0)
    bench.run(6 * rate_hz)
    assert bench.first("battery_charge_used_c")[0] == pytest.approx(60.0)
    assert bench.first("battery_current_a")[0] == pytest.approx(10.0)


def test_the_monitor_shows_the_terminals() -> None:
    bench = battery_bench(**QUIET, capacity_ah=1000.0, resistance_ohm=0.02)
    bench.run()
    assert bench.first("battery_voltage_v")[0] == pytest.approx(25.2 - 0.02 * 1.0, abs=1e-4)
    bench.set("battery_idle_current_a", 31.0)
    bench.run()
    assert bench.first("battery_voltage_v")[0] == pytest.approx(25.2 - 0.02 * 31.0, abs=1e-4)
    assert bench.first("battery_voltage_v")[0] == bench.first("battery_terminal_v")[0]


def test_a_delayed_monitor_shows_what_was() -> None:
    bench = battery_bench(**QUIET, delay_s=0.2)
    bench.run(3)
    bench.set("battery_idle_current_a", 50.0)
    bench.run(2)
    assert bench.first("battery_current_a")[0] == 1.0
    bench.run(1)
    assert bench.first("battery_current_a")[0] == 50.0


def test_a_short_circuit_pulls_the_voltage_to_zero_and_not_below() -> None:
    bench = battery_bench(idle_current_a=5000.0, voltage_noise_density=0.1)
    voltage = bench.record("battery_voltage_v", 20)
    assert voltage.min() == 0.0
    assert voltage.max() < 2.0


@pytest.mark.parametrize("rate_hz", [10, 40])
def test_white_noise_has_its_density_at_any_rate(rate_hz: int) -> None:
    bench = battery_bench(
        rate_hz, capacity_ah=1e9, voltage_noise_density=0.02, current_noise_density=0.03
    )
    voltage = bench.record("battery_voltage_v", 2500)
    current = bench.record("battery_current_a", 2500)
    assert voltage.std() / np.sqrt(rate_hz) == pytest.approx(0.02, rel=0.06)
    assert current.std() / np.sqrt(rate_hz) == pytest.approx(0.03, rel=0.06)


def test_what_is_left_is_truth_and_not_a_sample() -> None:
    left = Battery.group(Kind.TRUTH)
    assert "battery_charge_used_c" in {column.name for column in left.columns}


def test_full_and_empty_voltage_scale_the_curve() -> None:
    curve = battery.curve_v(battery.Config(full_voltage_v=16.8, empty_voltage_v=14.0))
    assert curve[-1] == 16.8
    assert curve[0] == pytest.approx(14.0)
    # Half full, a lithium polymer cell is at 3.84 V of 3.27 to 4.20 V.
    assert curve[5] == pytest.approx(14.0 + 2.8 * (3.84 - 3.27) / (4.20 - 3.27))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"full_voltage_v": 10.0, "empty_voltage_v": 11.0},
            "empty_voltage_v must not be above full_voltage_v",
        ),
        ({"empty_voltage_v": 0.0}, "empty_voltage_v must be positive"),
        ({"cells": 0}, "cells must be at least 1"),
        ({"capacity_ah": float("nan")}, "capacity_ah"),
        ({"resistance_ohm": -0.1}, "resistance_ohm"),
        ({"relaxing_time_s": 0.0}, "relaxing_time_s"),
        ({"state_of_charge": 1.2}, "state_of_charge must be from 0 to 1, not 1.2"),
        ({"open_circuit_v": ((0.0, 20.0), (0.5, 22.0))}, "from 0 to 1"),
        ({"open_circuit_v": ((0.0, 20.0), (0.5, 22.0), (0.5, 23.0), (1.0, 24.0))}, "must rise"),
        ({"open_circuit_v": ((0.0, 0.0), (1.0, 24.0))}, "positive voltages"),
        (
            {"open_circuit_v": ((0.0, 20.0), (1.0, 24.0)), "full_voltage_v": 25.0},
            "leave full_voltage_v and empty_voltage_v out",
        ),
    ],
)
def test_impossible_batteries_are_refused_by_name(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^battery: .*{words}"):
        battery_bench(**change)
