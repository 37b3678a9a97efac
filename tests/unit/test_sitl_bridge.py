"""SitlBridge: vehicles and simulators come and go, each with its own id, modes and link."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simloop import (
    LightweightAdapter,
    LightweightConfig,
    Simulation,
    SimulatorError,
    SitlBridge,
    TimeMode,
    VehicleConfig,
    VehicleId,
)
from simloop.firmware.mavlink.parser import Parser
from simloop.server.files import FileMistake, load_scenario
from simloop.sitl.simulated_station import heartbeat
from simloop.sitl.vehicle_roster import lowest_free

sys.path.insert(0, str(Path(__file__).parents[1]))

RATE_HZ = 100


def bridge_of(count: int = 0, **options: Any) -> SitlBridge:
    """A bridge with rovers that stand side by side."""
    bridge = SitlBridge(compiled=False, tick_rate_hz=RATE_HZ, **options)
    for number in range(count):
        bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0 * number, 0.0)))
    return bridge


def hashes(bridge: SitlBridge) -> dict[int, str]:
    world = bridge.host.world
    return {int(n): world.model_hash(v.entity) for n, v in bridge.vehicles.items()}


# Ids.


@pytest.mark.parametrize("number", [1, 254, 0])
def test_an_id_is_a_mavlink_system_id(number: int) -> None:
    assert VehicleId(number) == number
    assert VehicleId(number).speaks_mavlink is (number > 0)


@pytest.mark.parametrize(
    ("number", "why"), [(255, "ground stations use it"), (256, "choose 1 to 254"), (-1, "choose")]
)
def test_an_id_that_is_none_is_refused_with_the_reason(number: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        VehicleId(number)


def test_ids_are_those_asked_for_then_the_lowest_free_in_the_order_of_the_file() -> None:
    rovers = "vehicles=[{model: pico_rover}, {model: pico_rover, id: 1, position_ned_m: [0, 3, 0]}]"
    simulation = Simulation(
        load_scenario("pico_square", sets=(rovers, "timeline=[]")), compiled=False
    )
    facts = {r.name: r.facts["vehicle_id"] for r in simulation.world.models()}
    assert facts == {"pico_rover_0": 2, "pico_rover_1": 1}
    assert simulation.bridge.vehicle(2).read("fw_system_id") == [2.0]


@pytest.mark.parametrize(
    ("sets", "said"),
    [
        ("vehicles[0].id=255", "ground stations use it"),
        ("vehicles[0].count=20;vehicles[0].id=240", "ground stations use it|does not fit"),
        (
            "vehicles=[{model: pico_rover, id: 3}, "
            "{model: pico_rover, id: 3, position_ned_m: [0, 3, 0]}]",
            "both have id 3",
        ),
    ],
)
def test_wrong_ids_of_a_file_are_one_line(sets: str, said: str) -> None:
    with pytest.raises(FileMistake, match=said):
        load_scenario("pico_square", sets=("timeline=[]", *sets.split(";")))


def test_more_vehicles_than_ids_fly_without_mavlink_only() -> None:
    assert lowest_free(range(1, 255)) is None
    many = ("vehicles[0].count=256", "vehicles[0].set={}", "timeline=[]", "success.expect=[]")
    simulation = Simulation(load_scenario("pico_square", sets=many), compiled=False)
    numbers = [record.facts["vehicle_id"] for record in simulation.world.models()]
    assert numbers[:254] == list(range(1, 255)) and numbers[254:] == [None, None]
    with pytest.raises(FileMistake, match="MAVLink tells 254 vehicles apart"):
        Simulation(load_scenario("pico_square", sets=(*many, "links.mavlink={}")), compiled=False)


def test_id_0_is_for_vehicles_without_mavlink() -> None:
    sets = ("vehicles[0].id=0", "vehicles[0].set={}", "timeline=[]", "success.expect=[]")
    assert Simulation(load_scenario("pico_square", sets=sets), compiled=False).vehicles.list() == (
        0,
    )
    with pytest.raises(FileMistake, match="id 0, which is everybody"):
        Simulation(load_scenario("pico_square", sets=(*sets, "links.mavlink={}")), compiled=False)


def test_a_system_id_that_a_file_sets_is_the_vehicles_id() -> None:
    parameters = {"autopilot.settings.parameters": {"SYSID_THISMAV": 42}}
    bridge = bridge_of(1)
    assert bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0, 9, 0), set=parameters)) == 42


# Vehicles.


def test_an_id_is_free_again_after_a_despawn_also_in_flight() -> None:
    bridge = bridge_of(3)
    bridge.step()
    bridge.despawn_vehicle(2)
    with pytest.raises(KeyError, match="no vehicle has id 2; there are: 1, 3"):
        bridge.vehicle(2)
    bridge.step()
    again = bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0, 0.0)))
    assert repr(again) == "VehicleId(2)" and list(bridge.vehicles) == [1, 2, 3]
    with pytest.raises(ValueError, match="vehicle id 3 is that of 'pico_rover_2'"):
        bridge.spawn_vehicle(VehicleConfig(id=VehicleId(3), position_ned_m=(9.0, 9.0, 0.0)))
    assert len(bridge.host.world.models()) == 3
    bridge.step()
    assert bridge.vehicle(2).read("fw_system_id") == [2.0]


def test_a_vehicle_that_a_user_command_spawns_gets_an_id_too() -> None:
    bridge = bridge_of(2)
    place = [9.0, 9.0, 0.0]
    bridge.simulation.command("spawn", name="guest", model="pico_rover", position_ned_m=place)
    bridge.step(2)
    assert bridge.simulation.runner.systems[0].name == "vehicle ids"
    assert bridge.vehicle(3).name == "guest"
    assert bridge.vehicle(3).read("fw_system_id") == [3.0]


def test_what_one_vehicle_does_leaves_all_others_bit_identical() -> None:
    quiet, busy = bridge_of(3), bridge_of(3)
    busy.despawn_vehicle(2)
    mission = {"waypoints_ned_m": [[2.0, 0.0, 0.0]]}
    busy.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0, 0.0), mission=mission))
    for bridge in (quiet, busy):
        bridge.run_for(2.5)
    assert busy.vehicle(2).status.mode == "auto" and busy.vehicle(2).status.armed
    busy.vehicle(2).set_mode("loiter")
    with pytest.raises(ValueError, match="run a tick first"):
        busy.vehicle(2).arm(False)
    for bridge in (quiet, busy):
        bridge.run_for(0.2)
    assert busy.vehicle(2).status.mode == "loiter"
    assert quiet.vehicle(2).status.mode == "hold" and not quiet.vehicle(2).status.armed
    before, after = hashes(quiet), hashes(busy)
    assert before[2] != after[2]
    assert (before[1], before[3]) == (after[1], after[3])


def test_a_reset_goes_back_to_the_vehicles_that_were_spawned_before_the_first_tick() -> None:
    bridge = bridge_of(2)
    start = bridge.host.world.state_hash()
    bridge.step(5)
    bridge.despawn_vehicle(1)
    bridge.simulation.reset_now()
    assert list(bridge.vehicles) == [1, 2]
    assert bridge.host.world.state_hash() == start


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (VehicleConfig(model="pico_rovr"), "did you mean 'pico_rover'"),
        (VehicleConfig(mission={"waypoint": [[1, 0, 0]]}), "waypoints_ned_m"),
        (VehicleConfig(autopilot="firmwear"), "unknown autopilot 'firmwear'"),
        (VehicleConfig(adapter="gazebo"), "no adapter is named 'gazebo'"),
        (VehicleConfig(name="pico_rover_0"), "there is a 'pico_rover_0' already"),
    ],
)
def test_a_wrong_config_is_one_line_and_leaves_nothing(config: VehicleConfig, said: str) -> None:
    bridge = bridge_of(1)
    with pytest.raises((ValueError, SimulatorError), match=said) as found:
        bridge.spawn_vehicle(config)
    assert "\n" not in str(found.value)
    assert len(bridge.vehicles) == 1


# Simulators.


def test_adapters_are_registered_and_let_go_also_while_paused() -> None:
    bridge = bridge_of()
    bridge.register_adapter(LightweightAdapter())
    with pytest.raises(SimulatorError, match="named 'lightweight' is registered already"):
        bridge.register_adapter(LightweightAdapter())
    vehicle = bridge.spawn_vehicle(VehicleConfig())
    bridge.step()
    bridge.pause()
    bridge.register_adapter(LightweightAdapter(LightweightConfig(name="second")))
    assert bridge.adapters == ("lightweight", "second")
    with pytest.raises(SimulatorError, match=r"did you mean 'second'\?"):
        bridge.assign_vehicle_to_adapter(vehicle, "secnd")
    bridge.assign_vehicle_to_adapter(vehicle, "second")
    with pytest.raises(SimulatorError, match="adapter 'second' moves pico_rover_0"):
        bridge.unregister_adapter("second")
    bridge.unregister_adapter("lightweight")
    bridge.play()
    bridge.step()
    assert bridge.adapters == ("second",) and bridge.vehicle(vehicle).adapter == "second"


def test_a_handover_between_native_adapters_changes_no_bit() -> None:
    one, other = bridge_of(1), bridge_of(1)
    other.register_adapter(LightweightAdapter(LightweightConfig(name="second")))
    for bridge in (one, other):
        bridge.run_for(0.5)
    other.assign_vehicle_to_adapter(1, "second")
    for bridge in (one, other):
        bridge.run_for(0.5)
    assert hashes(one) == hashes(other)


# Time.


def test_the_three_time_modes_decide_how_far_a_step_goes() -> None:
    bridge = bridge_of(1)
    assert bridge.time_mode == TimeMode.Lockstep(20_000)
    bridge.step(3)
    assert bridge.sim_time_us == 60_000
    bridge.time_mode = TimeMode.Scaled(float("inf"))
    bridge.step()
    assert bridge.sim_time_us == 70_000
    bridge.run_for(0.1)
    assert bridge.sim_time_us == 170_000
    bridge.pause()
    bridge.run_for(1.0)
    assert bridge.sim_time_us == 170_000
    bridge.step(2)
    assert bridge.sim_time_us == 190_000 and bridge.paused


def test_run_ends_when_all_missions_are_done_or_somebody_stops_it() -> None:
    bridge = bridge_of()
    mission = {"waypoints_ned_m": [[0.5, 0.0, 0.0]], "hold_s": 0.0}
    vehicle = bridge.spawn_vehicle(VehicleConfig(mission=mission))

    async def both() -> None:
        running = asyncio.ensure_future(bridge.run())
        while bridge.sim_time_us < 1_000_000:
            await asyncio.sleep(0)
        bridge.stop()
        await running

    asyncio.run(both())
    stopped_us = bridge.sim_time_us
    assert not bridge.host.over and stopped_us < 2_000_000
    asyncio.run(bridge.run(60.0))
    assert bridge.host.over and bridge.sim_time_us < 60_000_000
    assert abs(bridge.vehicle(vehicle).status.position_ned_m[0]) < 1.5


# The platform of a vehicle.


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_a_platform_is_one_vehicles_board(board: str) -> None:
    bridge = bridge_of()
    for east in (0.0, 3.0):
        own = {"autopilot.settings.board": board}
        bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, east, 0.0), set=own))
    first, second = bridge.vehicle(1).platform, bridge.vehicle(2).platform
    first.uart_read()
    bridge.run_for(0.1)
    first.uart_write(heartbeat(0))
    bridge.run_for(2.5)
    heard = Parser().feed(first.uart_read(), first.timer_us())
    assert {frame.system for frame in heard} == {1}
    assert first.timer_us() == bridge.sim_time_us == 2_600_000
    assert first.system_clock_hz == 125_000_000
    assert first.pwm_us() == (1500, 1500)
    assert first.spi_transfer(b"\x80\x00") == b"\x00\x00"
    first.gpio_write(5, True)
    assert first.gpio_read(5) and not second.gpio_read(5)
    assert not first.led()
    assert first.actuators().motors == (0.0, 0.0) and first.actuators().vehicle_id == 1


def test_samples_are_injected_into_one_vehicle_alone() -> None:
    bridge = bridge_of(2)
    bridge.run_for(0.1)
    platform = bridge.vehicle(1).platform
    sample = platform.sensors()
    assert sample.imu is not None and sample.vehicle_id == 1
    assert platform.sensors().imu is None
    platform.inject(sample)
    assert platform.sensors().imu == sample.imu
    assert bridge.vehicle(2).platform.sensors().truth != sample.truth


# The package.


def test_the_public_names_are_there_and_importing_costs_nothing() -> None:
    code = (
        "import sys, simloop; assert not [m for m in sys.modules if m.startswith('simloop.')];"
        "assert 'numpy' not in sys.modules; simloop.VehicleId(3);"
        "assert 'SitlBridge' in dir(simloop)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
