"""The bridge at its limits: rates that fit, ids that run out, adapters that are none, boards."""

import sys
from math import isnan
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripted_simulator import ScriptedSimulator
from simloop import SimulatorCapabilities, SimulatorError, SitlBridge, VehicleConfig
from simloop.firmware.mavlink.parser import Parser
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import BatteryData, SensorData, frame_of
from simloop.server.files import FileMistake
from simloop.timing.rates import nearest_rate_hz
from simloop.world.mixer import BUILT_IN, work_out

RATE_HZ = 100


def bridge_of(count: int = 0) -> SitlBridge:
    bridge = SitlBridge(compiled=False, tick_rate_hz=RATE_HZ)
    for number in range(count):
        bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0 * number, 0.0)))
    return bridge


# Rates.


@pytest.mark.parametrize(
    ("tick_rate_hz", "wind_hz", "step_us"),
    [(50, 50.0, 20_000), (250, 125.0, 20_000), (60, 60.0, 16_667), (333, 111.0, 21_021)],
)
def test_rates_that_nobody_stated_adapt_to_the_tick(
    tick_rate_hz: int, wind_hz: float, step_us: int
) -> None:
    with SitlBridge(tick_rate_hz=tick_rate_hz, compiled=False) as bridge:
        bridge.spawn_vehicle(VehicleConfig(model="crate", position_ned_m=(0.0, 0.0, -3.0)))
        bridge.step(2)
        systems = {s.name: s for s in bridge.simulation.runner.block_systems[0]}
        assert systems["wind"].rate_hz == wind_hz
        assert bridge.sim_time_us == pytest.approx(2 * step_us, abs=2)


def test_a_rate_that_is_stated_is_kept_or_refused_by_name() -> None:
    with pytest.raises(FileMistake, match="100 Hz does not divide the tick rate of 250 Hz"):
        SitlBridge(
            tick_rate_hz=250,
            world={"name": "windy", "systems": {"wind": {"rate_hz": 100.0}}},
            compiled=False,
        )


@pytest.mark.parametrize(
    ("rate_hz", "tick_hz", "fits_hz"),
    [(100.0, 400, 100.0), (100.0, 250, 125.0), (100.0, 50, 50.0), (30.0, 400, 25.0)],
)
def test_the_nearest_rate(rate_hz: float, tick_hz: int, fits_hz: float) -> None:
    assert nearest_rate_hz(rate_hz, tick_hz) == fits_hz


# Adapters.


def test_what_is_no_adapter_is_refused_by_what_it_lacks() -> None:
    bridge = bridge_of()
    with pytest.raises(SimulatorError, match=r"object is no adapter: it has no .*receive_sensors"):
        bridge.register_adapter(object())  # type: ignore[arg-type]
    odd = ScriptedSimulator([])
    odd.capabilities = lambda: {"native": True}  # type: ignore[assignment, method-assign, return-value]
    with pytest.raises(SimulatorError, match="gives dict: let it give SimulatorCapabilities"):
        bridge.register_adapter(odd)
    assert bridge.adapters == ()


def test_a_vehicle_without_an_id_or_room_is_refused_before_anything_changes() -> None:
    bridge = bridge_of(1)
    full = ScriptedSimulator([])
    full.capabilities = lambda: SimulatorCapabilities(most_vehicles=0)  # type: ignore[method-assign]
    bridge.register_adapter(full)
    world, roster = bridge.host.world, bridge.host.vehicles
    before = world.population_version, world.state_hash()
    with pytest.raises(SimulatorError, match="takes 0 vehicles, not 1"):
        bridge.spawn_vehicle(VehicleConfig(adapter="script", position_ned_m=(0.0, 3.0, 0.0)))
    with pytest.raises(SimulatorError, match="takes 0 vehicles, not 1"):
        bridge.assign_vehicle_to_adapter(1, "script")
    record = world.models()[0]
    roster._known = lambda: iter((n, record) for n in range(1, 255))  # type: ignore[method-assign, arg-type, return-value, misc]
    with pytest.raises(ValueError, match=r"no id is left for another vehicle: all of 1 to 254"):
        bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0, 0.0)))
    assert (world.population_version, world.state_hash()) == before


# Boards.


def test_who_only_listens_hears_the_board_from_the_first_tick() -> None:
    bridge = bridge_of(1)
    platform = bridge.vehicle(1).platform
    assert platform.uart_read() == b""
    bridge.run_for(1.5)
    heard = Parser().feed(platform.uart_read(), platform.timer_us())
    assert "HEARTBEAT" in {frame.definition.name for frame in heard}


def test_without_a_battery_its_voltage_is_no_number() -> None:
    bridge = bridge_of(1)
    platform = bridge.vehicle(1).platform
    bridge.run_for(0.5)
    assert isnan(platform.battery_voltage_v())
    platform.inject(SensorData(0, 1, battery=BatteryData(11.1, float("nan"))))
    assert platform.battery_voltage_v() == 11.1
    assert bridge.vehicle(1).read("battery_current_a") == [0.0]


def test_a_current_that_nobody_told_is_no_number() -> None:
    battery = frame_of(0, {1: {"battery_voltage_v": 12.0}}).of(1).battery
    assert battery is not None and battery.voltage_v == 12.0 and isnan(battery.current_a)


@pytest.mark.parametrize(
    ("kind", "motors"),
    [
        ("differential", (True, True)),
        ("ackermann", (False, True)),
        ("thruster_rudder", (False, True)),
        ("fixed_wing", (False, False, False, False, True)),
        ("v_tail", (False, False, False, False, True)),
    ],
)
def test_motors_are_outputs_that_push(kind: str, motors: tuple[bool, ...]) -> None:
    assert work_out(BUILT_IN[kind]).motors == motors


def test_motors_that_turn_both_ways_are_motors() -> None:
    commands = bridge_of(1).vehicle(1).platform.actuators()
    assert (commands.motors, commands.servos) == ((0.0, 0.0), ())
    assert commands.motor_pwm_us() == (1500, 1500)
    # A frame that does not say which are motors has those that cannot be asked for less than 0.
    row = np.array([[0.5, -0.5]])
    plain = ActuatorFrame(0, (1,), row, np.array([[0.0, -1.0]])).of(1)
    assert (plain.motors, plain.servos, plain.motor_pwm_us()) == ((0.5,), (-0.5,), (1500,))
