"""PX4 in the loop, played by a scripted peer that behaves as the real one was seen to behave."""

import socket
import sys
from collections.abc import Callable, Iterator
from math import atan2
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from hover_pilot import HoverPilot
from px4_peer import Script, ScriptedPx4
from simloop.links import px4
from simloop.links.autopilot_process import PROCESSES
from simloop.links.launch import Launch
from simloop.links.px4.line import Px4Line
from simloop.links.px4.stream import Px4Stream
from simloop.server.files.mistake import FileMistake
from simloop.server.port_plan import PortTaken
from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureRequest
from simloop.systems.multirotor import Config as MultirotorConfig
from simloop.systems.multirotor.performance import hover_throttle
from simloop.world.commands import CommandRefused
from simloop.world.plugin import VehicleKit
from simloop.world.system_failure import SystemFailure

RATE = 500
SECONDS = 7
SCENARIO = """
world: calm
tick_rate_hz: {rate}
duration_s: 60
patience: {{policy: {policy}, timeout_s: {patience}, start_timeout_s: {patience}}}
vehicles:
  - name: quad
    heading_deg: 60
    model: {{extends: {model}, autopilot: {{kind: px4, settings: {settings}}}}}
"""
PEER = Path(__file__).parents[1] / "px4_peer.py"

Load = Callable[..., Simulation]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    opened: list[Simulation] = []

    def make(
        policy: str = "hold",
        patience: float = 2.0,
        model: str = "quad",
        settings: str = "{port: 0}",
        rate: int = RATE,
    ) -> Simulation:
        path = tmp_path / "flight.yaml"
        path.write_text(SCENARIO.format(**locals()))
        simulation = Simulation.load(str(path), compiled=False, allow_launch=True)
        opened.append(simulation)
        return simulation

    yield make
    for simulation in opened:
        simulation.close()


@pytest.fixture
def peers() -> Iterator[list[ScriptedPx4]]:
    started: list[ScriptedPx4] = []
    yield started
    for peer in started:
        peer.close()


def _line(sim: Simulation) -> Px4Line:
    line = sim.provided["px4"].lines["quad"]
    assert isinstance(line, Px4Line)
    return line


def _pilot(sim: Simulation) -> HoverPilot:
    facts = sim.world.models()[0].facts
    north, east, _ = facts["magnetic_field_ned_t"]
    return HoverPilot(hover_throttle(facts["multirotor"]), declination_rad=atan2(east, north))


def _column(sim: Simulation, name: str) -> Any:
    return sim.world.vector(sim.world.by_name("quad"), name).copy()


def _events(sim: Simulation) -> list[str]:
    return [event.name for event in sim.log.events]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _fly(load: Load, script: Script | None = None) -> tuple[Simulation, ScriptedPx4]:
    sim = load()
    peer = ScriptedPx4(_line(sim).port, _pilot(sim), script).start()
    sim.advance(SECONDS * RATE)
    peer.wait_for_sensors(SECONDS * 250)
    peer.close()
    return sim, peer


def test_it_hovers_and_answers_each_sensor_message_once(load: Load) -> None:
    sim, peer = _fly(load)
    north, east, down = _column(sim, "position_ned_m")
    assert np.hypot(north, east) < 1.0
    assert abs(down + 5.0) < 1.0
    assert len(peer.sensors) == SECONDS * 250
    assert _line(sim).lockstep
    assert peer.replies == len(peer.sensors) - 14
    times = [message.time_usec for message in peer.sensors]
    assert times == [4000 * (n + 1) for n in range(len(times))]
    # The same bits whenever PX4 woke up, and whatever lies between its frames.
    again, _ = _fly(load, Script(first_reply=40, garbage=b"\xfd\x03noise"))
    assert again.world.state_hash() == sim.world.state_hash()


@pytest.mark.soak
def test_not_one_answer_is_late_in_a_long_flight(load: Load, peers: list[ScriptedPx4]) -> None:
    sim = load()
    peer = ScriptedPx4(_line(sim).port, _pilot(sim)).start()
    peers.append(peer)
    sim.advance(220 * RATE)
    peer.wait_for_sensors(220 * 250)
    assert _events(sim) == []
    assert peer.replies == 220 * 250 - 14
    assert abs(_column(sim, "position_ned_m")[2] + 5.0) < 2.0


def test_groups_are_marked_when_they_are_new_and_never_stand_still(load: Load) -> None:
    sim, peer = _fly(load)
    updated = [message.fields_updated for message in peer.sensors]
    assert all(fields & 0x3F == 0x3F for fields in updated)
    # Magnetometer, barometer and airspeed at 50 Hz, satellites at 10 Hz, truth at every other.
    assert sum(bool(fields & 0x1C0 == 0x1C0) for fields in updated) == 50 * SECONDS
    assert sum(bool(fields & 0x1A00 == 0x1A00) for fields in updated) == 50 * SECONDS
    assert sum(bool(fields & 0x400) for fields in updated) == 50 * SECONDS
    assert not any(fields & 0x8000_0000 for fields in updated)
    assert abs(len(peer.fixes) - 10 * SECONDS) <= 2
    assert abs(len(peer.truths) - 125 * SECONDS) <= 1
    assert len({message.xacc for message in peer.sensors}) > 240 * SECONDS
    still = peer.sensors[100]
    assert still.zacc == pytest.approx(-9.8, abs=0.7)
    assert still.abs_pressure == pytest.approx(1013.0 - 0.12 * still.pressure_alt, abs=3.0)
    strength = np.linalg.norm([still.xmag, still.ymag, still.zmag])
    assert 0.3 < strength < 0.7
    fix = peer.fixes[20]
    assert (fix.fix_type, fix.id) == (3, 0)
    latitude, longitude, _ = np.degrees(_column(sim, "origin_llh"))
    assert fix.lat / 1e7 == pytest.approx(latitude, abs=1e-4)
    assert fix.lon / 1e7 == pytest.approx(longitude, abs=1e-4)
    kinds = [message.get_type() for message in peer.others]
    assert kinds == ["COMMAND_ACK", "HEARTBEAT"]
    assert (peer.others[0].command, peer.others[0].result) == (511, 0)


def test_px4_may_be_there_first(load: Load, peers: list[ScriptedPx4]) -> None:
    port = _free_port()
    peer = ScriptedPx4(port).start()
    peers.append(peer)
    sim = load(settings=f"{{port: {port}}}")
    sim.advance(RATE)
    assert peer.connected.is_set()
    assert _line(sim).lockstep


def test_the_radio_is_passed_on(load: Load, peers: list[ScriptedPx4]) -> None:
    sim = load()
    peer = ScriptedPx4(_line(sim).port).start()
    peers.append(peer)
    sim.advance(10)
    lane = sim.world.vector
    quad = sim.world.by_name("quad")
    lane(quad, "rc_channel")[:3] = (0.25, 0.5, 1.0)
    lane(quad, "rc_sequence")[:] += 1.0
    sim.advance(20)
    peer.wait_for_sensors(15)
    message = peer.radio[-1]
    assert (message.chan1_raw, message.chan2_raw, message.chan3_raw) == (1250, 1500, 2000)
    assert message.chancount == 16


def test_one_that_goes_is_told_with_the_fix_and_may_be_started_again(
    load: Load, peers: list[ScriptedPx4]
) -> None:
    sim = load(patience=60.0)
    line = _line(sim)
    first = ScriptedPx4(line.port, _pilot(sim), Script(goes_at_us=2_000_000)).start()
    peers.append(first)
    # The last of these ticks sends what makes it go.
    sim.advance(2 * RATE)
    assert _column(sim, "motor_command").max() > 0.3
    second = ScriptedPx4(line.port, script=Script(first_reply=3))
    peers.append(second)

    def come_back(party: str, what: str, detail: str) -> None:
        told.append((party, what, detail))
        if what == "late":
            sim.coordinator.timeout_s = 60.0
            second.start()

    told: list[tuple[str, str, str]] = []
    sim.coordinator.timeout_s = 0.05
    sim.coordinator.tell = come_back
    sim.advance(RATE)
    assert [what for _, what, _ in told] == ["disconnected", "late", "back"]
    assert told[0][0] == "px4 of quad"
    assert "px4 -i 0" in told[0][2]
    assert "must be restarted" in told[0][2]
    assert second.replies > 100
    # Its clock begins where the world is.
    assert second.sensors[0].time_usec > 2_000_000
    assert _column(sim, "motor_command").max() == 0.0


def test_one_that_falls_silent_is_dropped_and_comes_back(
    load: Load, peers: list[ScriptedPx4]
) -> None:
    sim = load(policy="drop", patience=60.0)
    script = Script(mute_at_us=1_500_000)
    peer = ScriptedPx4(_line(sim).port, _pilot(sim), script).start()
    peers.append(peer)
    sim.advance(int(1.5 * RATE))
    sim.coordinator.timeout_s = 0.05
    sim.advance(RATE // 2)
    assert _events(sim)[-2:] == ["late", "dropped"]
    assert sim.coordinator.is_dropped("px4 of quad")
    # Nothing more is sent to one that owes an answer, and the outputs stay as they are.
    peer.wait_for_sensors(375)
    asked = len(peer.sensors)
    held = _column(sim, "motor_command")
    assert held.max() > 0.3
    sim.advance(10)
    assert len(peer.sensors) == asked
    assert (_column(sim, "motor_command") == held).all()


def test_a_run_may_fail_instead(load: Load, peers: list[ScriptedPx4]) -> None:
    nobody = load(policy="fail", patience=0.05)
    with pytest.raises(SystemFailure, match=r"px4 of quad has not answered .* 'px4 -i 0'"):
        nobody.advance(10)
    sim = load(policy="fail", patience=60.0)
    script = Script(mute_at_us=500_000)
    peers.append(ScriptedPx4(_line(sim).port, script=script).start())
    sim.advance(RATE // 2)
    sim.coordinator.timeout_s = 0.05
    with pytest.raises(SystemFailure, match="px4 of quad has not answered for 0"):
        sim.advance(RATE)


def test_without_lockstep_nobody_is_waited_for(load: Load, peers: list[ScriptedPx4]) -> None:
    sim = load(policy="fail", patience=60.0)
    script = Script(flags=0, mute_at_us=400_000)
    peers.append(ScriptedPx4(_line(sim).port, script=script).start())
    sim.advance(RATE // 2)
    assert not _line(sim).lockstep


def test_after_a_reset_time_goes_on_and_a_bit_tells(load: Load, peers: list[ScriptedPx4]) -> None:
    sim = load()
    peer = ScriptedPx4(_line(sim).port).start()
    peers.append(peer)
    sim.advance(RATE)
    with pytest.raises(CommandRefused, match="px4 runs elsewhere and keeps state of its own"):
        sim.snapshot()
    sim.reset_now()
    sim.advance(20)
    peer.wait_for_sensors(250 + 10)
    times = [message.time_usec for message in peer.sensors]
    assert times == sorted(set(times))
    marked = [n for n, m in enumerate(peer.sensors) if m.fields_updated & 0x8000_0000]
    assert marked == [250]


def test_ports_are_planned_by_the_ids_of_vehicles() -> None:
    def numbers(config: px4.Config) -> list[tuple[str, int]]:
        return [(use.kind, use.port) for use in px4.ports(config, 2)]

    assert numbers(px4.Config()) == [("tcp", 4562)]
    launched = px4.Config(port=0, launch=Launch(command="px4"))
    assert numbers(launched) == [("udp", 18572), ("udp", 14582)]


def _as_program(*words: str) -> str:
    arguments = ", ".join(f'"{word}"' for word in (str(PEER), *words))
    return f'{{port: 0, launch: {{command: "{sys.executable}", arguments: [{arguments}]}}}}'


def test_a_program_is_started_told_of_and_started_anew(load: Load) -> None:
    sim = load(policy="drop", patience=30.0, settings=_as_program("{port}", "{instance}"))
    process = sim.provided[PROCESSES]["quad"]
    assert process.pid is None
    sim.advance(RATE // 2)
    assert _line(sim).lockstep
    assert process.last_line() == "instance 0"
    sim.coordinator.timeout_s = 0.05
    process.kill()
    sim.advance(20)
    assert _events(sim) == ["exited", "disconnected", "late", "dropped"]
    assert "was killed with signal SIGKILL" in sim.log.events[0].detail["detail"]
    sim.coordinator.policy = "hold"
    process.restart()
    while not _line(sim).lockstep:
        sim.advance(2)
    assert "back" in _events(sim)
    sim.close()
    assert process.pid is None


def test_a_program_that_a_failure_stops_comes_back(load: Load) -> None:
    sim = load(policy="drop", patience=60.0, settings=_as_program("{port}", "{instance}"))
    sim.advance(RATE // 2)
    assert _line(sim).lockstep
    failure = FailureRequest(vehicle="quad", component="autopilot", kind="stop", duration_s=0.2)
    assert sim.provided["failures"].inject(failure).accepted
    sim.coordinator.timeout_s = 0.05
    sim.advance(RATE // 20)
    assert "dropped" in _events(sim)
    sim.coordinator.timeout_s = 60.0
    while sim.coordinator.is_dropped("px4 of quad"):
        sim.advance(2)
    assert "exited" not in _events(sim)
    assert "disconnected" not in _events(sim)
    sim.advance(20)
    assert _line(sim).lockstep


def test_a_program_that_has_lost_its_connection_is_restarted(load: Load) -> None:
    sim = load(settings=_as_program("{port}", "{instance}", "300000"))
    sim.advance(RATE // 2)
    process = sim.provided[PROCESSES]["quad"]
    first = process.pid
    while "disconnected" not in _events(sim):
        sim.advance(RATE // 10)
    sim.advance(RATE // 10)
    assert process.pid not in (None, first)
    lost = next(event for event in sim.log.events if event.name == "disconnected")
    assert "it is restarted" in lost.detail["detail"]


def test_a_program_that_dies_while_the_run_holds_is_started_again(
    load: Load, tmp_path: Path
) -> None:
    program = tmp_path / "px4"
    program.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, runpy, sys\n"
        "mark = pathlib.Path('was_here')\n"
        "if not mark.exists():\n"
        "    mark.touch()\n"
        "    sys.exit('no airframe')\n"
        f"sys.path[:0] = {[str(PEER.parent), *sys.path]!r}\n"
        f"runpy.run_path({str(PEER)!r}, run_name='__main__')\n"
    )
    program.chmod(0o755)
    launch = f'{{command: "{program}", arguments: ["{{port}}", "{{instance}}"]}}'
    sim = load(settings=f"{{port: 0, launch: {launch}}}")
    sim.advance(RATE // 2)
    assert _line(sim).lockstep
    told = {event.name: event.detail["detail"] for event in sim.log.events}
    assert told["exited"].endswith("ended with code 1: no airframe")
    assert told["started again"] == str(program)


def test_mistakes_at_load(load: Load) -> None:
    with pytest.raises(FileMistake, match=r"250 Hz does not divide the tick rate of 400 Hz"):
        load(rate=400)
    with pytest.raises(FileMistake, match="rotor_rotation_directions is not what PX4 has for octo"):
        load(model="octo")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        in_use = f"tcp 127.0.0.1:{port}, which px4 of 'quad' needs, is in use by"
        with pytest.raises(PortTaken, match=in_use):
            load(settings=f"{{port: {port}}}")
        with pytest.raises(ValueError, match=f"port {port} on 127.0.0.1 cannot be opened for PX4"):
            Px4Stream("127.0.0.1", port)
    blind = VehicleKit(RATE)
    blind.fact("multirotor", MultirotorConfig())
    with pytest.raises(ValueError, match="px4 flies by an IMU, and this vehicle has none: add"):
        px4.equip(blind, px4.Config())
