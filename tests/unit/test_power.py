"""Battery, bus and motors together: sag, charge, empty, and numbers on paper."""

from dataclasses import replace
from functools import partial
from math import exp
from typing import Any

import numpy as np
import pytest

from packed_lanes import instructions_of
from simloop.systems import battery, multirotor, physics
from simloop.systems.multirotor import performance
from simloop.testing.body_bench import BodyBench
from simloop.world.bus import Bus
from simloop.world.day import Day
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.power import equip_bus
from simloop.world.schedule import class_order

QUAD = multirotor.Config(rotor_time_constant_up_s=0.03, rotor_time_constant_down_s=0.05)
MOVE = partial(physics.equip, config=physics.Config())
# Lithium polymer, per cell, at every tenth of the charge.
CELL_V = [3.27, 3.69, 3.73, 3.77, 3.80, 3.84, 3.87, 3.95, 4.02, 4.11, 4.20]


def bench_of(
    config: multirotor.Config = QUAD, *, count: int = 1, lanes: int = 1, **cells: Any
) -> BodyBench:
    """A multirotor on a battery, high up."""
    compiled = bool(cells.pop("compiled", False))
    bench = BodyBench(
        partial(multirotor.equip, config=config),
        partial(battery.equip, config=battery.Config(**cells)),
        MOVE,
        count=count,
        lanes=lanes,
        compiled=compiled,
    )
    bench.set("position_ned_m", (0.0, 0.0, -100.0))
    return bench


def hold_rotors(bench: BodyBench, speed: float) -> None:
    bench.set("rotor_lag_gain", 0.0)
    bench.set("rotor_speed_radps", speed)


def only(bench: BodyBench, column: str) -> float:
    return float(bench.get(column)[0])


@pytest.mark.parametrize("charge", [1.0, 0.97, 0.5, 0.449, 0.2, 0.05, 0.01])
def test_the_open_circuit_voltage_follows_the_curve(charge: float) -> None:
    bench = bench_of(idle_current_a=0.0, state_of_charge=charge)
    bench.run(1)
    expected = 6.0 * np.interp(charge, np.linspace(0.0, 1.0, 11), CELL_V)
    assert only(bench, "battery_open_v") == pytest.approx(expected, rel=1e-12)
    assert only(bench, "bus_voltage_v") == pytest.approx(expected, rel=1e-12)
    assert only(bench, "battery_state_of_charge") == pytest.approx(charge, rel=1e-12)


def test_a_curve_of_the_file_is_read_at_every_tenth() -> None:
    table = ((0.0, 18.0), (0.25, 21.0), (0.6, 22.4), (1.0, 25.0))
    curve = battery.curve_v(battery.Config(open_circuit_v=table))
    at, volts = zip(*table, strict=True)
    assert curve == pytest.approx(np.interp(np.linspace(0.0, 1.0, 11), at, volts), rel=1e-12)
    assert battery.voltage_at(curve, 0.95) == pytest.approx(0.5 * (curve[9] + curve[10]))


def test_a_start_by_charge_used_is_a_start_by_state_of_charge() -> None:
    by_config = bench_of(state_of_charge=0.3, capacity_ah=2.0)
    by_column = bench_of(capacity_ah=2.0)
    by_column.set("battery_charge_used_c", 0.7 * 7200.0)
    for bench in (by_config, by_column):
        bench.run(1)
    assert only(by_config, "bus_voltage_v") == pytest.approx(only(by_column, "bus_voltage_v"))


def test_motors_draw_what_the_circuit_says() -> None:
    command, speed = 0.6, 420.0
    bench = bench_of(resistance_ohm=0.015, idle_current_a=1.0, capacity_ah=1e6)
    hold_rotors(bench, speed)
    bench.set("motor_command", command)
    bench.run(40)
    # Four motors chop the voltage U: each draws d (d U - K W) / R; the battery gives E - R I.
    k, r, u = QUAD.K_Q, QUAD.R_motor, only(bench, "bus_voltage_v")
    drawn = 4.0 * command * (command * u - k * speed) / r
    assert drawn > 20.0
    assert only(bench, "battery_draw_a") == pytest.approx(drawn + 1.0, rel=1e-9)
    assert u == pytest.approx(25.2 - 0.015 * (drawn + 1.0), rel=1e-6)


def test_strong_motors_on_a_weak_battery_do_not_swing() -> None:
    # Four windings of 42 mOhm side by side on 50 mOhm: taking turns would multiply by five.
    bench = bench_of(resistance_ohm=0.05, idle_current_a=0.0, capacity_ah=1e6)
    hold_rotors(bench, 100.0)
    bench.set("motor_command", 1.0)
    seen = []
    for _ in range(6):
        bench.run(1)
        seen.append(only(bench, "bus_voltage_v"))
    parallel = QUAD.R_motor / 4.0
    back = QUAD.K_Q * 100.0
    expected = (25.2 * parallel + back * 0.05) / (parallel + 0.05)
    assert seen[0] == pytest.approx(25.2)
    assert seen[1:] == pytest.approx([expected] * 5, rel=1e-6)


def test_sag_slows_the_rotors_down() -> None:
    config = multirotor.Config()
    bench = bench_of(config, resistance_ohm=0.03, capacity_ah=1e6)
    bench.set("velocity_frd_mps", (0.0, 0.0, 5.0))  # falling: no inflow
    bench.set("motor_command", 1.0)
    bench.run(30)
    u, speed = only(bench, "bus_voltage_v"), float(bench.get("rotor_speed_radps")[0])
    k, r = config.K_Q, config.R_motor
    torque = 1.225 * config.C_Q[0] * config.prop_diameter_m**5 / (4.0 * np.pi**2) * speed**2
    assert u < 23.0
    assert torque == pytest.approx(k * ((u - k * speed) / r - config.I_0), rel=1e-6)


def test_slowing_rotors_never_charge_the_battery() -> None:
    bench = bench_of(idle_current_a=0.0)
    bench.set("motor_command", 0.8)
    bench.run(40)
    bench.set("motor_command", 0.2)
    used = only(bench, "battery_charge_used_c")
    low = 0.0
    for _ in range(20):
        bench.run(1)
        low = min(low, only(bench, "bus_current_a"))
        assert only(bench, "battery_charge_used_c") >= used
        assert only(bench, "battery_draw_a") >= 0.0
        used = only(bench, "battery_charge_used_c")
    assert low < 0.0  # they would have


def test_charge_used_is_the_integral_of_the_current() -> None:
    bench = bench_of(capacity_ah=0.05)
    bench.set("motor_command", 0.5)
    total = 0.0
    for _ in range(200):
        bench.run(1)
        total += only(bench, "battery_draw_a") / 400.0
    assert only(bench, "battery_charge_used_c") == pytest.approx(total, rel=1e-12)
    assert total > 5.0


def test_slow_sag_comes_and_goes_with_its_time_constant() -> None:
    bench = bench_of(
        relaxing_ohm=0.02,
        relaxing_time_s=0.1,
        resistance_ohm=0.01,
        idle_current_a=50.0,
        capacity_ah=1e6,
    )
    bench.run(41)  # the first tick has none of it yet
    expected = 25.2 - 0.01 * 50.0 - 0.02 * 50.0 * (1.0 - exp(-1.0))
    assert only(bench, "bus_voltage_v") == pytest.approx(expected, rel=1e-6)
    left = only(bench, "battery_relaxing_v")
    bench.set("battery_idle_current_a", 0.0)
    bench.run(40)
    assert only(bench, "battery_relaxing_v") == pytest.approx(left * exp(-1.0), rel=1e-9)


def test_an_empty_battery_stops_the_motors_and_nothing_else() -> None:
    bench = bench_of(capacity_ah=0.01, state_of_charge=0.5, count=3, lanes=16)
    for row in range(3):
        bench.set("position_ned_m", (0.0, 0.0, -1000.0), row)
        bench.set("motor_command", 0.5, row)
    bench.run(10)
    assert np.all(bench.get("rotor_speed_radps") > 0.0)
    bench.run(2400)
    for row in range(3):
        assert bench.get("bus_voltage_v", row)[0] == 0.0
        assert bench.get("battery_draw_a", row)[0] == 0.0
        assert bench.get("battery_charge_used_c", row)[0] == pytest.approx(1.02 * 36.0)
        assert np.all(bench.get("rotor_speed_radps", row) < 1e-3)
        assert bench.get("frozen", row)[0] == 0.0
        assert np.all(np.isfinite(bench.get("position_ned_m", row)))
    assert np.all(np.isfinite(bench.table.arenas["f8"]))


def test_past_empty_the_voltage_collapses_within_two_per_cent() -> None:
    volts = []
    for used in (0.999, 1.0, 1.01, 1.02, 1.5):
        bench = bench_of(idle_current_a=0.0)
        bench.set("battery_charge_used_c", used * 18000.0)
        bench.run(1)
        volts.append(only(bench, "bus_voltage_v"))
    assert volts == pytest.approx([19.6452, 19.62, 9.81, 0.0, 0.0], abs=1e-9)


def test_without_a_battery_the_voltage_stays_and_the_current_is_that_of_the_tick() -> None:
    bench = BodyBench(partial(multirotor.equip, config=QUAD), MOVE)
    hold_rotors(bench, 400.0)
    bench.set("motor_command", 0.5)
    bench.run(1)
    once = only(bench, "bus_current_a")
    bench.run(50)
    assert only(bench, "bus_voltage_v") == QUAD.V_max
    assert only(bench, "bus_current_a") == once
    assert once == pytest.approx(4 * 0.5 * (0.5 * 24.0 - QUAD.K_Q * 400.0) / QUAD.R_motor)


@pytest.mark.parametrize("battery_first", [False, True])
def test_the_battery_takes_the_place_of_the_mains_in_any_order(battery_first: bool) -> None:
    kit = VehicleKit(400)
    equips = [
        partial(multirotor.equip, config=QUAD),
        partial(battery.equip, config=battery.Config()),
    ]
    for equip in reversed(equips) if battery_first else equips:
        equip(kit)
    names = [system.name for system in kit.systems]
    assert names.count("battery_voltage") == 1
    (supply,) = (system for system in kit.systems if system.name == "battery_voltage")
    assert supply is battery.VOLTAGE_SYSTEM
    assert set(Bus.groups()) <= set(kit.components)


def test_the_supply_comes_before_the_rotors() -> None:
    bench = bench_of()
    order = [system.name for system in class_order(bench.table.vehicle_class)]
    assert order.index("battery_voltage") < order.index("rotors")
    assert isinstance(bench.table.vehicle_class, VehicleClass)


def test_motors_for_two_voltages_on_one_bus_are_refused() -> None:
    kit = VehicleKit(400)
    equip_bus(kit, 24.0, "multirotor")
    with pytest.raises(ValueError, match="fixed_wing: V_max is 44.4, but other motors .* 24.0"):
        equip_bus(kit, 44.4, "fixed_wing")


@pytest.mark.parametrize(("count", "lanes"), [(1, 1), (3, 16)])
def test_compiled_equals_interpreted(count: int, lanes: int) -> None:
    arenas = []
    worn = replace(QUAD, propeller_effectiveness=(1.0, 0.6, 0.0, 1.0))
    for compiled in (True, False):
        bench = bench_of(
            worn, count=count, lanes=lanes, compiled=compiled, capacity_ah=0.002, relaxing_ohm=0.01
        )
        for row in range(count):
            bench.set("motor_command", (0.5, 0.55, 0.6, 1.2), row)
            bench.set("motor_effectiveness", (1.0, 0.9, 1.0, 0.3), row)
            bench.set("velocity_frd_mps", (3.0, 1.0, -20.0 * row), row)
        bench.run(60)
        arenas.append(bench.table.arenas["f8"].tobytes())
    assert arenas[0] == arenas[1]


@pytest.mark.parametrize("name", ["battery_voltage", "rotors"])
def test_sixteen_lanes_become_packed_instructions(name: str) -> None:
    bench = bench_of(count=16, lanes=16, compiled=True)
    packed, scalar, _ = instructions_of(bench.table, name)
    assert packed > 10
    assert scalar <= packed + 2


def test_hover_current_and_time_of_the_reference_quad() -> None:
    # By hand: 8.584 N need 387.8 rad/s and 0.1606 N m, so 7.05 A and 11.52 V in each motor.
    assert performance.hover_power_w(QUAD) == pytest.approx(4 * 7.05 * 11.52, rel=2e-3)
    assert performance.hover_current_a(QUAD) == pytest.approx(13.53, abs=0.02)
    assert performance.hover_current_a(QUAD, bus_voltage_v=12.0) == pytest.approx(27.07, abs=0.04)
    seconds = performance.hover_time_s(QUAD, capacity_ah=8.0, idle_current_a=1.0, usable=0.8)
    assert seconds == pytest.approx(0.8 * 8.0 * 3600.0 / 14.53, rel=2e-3)


def test_the_simulated_hover_draws_the_hover_current() -> None:
    config = replace(multirotor.Config(), ground_effect=(0.0, 0.0, 0.0, 0.0, 0.0))
    bench = bench_of(config, idle_current_a=0.0, resistance_ohm=0.0, capacity_ah=1e6)
    throttle = performance.hover_throttle(config, day=Day())
    bench.set("motor_command", throttle * 24.0 / 25.2)
    bench.run(100)
    assert bench.get("velocity_frd_mps") == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    expected = performance.hover_current_a(config, bus_voltage_v=25.2, day=Day())
    assert only(bench, "battery_draw_a") == pytest.approx(expected, rel=1e-6)
