"""simloop as the physics of ArduPilot, against a scripted one that follows the protocol."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
import yaml

from fake_ardupilot import FakeArduPilot
from simloop.cli.words import event_words
from simloop.links.ardupilot import ArduPilotLine
from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureRequest
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from waiting import wait_until

Load = Callable[..., Simulation]
# Longer than any tick on a busy machine, where a real one would repeat itself after 1.1 s.
PATIENT_S = 30.0
IMPATIENT_S = 1.0
AT_400_HZ = {"scheduler_loop_hz": 200.0}


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    """Loads vehicles that an ArduPilot flies, interpreted: short runs, any port that is free."""
    loaded: list[Simulation] = []

    def make(
        model: str = "quad",
        settings: dict[str, Any] | None = None,
        scenario: dict[str, Any] | None = None,
        count: int = 1,
    ) -> Simulation:
        pilot = {"kind": "ardupilot", "settings": {"port": 0, **AT_400_HZ, **(settings or {})}}
        vehicle = {"model": {"extends": model, "autopilot": pilot}, "count": count}
        document = {"world": "calm", "duration_s": 60.0, "speed": "max", "vehicles": [vehicle]}
        path = tmp_path / "flown.yaml"
        path.write_text(yaml.safe_dump({**document, **(scenario or {})}))
        simulation = Simulation.load(str(path), compiled=False, allow_launch=True)
        loaded.append(simulation)
        return simulation

    yield make
    for simulation in loaded:
        simulation.close()


def boot(port: int, **options: Any) -> FakeArduPilot:
    """Start a pilot, by default one that never has to repeat itself."""
    return FakeArduPilot(port, **{"repeat_s": PATIENT_S, **options}).start()


def port_of(simulation: Simulation, name: str) -> int:
    line = simulation.provided["ardupilot"].lines[name]
    assert isinstance(line, ArduPilotLine)
    return line.port


def column(simulation: Simulation, vehicle: str, name: str) -> list[float]:
    world = simulation.world
    return world.vector(world.by_name(vehicle), name).tolist()  # type: ignore[no-any-return]


def events(simulation: Simulation) -> list[str]:
    return [event.name for event in simulation.log.events]


def test_strict_ping_pong_and_time_from_timestamps(load: Load) -> None:
    simulation = load()
    pilot = boot(port_of(simulation, "quad_0"), frames=40)
    simulation.advance(40)
    pilot.join()
    assert [state["timestamp"][0] for state in pilot.states] == [k / 400 for k in range(1, 41)]
    assert pilot.clock_s == pytest.approx(0.1, abs=1e-12)
    # It follows our rate, one step towards its own.
    assert set(pilot.rates) == {401}
    assert pilot.repeats == 0
    state = pilot.states[-1]
    # Specific force at rest; it is still settling on its feet.
    assert state["imu.accel_body"] == pytest.approx((0.0, 0.0, -9.80665), abs=0.3)
    assert state["position"] == pytest.approx((0.0, 0.0, -0.12), abs=0.01)
    assert state["quaternion"] == pytest.approx((1.0, 0.0, 0.0, 0.0), abs=1e-3)
    assert state["battery.voltage"][0] > 20.0
    assert "no_lockstep" not in state
    assert "rng_1" in state
    assert "rc.rc_1" not in state


def test_pulses_of_ardupilots_motors_reach_the_right_rotors(load: Load) -> None:
    simulation = load()
    pilot = boot(
        port_of(simulation, "quad_0"), fly=lambda state: (1100, 1200, 1300, 1400), frames=3
    )
    simulation.advance(1)
    # Not initialised yet: all outputs are 0, which is off.
    assert column(simulation, "quad_0", "motor_command") == [0.0] * 4
    simulation.advance(2)
    pilot.join()
    # Our rotors go round clockwise from the front right, ArduPilot's are FR, RL, FL, RR.
    expected = [0.1, 0.4, 0.2, 0.3]
    assert column(simulation, "quad_0", "motor_command") == pytest.approx(expected)


def test_it_flies(load: Load) -> None:
    """A climb rate loop, as small as can be, closed over the protocol."""

    def climb(state: dict[str, Any]) -> tuple[int, ...]:
        wanted_mps = -2.0
        throttle = 0.55 + 0.2 * (state["velocity"][2] - wanted_mps)
        return (round(1000.0 + 1000.0 * min(max(throttle, 0.1), 0.9)),) * 4

    simulation = load()
    pilot = boot(port_of(simulation, "quad_0"), fly=climb, frames=800)
    simulation.advance(800)
    pilot.join()
    assert pilot.states[-1]["position"][2] == column(simulation, "quad_0", "position_ned_m")[2]
    assert pilot.states[-1]["position"][2] < -1.5
    assert pilot.states[-1]["velocity"][2] == pytest.approx(-2.0, abs=1.0)


def test_several_vehicles_have_ports_of_their_own(load: Load) -> None:
    simulation = load(count=3)
    names = [record.name for record in simulation.world.models()]
    ports = [port_of(simulation, name) for name in names]
    assert len(set(ports)) == 3
    pilots = [boot(port, frames=20) for port in ports]
    simulation.advance(20)
    for pilot in pilots:
        pilot.join()
    east = [pilot.states[-1]["position"][:2] for pilot in pilots]
    assert len(set(east)) == 3


def test_an_autopilot_that_restarts_is_told_and_the_run_goes_on(load: Load) -> None:
    simulation = load()
    port = port_of(simulation, "quad_0")
    first = boot(port, frames=10)
    simulation.advance(10)
    first.join()
    second = boot(port, frames=10**6, channels=32, repeat_s=IMPATIENT_S)
    simulation.advance(10)
    second.stop()
    assert second.repeats >= 1
    assert events(simulation).count("restarted") == 1
    # Its clock takes over what it is told first, so that has to be near 0 again.
    assert second.states[0]["timestamp"][0] == 1 / 400


def test_a_reset_of_the_world_is_a_physics_reset_there(load: Load) -> None:
    simulation = load()
    pilot = boot(port_of(simulation, "quad_0"), frames=30)
    simulation.advance(20)
    simulation.reset_now()
    simulation.advance(10)
    pilot.join()
    assert pilot.resets == 1
    assert pilot.frame_count == 30
    assert pilot.states[20]["timestamp"][0] == 1 / 400


def test_exchanges_may_be_rarer_than_ticks(load: Load) -> None:
    simulation = load("rover_diff", {"rate_hz": 100.0})
    name = simulation.world.models()[0].name
    pilot = boot(port_of(simulation, name), fly=lambda state: (1700, 0, 1700), frames=50)
    simulation.advance(200)
    pilot.join()
    assert [s["timestamp"][0] for s in pilot.states] == [k / 100 for k in range(1, 51)]
    assert pilot.states[-1]["position"][0] > 0.02


def test_without_lockstep_nobody_waits(load: Load) -> None:
    simulation = load(settings={"no_lockstep": True, "no_time_sync": True})
    simulation.advance(20)
    pilot = boot(port_of(simulation, "quad_0"), frames=5, repeat_s=IMPATIENT_S)
    while pilot.frame_count < 5:
        simulation.advance(1)
    pilot.join()
    assert pilot.states[-1]["no_lockstep"] is True
    assert pilot.states[-1]["no_time_sync"] is True
    # While simloop pauses, it takes steps of its own.
    alone = boot(port_of(simulation, "quad_0"), frames=200, repeat_s=0.005)
    while not alone.states:
        simulation.advance(1)
    alone.join()
    assert alone.own_steps >= 1


def test_a_run_goes_on_without_it_if_the_policy_is_drop(load: Load) -> None:
    patience = {"policy": "drop", "timeout_s": 0.1, "start_timeout_s": 0.1}
    simulation = load(scenario={"patience": patience})
    port = port_of(simulation, "quad_0")
    simulation.advance(5)
    told = [event for event in simulation.log.events if event.name == "waiting"]
    assert told[0].detail["party"] == f"ardupilot of quad_0 (udp 127.0.0.1:{port})"
    assert f"--model JSON:127.0.0.1 --sim-port-out {port}" in told[0].detail["detail"]
    said = [event_words(event) for event in simulation.log.events]
    assert said[0].startswith(
        f"ardupilot of quad_0 (udp 127.0.0.1:{port}): has not come yet: start"
    )
    assert said[1].endswith("dropped: the run goes on without it")
    pilot = boot(port, fly=lambda state: (1500,) * 4, frames=50)
    while pilot.frame_count < 50:
        simulation.advance(1)
    pilot.join()
    assert "back" in events(simulation)
    simulation.advance(5)
    # No pulses, no motors.
    assert column(simulation, "quad_0", "motor_command") == [0.0] * 4


def test_no_answer_after_the_run(load: Load) -> None:
    simulation = load()
    pilot = boot(port_of(simulation, "quad_0"), frames=20, repeat_s=IMPATIENT_S)
    simulation.advance(10)
    simulation.close()
    wait_until(lambda: pilot.repeats >= 1)
    pilot.stop()
    assert pilot.frame_count == 10


@pytest.mark.parametrize(
    ("model", "settings", "rate_hz", "refusal"),
    [
        ("quad", {"scheduler_loop_hz": 400.0}, 400, "720 Hz or more, not 400 Hz"),
        ("quad", {"scheduler_loop_hz": 400.0}, 800, None),
        ("quad", {"scheduler_loop_hz": 200.0}, 400, None),
        ("quad", {"scheduler_loop_hz": 400.0, "rate_hz": 400.0}, 1200, "not 400 Hz"),
        ("aerosonde", {"rate_hz": 100.0}, 400, None),
        ("rover_diff", {"rate_hz": 50.0}, 400, "50 Hz are too few"),
    ],
)
def test_the_physics_rate_that_lets_it_arm(
    load: Load, model: str, settings: dict[str, Any], rate_hz: int, refusal: str | None
) -> None:
    scenario = {"tick_rate_hz": rate_hz}
    if refusal is None:
        load(model, settings, scenario)
        return
    with pytest.raises(FileMistake, match=refusal) as mistake:
        load(model, settings, scenario)
    assert "\n" not in str(mistake.value)
    assert "rate_hz" in str(mistake.value)


def test_a_mission_of_the_scenario_is_not_for_it(load: Load) -> None:
    vehicle = {
        "model": {"extends": "quad", "autopilot": {"kind": "ardupilot"}},
        "mission": {"takeoff_altitude_m": 3.0},
    }
    with pytest.raises(FileMistake, match="is flown by ardupilot, which knows no 'mission:'"):
        load(scenario={"vehicles": [vehicle], "tick_rate_hz": 1200})


def test_a_port_that_is_taken_is_told_in_one_line(load: Load) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as owner:
        owner.bind(("127.0.0.1", 0))
        port = owner.getsockname()[1]
        with pytest.raises(OSError, match=f"udp 127.0.0.1:{port}, which ardupilot") as told:
            load(settings={"port": port})
    assert "\n" not in str(told.value)
    assert "change 'port:' of ardupilot" in str(told.value)


def test_a_sampled_imu_is_the_vehicles_own(load: Load) -> None:
    simulation = load(settings={"imu": "sampled", "geodetic": True})
    pilot = boot(port_of(simulation, "quad_0"), frames=10)
    simulation.advance(10)
    pilot.join()
    sampled = tuple(column(simulation, "quad_0", "imu_accel_frd_mps2"))
    assert pilot.states[-1]["imu.accel_body"] == sampled
    assert pilot.states[-1]["latitude"][0] == pytest.approx(54.6, abs=1e-6)


def test_a_sensor_that_says_no_number_is_held(load: Load) -> None:
    simulation = load(settings={"imu": "sampled"})
    world = simulation.world
    pilot = boot(port_of(simulation, "quad_0"), frames=3)
    simulation.advance(2)
    good = tuple(column(simulation, "quad_0", "imu_gyro_frd_radps"))
    entity = world.by_name("quad_0")

    def fail(info: TickInfo) -> None:
        for name in ("imu_gyro_frd_radps", "sonar_range_m"):
            world.vector(entity, name)[:] = float("nan")

    broken = PythonSystem(name="broken sensors", stage=Stage.SENSE, run=fail)
    simulation.add_system(broken)
    simulation.advance(1)
    pilot.join()
    assert pilot.states[-1]["imu.gyro"] == good
    assert "rng_1" not in pilot.states[-1]


def test_every_launched_one_has_a_system_id_of_its_own(load: Load, tmp_path: Path) -> None:
    program = tmp_path / "arducopter"
    program.write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[1:], flush=True)\n")
    program.chmod(0o755)
    patience = {"policy": "drop", "timeout_s": 30.0, "start_timeout_s": 30.0}
    simulation = load(
        settings={"launch": {"command": str(program)}}, count=3, scenario={"patience": patience}
    )
    processes = simulation.provided["autopilot_processes"]
    said = []
    simulation.coordinator.stop_asked = lambda: all(p.ended for p in processes.values())
    # All are started while the first is waited for.
    simulation.advance(1)
    for name in ("quad_0", "quad_1", "quad_2"):
        words = processes[name].last_line()
        assert "'--sysid', '" in words
        said.append(words.split("'--sysid', '")[1].split("'")[0])
    assert said == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("component", "settings", "accepted"),
    [
        ("gps", {}, False),
        ("mag", {}, False),
        ("baro", {}, False),
        ("airspeed", {}, False),
        ("gyro", {}, False),
        ("gyro", {"imu": "sampled"}, True),
        ("distance_sensor", {}, True),
        ("motor", {}, True),
    ],
)
def test_a_failure_that_cannot_reach_it_is_refused(
    load: Load, component: str, settings: dict[str, Any], accepted: bool
) -> None:
    simulation = load(settings=settings)
    request = FailureRequest(vehicle="quad_0", component=component, kind="off")
    answer = simulation.provided["failures"].inject(request)
    assert answer.accepted == accepted
    if not accepted:
        refusal = f"'quad_0' is flown by ArduPilot, which does not see its {component}: let Ardu"
        assert answer.reason.startswith(refusal)
        assert "\n" not in answer.reason


def test_it_starts_the_program_itself_and_ends_it(load: Load, tmp_path: Path) -> None:
    tests = Path(__file__).parents[1]
    program = tmp_path / "arducopter"
    program.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        f"sys.path[:0] = {[str(tests), *sys.path]!r}\n"
        "from fake_ardupilot import FakeArduPilot\n"
        "print(sys.argv[1:], flush=True)\n"
        "port = int(sys.argv[sys.argv.index('--sim-port-out') + 1])\n"
        "FakeArduPilot(port, frames=10**9, keep=False).run()\n"
    )
    program.chmod(0o755)
    run = tmp_path / "run"
    launch = {"command": str(program), "arguments": ["--speedup", "9"], "directory": str(run)}
    simulation = load(settings={"launch": launch})
    port = port_of(simulation, "quad_0")
    simulation.advance(20)
    process = simulation.provided["autopilot_processes"]["quad_0"]
    assert process.running
    simulation.close()
    assert not process.running
    said = (run / "autopilot.log").read_text()
    assert f"'--model', 'JSON', '--sim-port-out', '{port}', '-I', '0'" in said
    assert "'--sysid', '1'" in said
    assert "'--home', '54.60000000,8.40000000,0.000,0.00'" in said
    assert "'--speedup', '9'" in said
