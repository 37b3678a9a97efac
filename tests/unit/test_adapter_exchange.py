"""Simulators inside the tick: same bits as native, in a fixed order, patient and honest."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simloop import Simulation, SimulatorCapabilities, VehicleConfig, VehicleId
from simloop.messages.sensor_data import SensorFrame, frame_of
from simloop.server.bridge import SitlBridge
from simloop.server.files import FileMistake, load_scenario
from simloop.server.files.lock import load_lock, write_lock
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.session import Session
from simloop.sitl.adapter_step import fit_step
from simloop.sitl.simulator_adapter import SimulatorError
from simloop.testing import HandClock
from simloop.world.commands import CommandRefused
from simloop.world.system_failure import SystemFailure

sys.path.insert(0, str(Path(__file__).parents[1]))

from twin_adapter import TwinAdapter, moved_by, registry_with

ROVER_RATE_HZ = 100
PICO = ("world=airfield", f"tick_rate_hz={ROVER_RATE_HZ}", "vehicles[0].set={}", "timeline=[]")


def rover(**changes: Any) -> ResolvedScenario:
    """A rover that drives to a place nearby."""
    mission = "vehicles[0].mission={waypoints_ned_m: [[2, 0, 0]]}"
    return replace(load_scenario("pico_square", sets=(*PICO, mission)), **changes)


def on_twin(
    scenario: ResolvedScenario, **options: Any
) -> tuple[Simulation, TwinAdapter, HandClock]:
    """The scenario with its bodies in a second simloop, on a clock that only waiting moves."""
    adapter, hand = TwinAdapter("twin", scenario, compiled=False), HandClock()
    registry = registry_with(adapter)
    moved = moved_by(scenario, "twin")
    return Simulation(moved, registry=registry, compiled=False, wall=hand.wall), adapter, hand


def told(simulation: Simulation) -> list[str]:
    return [e.name for e in simulation.log.events if e.detail.get("party") == "simulator 'twin'"]


def test_a_quad_moved_by_a_second_simloop_has_the_bits_of_a_native_one() -> None:
    scenario = load_scenario("takeoff_land")
    native = Simulation(scenario, compiled=False)
    moved, adapter, _ = on_twin(scenario)
    systems = {s.name for s in moved.runner.block_systems[0]}
    assert not systems & {"rigid_body", "contact"}
    for simulation in (native, moved):
        simulation.advance(1500)
    assert native.world.vector(native.world.by_name("quad_0"), "position_ned_m")[2] < -0.4
    assert moved.world.state_hash() == native.world.state_hash()
    assert adapter.calls[:3] == ["send", "step", "receive"]
    moved.close()
    assert not adapter.is_connected()


@pytest.mark.soak
def test_a_moved_vehicle_has_the_same_bits_compiled() -> None:
    native = Simulation(rover(), compiled=False)
    adapter = TwinAdapter("twin", rover(), compiled=True)
    moved = Simulation(moved_by(rover(), "twin"), registry=registry_with(adapter), compiled=True)
    for simulation in (native, moved):
        simulation.advance(600)
    assert moved.world.state_hash() == native.world.state_hash()


def fleet_of_two(order: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[list[str], list[str]]:
    """Two rovers on two adapters, registered and spawned in some order: calls and hashes."""
    calls: list[str] = []
    bridge = SitlBridge(compiled=False, tick_rate_hz=ROVER_RATE_HZ)
    places = {1: (0.0, 0.0, 0.0), 2: (0.0, 5.0, 0.0)}
    names = {1: "a", 2: "b"}
    for name in order:
        number = 1 if name == "a" else 2
        twin = rover(vehicles=(replace(rover().vehicles[0], name=name, id=number),))
        adapter = TwinAdapter(name, twin, compiled=False)
        adapter.calls = Tagged(name, calls)
        bridge.register_adapter(adapter)
    for number in numbers:
        name = names[number]
        mission = {"waypoints_ned_m": [[1.0, 0.0, 0.0]]}
        config = VehicleConfig(
            id=VehicleId(number), name=name, position_ned_m=places[number], mission=mission
        )
        bridge.assign_vehicle_to_adapter(bridge.spawn_vehicle(config), name)
    bridge.run_for(2.0)
    world = bridge.host.world
    hashes = [world.model_hash(bridge.vehicle(number).entity) for number in (1, 2)]
    bridge.close()
    return calls, hashes


class Tagged(list):  # type: ignore[type-arg]
    """Notes the calls of several adapters in one list."""

    def __init__(self, name: str, calls: list[str]) -> None:
        self._name, self._calls = name, calls

    def append(self, call: str) -> None:
        self._calls.append(f"{call} {self._name}")


def test_the_order_of_registration_changes_no_bit() -> None:
    calls, hashes = fleet_of_two(("a", "b"), (1, 2))
    assert calls[:6] == ["send a", "send b", "step a", "step b", "receive a", "receive b"]
    assert fleet_of_two(("b", "a"), (2, 1)) == (calls, hashes)


def silence_for(adapter: TwinAdapter, hand: HandClock, seconds: float) -> None:
    """Let an adapter say nothing for a while of the wall clock."""
    end_ns, receive = hand.now_ns + round(seconds * 1e9), adapter.receive_sensors

    async def late() -> SensorFrame | None:
        return await receive() if hand.now_ns >= end_ns else None

    adapter.receive_sensors = late  # type: ignore[method-assign]


def test_hold_names_the_late_simulator_within_two_seconds_and_waits_for_it() -> None:
    simulation, adapter, hand = on_twin(rover())
    simulation.advance(10)
    begin_ns = hand.now_ns
    silence_for(adapter, hand, 3.0)
    simulation.coordinator.tell = _noting(simulation.coordinator.tell, hand, marks := [])
    simulation.advance(10)
    assert [name for name, _ in marks] == ["late", "back"]
    assert 1.8 < (marks[0][1] - begin_ns) / 1e9 <= 2.0
    detail = next(e.detail["detail"] for e in simulation.log.events if e.name == "late")
    assert "pico (id 1)" in detail and "is twin running?" in detail
    # What was waited for is not lost: the run goes on as if nothing had been.
    straight, _, _ = on_twin(rover())
    straight.advance(20)
    assert simulation.world.state_hash() == straight.world.state_hash()


def _noting(tell: Any, hand: HandClock, marks: list[tuple[str, int]]) -> Any:
    def note(party: str, what: str, detail: str) -> None:
        marks.append((what, hand.now_ns))
        tell(party, what, detail)

    return note


def test_drop_goes_on_without_it_and_lets_it_come_back() -> None:
    patience = replace(rover().patience, policy="drop")
    simulation, adapter, _ = on_twin(rover(patience=patience))
    simulation.advance(150)
    adapter.silent = True
    simulation.advance(50)
    place = simulation.world.vector(simulation.world.by_name("pico"), "position_ned_m").copy()
    assert told(simulation) == ["late", "dropped"]
    simulation.advance(150)
    there = simulation.world.vector(simulation.world.by_name("pico"), "position_ned_m")
    assert (there == place).all()
    adapter.silent = False
    simulation.advance(10)
    assert told(simulation) == ["late", "dropped", "back"]
    assert (there != place).any()


def test_fail_ends_the_run_with_its_reason_and_keeps_the_record() -> None:
    patience = replace(rover().patience, policy="fail")
    simulation, adapter, _ = on_twin(rover(patience=patience, speed="max"))
    simulation.advance(5)
    adapter.silent = True
    result = Session(simulation).run(lambda: None)
    assert result.outcome == "failure"
    assert result.reasons[0].startswith("simulator 'twin' has not answered for 2.0 s")
    assert [e["event"] for e in result.events if e["event"] in ("late", "gave up")] == [
        "late",
        "gave up",
    ]
    assert result.ticks == 5


def test_trouble_is_told_once_and_sending_is_tried_again() -> None:
    simulation, adapter, hand = on_twin(rover())
    simulation.advance(3)
    adapter.trouble = "the cable is out"
    sleep, naps = hand.sleep, []

    def mended_in_the_third_nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            adapter.trouble = ""
        sleep(seconds)

    simulation.exchange._parties["twin"]._rest = mended_in_the_third_nap
    simulation.advance(3)
    assert told(simulation) == ["trouble"]
    assert len(naps) == 3
    assert adapter.sim_time_us() == 60_000


def test_an_adapter_that_raises_something_else_is_named_as_broken() -> None:
    simulation, adapter, _ = on_twin(rover())

    async def forgotten() -> None:
        raise OSError("no such device")

    adapter.step = forgotten  # type: ignore[method-assign]
    with pytest.raises(SystemFailure, match="adapter 'twin' is broken: OSError: no such device"):
        simulation.advance(1)


def test_a_snapshot_in_mid_flight_is_refused_and_a_reset_meets_the_simulator_anew() -> None:
    simulation, adapter, _ = on_twin(rover())
    simulation.advance(5)
    with pytest.raises(CommandRefused, match="simulator 'twin' keeps the state"):
        simulation.snapshot()
    adapter.reconnections = 0  # type: ignore[attr-defined]
    connect = adapter.connect

    async def again() -> None:
        adapter.reconnections += 1  # type: ignore[attr-defined]
        await connect()

    adapter.connect = again  # type: ignore[method-assign]
    simulation.reset_now()
    assert simulation.world.tick == 0
    assert adapter.reconnections == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("step_us", "rate_hz", "ticks", "rounds"),
    [
        (None, 400, 1, 1),
        (2500, 400, 1, 1),
        (20_000, 400, 8, 1),
        (1000, 500, 1, 2),
        (5000, 600, 3, 1),
    ],
)
def test_a_step_is_ticks_or_a_tick_is_steps(
    step_us: int | None, rate_hz: int, ticks: int, rounds: int
) -> None:
    found = fit_step("sim", step_us, rate_hz)
    assert (found.ticks, found.rounds) == (ticks, rounds)


def test_a_step_that_does_not_fit_is_told_with_both_numbers() -> None:
    scenario = rover()
    adapter = TwinAdapter("twin", scenario, compiled=False)
    odd = SimulatorCapabilities(step_size_us=3000)
    adapter.capabilities = lambda: odd  # type: ignore[method-assign]
    with pytest.raises(
        FileMistake, match="steps by 3000 us, which does not fit the tick of 10000 us"
    ):
        Simulation(moved_by(scenario, "twin"), registry=registry_with(adapter), compiled=False)


class Puppet(TwinAdapter):
    """Says what a test tells it to; runs by itself unless told otherwise."""

    def __init__(self, *, lockstep: bool = False, sensors: tuple[str, ...] = ()) -> None:
        super().__init__("twin", rover(), compiled=False)
        self.rows: dict[str, Any] = {}
        self._lockstep, self._sensors = lockstep, frozenset(sensors)

    def supports_lockstep(self) -> bool:
        return self._lockstep

    def capabilities(self) -> SimulatorCapabilities:
        return SimulatorCapabilities(sensors=self._sensors)

    async def step(self) -> None:
        pass

    async def receive_sensors(self) -> SensorFrame | None:
        rows, self.rows = self.rows, {}
        return frame_of(0, {1: rows}) if rows else None


def puppet_show(**how: Any) -> tuple[Simulation, Puppet, Any]:
    puppet = Puppet(**how)
    simulation = Simulation(
        moved_by(rover(), "twin"),
        registry=registry_with(puppet),
        compiled=False,
        wall=HandClock().wall,
    )

    def read(column: str) -> list[float]:
        return simulation.world.vector(simulation.world.by_name("pico"), column).tolist()

    return simulation, puppet, read


def test_a_simulator_that_runs_by_itself_is_waited_for_only_at_first() -> None:
    simulation, puppet, read = puppet_show()
    # Facing east, moving north at 2 m/s and falling.
    half = np.sqrt(0.5)
    puppet.rows = {
        "position_ned_m": (1.0, 2.0, -3.0),
        "velocity_ned_mps": (2.0, 0.0, 1.0),
        "attitude_wxyz": (half, 0.0, 0.0, half),
        "imu_accel_frd_mps2": (0.0, 0.0, 0.0),
        "imu_gyro_frd_radps": (0.0, 0.0, 0.5),
    }
    simulation.advance(4)
    assert read("position_ned_m") == [1.0, 2.0, -3.0]
    assert read("velocity_frd_mps") == pytest.approx([0.0, -2.0, 1.0])
    assert read("rate_frd_radps") == [0.0, 0.0, 0.5]
    # Weightless: it falls with gravity, and its rate came within one tick.
    assert read("acceleration_frd_mps2") == pytest.approx([0.0, 0.0, 9.80665])
    assert read("angular_acceleration_frd_radps2")[2] == pytest.approx(0.5 * ROVER_RATE_HZ)
    assert read("on_ground") == [0.0] and told(simulation) == []
    # Sensors that it does not bring are synthesised: the IMU feels nothing but its noise.
    assert np.linalg.norm(read("imu_accel_frd_mps2")) < 1.0
    puppet.rows = {"position_ned_m": (1.0, 2.0, 0.5), "attitude_wxyz": (1.0, 0.0, 0.0, 0.0)}
    simulation.advance(1)
    assert read("on_ground") == [1.0] and read("last_touch_tick") == [5.0]
    puppet.rows = {"position_ned_m": (float("inf"), 0.0, 0.0)}
    simulation.advance(1)
    assert read("position_ned_m") == [1.0, 2.0, 0.5]
    assert told(simulation) == ["trouble"]


def test_sensors_that_a_simulator_brings_take_the_place_of_ours() -> None:
    simulation, puppet, read = puppet_show(lockstep=True, sensors=("imu", "gnss"))
    systems = {system.name for system in simulation.runner.block_systems[0]}
    assert "magnetometer" in systems or "mag" in systems
    assert not {name for name in systems if name.startswith(("imu", "gnss"))}
    sample = {
        "position_ned_m": (0.0, 0.0, 0.0),
        "attitude_wxyz": (1.0, 0.0, 0.0, 0.0),
        "imu_accel_frd_mps2": (1.0, 2.0, 3.0),
        "imu_gyro_frd_radps": (0.1, 0.2, 0.3),
    }
    fix = {"gnss_llh": (0.7, -1.9, 5.0), "gnss_velocity_ned_mps": (1.0, 0.0, 0.0)}
    for more in ({}, fix, {}):
        puppet.rows = sample | more
        simulation.advance(1)
    assert read("imu_accel_frd_mps2") == [1.0, 2.0, 3.0]
    assert read("imu_sequence") == [3.0]
    assert read("gnss_llh") == [0.7, -1.9, 5.0]
    assert read("gnss_sequence") == [1.0] and read("gnss_fix_type") == [3.0]


def test_an_adapter_may_be_named_by_a_vehicle_or_not_known_at_all() -> None:
    unknown = moved_by(rover(), "gazbo")
    with pytest.raises(Exception, match="unknown adapter 'gazbo'"):
        Simulation(unknown, compiled=False)
    wrong = load_scenario("pico_square", sets=("adapters={ci: {kind: lightweight, seeed: 2}}",))
    with pytest.raises(FileMistake, match="did you mean 'seed'"):
        Simulation(wrong, compiled=False)


def test_a_lock_keeps_adapters_and_ids(tmp_path: Path) -> None:
    sets = ("adapters={ci: {kind: lightweight}}", "vehicles[0].adapter=ci", "vehicles[0].id=7")
    scenario = load_scenario("pico_square", sets=sets)
    write_lock(scenario, tmp_path / "config.lock")
    again = load_lock(tmp_path / "config.lock")
    assert again == scenario
    simulation = Simulation(again, compiled=False)
    assert simulation.vehicles.get(7).facts["adapter"] == "ci"
    assert simulation.adapters.list() == ("ci",)


def test_jsbsim_vehicles_stay_with_jsbsim() -> None:
    with pytest.raises(FileMistake, match="its dynamics need adapter 'jsbsim'"):
        load_scenario("c172p_cruise", sets=("vehicles[0].adapter=lightweight",))
    with pytest.raises(FileMistake, match="cannot be moved by adapter 'jsbsim'"):
        load_scenario("pico_square", sets=("vehicles[0].adapter=jsbsim",))


def test_too_many_vehicles_for_a_simulator_are_told_at_load() -> None:
    scenario = load_scenario("pico_square", sets=(*PICO, "vehicles[0].count=2"))
    adapter = TwinAdapter("twin", scenario, compiled=False)
    adapter.capabilities = lambda: SimulatorCapabilities(most_vehicles=1)  # type: ignore[method-assign]
    with pytest.raises(FileMistake, match="takes 1 vehicles, not 2"):
        Simulation(moved_by(scenario, "twin"), registry=registry_with(adapter), compiled=False)
    assert not adapter.is_connected()


def test_a_vehicle_is_handed_to_another_simulator_in_mid_flight_and_back() -> None:
    body = rover(vehicles=(replace(rover().vehicles[0], name="pico", id=1),))
    mission = {"waypoints_ned_m": [[2.0, 0.0, 0.0]]}
    bridge = SitlBridge(compiled=False, tick_rate_hz=ROVER_RATE_HZ)
    bridge.spawn_vehicle(VehicleConfig(name="pico", mission=mission))
    bridge.run_for(2.6)
    place = bridge.vehicle(1).status.position_ned_m
    assert place[0] > 0.05
    # The other simulator has had its body standing at the start, and moves it from there.
    bridge.register_adapter(TwinAdapter("twin", body, compiled=False))
    bridge.assign_vehicle_to_adapter(1, "twin")
    bridge.run_for(0.1)
    assert bridge.vehicle(1).status.position_ned_m[0] < place[0]
    assert bridge.vehicle(1).status.mode == "auto" and bridge.vehicle(1).adapter == "twin"
    bridge.assign_vehicle_to_adapter(1, "lightweight")
    bridge.unregister_adapter("twin")
    bridge.run_for(1.0)
    assert bridge.vehicle(1).status.position_ned_m[0] > 0.05


def test_a_vehicle_for_which_there_is_no_room_leaves_nothing() -> None:
    adapter = TwinAdapter("twin", rover(), compiled=False)
    adapter.capabilities = lambda: SimulatorCapabilities(most_vehicles=1)  # type: ignore[method-assign]
    bridge = SitlBridge(compiled=False, tick_rate_hz=ROVER_RATE_HZ)
    bridge.register_adapter(adapter)
    bridge.spawn_vehicle(VehicleConfig(adapter="twin"))
    with pytest.raises(SimulatorError, match="takes 1 vehicles, not 2"):
        bridge.spawn_vehicle(VehicleConfig(adapter="twin", position_ned_m=(0.0, 3.0, 0.0)))
    other = bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0, 0.0)))
    with pytest.raises(SimulatorError, match="takes 1 vehicles, not 2"):
        bridge.assign_vehicle_to_adapter(other, "twin")
    assert [v.adapter for v in bridge.vehicles.values()] == ["twin", "lightweight"]
    bridge.step()


@pytest.mark.parametrize(("step_us", "exchanges"), [(20_000, 5), (5_000, 20)])
def test_a_simulator_with_a_step_of_its_own_is_stepped_as_often_as_it_needs(
    step_us: int, exchanges: int
) -> None:
    adapter = TwinAdapter("twin", rover(), compiled=False)
    chosen = SimulatorCapabilities(step_size_us=step_us)
    adapter.capabilities = lambda: chosen  # type: ignore[method-assign]
    moved = moved_by(rover(), "twin")
    simulation = Simulation(moved, registry=registry_with(adapter), compiled=False)
    simulation.advance(10)
    assert adapter.calls.count("step") == exchanges
    simulation.close()


def test_an_adapter_that_cannot_connect_is_one_line() -> None:
    adapter = TwinAdapter("twin", rover(), compiled=False)

    async def taken() -> None:
        raise SimulatorError("port 9002 is in use", "choose another")

    adapter.connect = taken  # type: ignore[method-assign]
    with pytest.raises(FileMistake, match="port 9002 is in use: choose another"):
        Simulation(moved_by(rover(), "twin"), registry=registry_with(adapter), compiled=False)
