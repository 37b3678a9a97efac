"""Betaflight in the loop, played by a scripted peer with the axes of each release."""

import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from math import atan2, radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from betaflight_peer import FASTEST_RADPS, ScriptedBetaflight
from simloop.links import betaflight
from simloop.links.betaflight.line import BetaflightLine
from simloop.links.betaflight.sockets import BetaflightSockets
from simloop.links.rc_frame import Sticks, Switches, frame_of
from simloop.server.files.mistake import FileMistake
from simloop.server.port_plan import PortTaken
from simloop.server.session import Session
from simloop.server.simulation import Simulation
from simloop.sitl.pilot_view import pilot_of
from simloop.systems.multirotor import Config as MultirotorConfig
from simloop.systems.multirotor.performance import hover_throttle
from simloop.timing.wall import WallClock
from simloop.wire.betaflight import FlightState, Radio
from simloop.world.plugin import VehicleKit
from simloop.world.system_failure import SystemFailure

RATE = 400
SCENARIO = """
world: calm
duration_s: 60
tick_rate_hz: {tick_rate_hz}
patience: {{policy: {policy}, timeout_s: {patience}, start_timeout_s: {patience}}}
vehicles:
  - name: quad
    model: {{extends: {model}, autopilot: {{kind: betaflight, settings: {settings}}}}}
"""

Load = Callable[..., Simulation]


def _wall_that_skips_sleeps() -> WallClock:
    """Whoever sleeps finds that the time has passed, so flights need not last as long as told."""
    slept_ns = [0]

    def sleep(seconds: float) -> None:
        slept_ns[0] += round(max(seconds, 1e-6) * 1e9)

    return WallClock(lambda: time.monotonic_ns() + slept_ns[0], sleep)


@pytest.fixture
def ports() -> tuple[int, ...]:
    probes = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(4)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    found = tuple(probe.getsockname()[1] for probe in probes)
    for probe in probes:
        probe.close()
    return found


@pytest.fixture
def load(tmp_path: Path, ports: tuple[int, ...]) -> Iterator[Load]:
    opened: list[Simulation] = []

    def make(
        release: str = "4.5",
        policy: str = "hold",
        patience: float = 2.0,
        model: str = "quad",
        more: str = "",
        tick_rate_hz: int = RATE,
        wall: WallClock | None = None,
    ) -> Simulation:
        settings = f'{{release: "{release}", ports: {list(ports)}{more}}}'
        path = tmp_path / "flight.yaml"
        path.write_text(SCENARIO.format(**locals()))
        wall = wall or _wall_that_skips_sleeps()
        simulation = Simulation.load(str(path), compiled=False, wall=wall)
        opened.append(simulation)
        return simulation

    yield make
    for simulation in opened:
        simulation.close()


def _column(sim: Simulation, name: str) -> Any:
    return sim.world.vector(sim.world.by_name("quad"), name)


def _heading_rad(sim: Simulation) -> float:
    w, x, y, z = _column(sim, "attitude_wxyz")
    return atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))


class Hand:
    """A pilot who holds the height with the throttle stick and moves the others as told."""

    def __init__(self, sim: Simulation, peer: ScriptedBetaflight) -> None:
        self.sim, self.peer = sim, peer
        facts = sim.world.models()[0].facts
        self._hover = hover_throttle(facts["multirotor"])

    def fly(
        self,
        seconds: float,
        *,
        roll: float = 0.0,
        pitch: float = 0.0,
        yaw: float = 0.0,
        acro: bool = False,
    ) -> None:
        """Sticks from -1 to 1, to the right and forward positive."""
        for _ in range(round(seconds * RATE)):
            down = _column(self.sim, "position_ned_m")[2]
            climb = -_column(self.sim, "velocity_frd_mps")[2]
            throttle = self._hover + 0.1 * (3.0 + down) - 0.1 * climb
            sticks = (0.5 + 0.5 * roll, 0.5 + 0.5 * pitch, np.clip(throttle, 0, 1), 0.5 + 0.5 * yaw)
            _column(self.sim, "rc_channel")[:] = (*sticks, 1.0, 0.0 if acro else 1.0, *[0.5] * 10)
            _column(self.sim, "rc_sequence")[:] += 1.0
            self.sim.advance(1)
            self.peer.wait_until_answered(self.sim.world.tick)


def test_keys_know_how_its_sticks_lie(load: Load) -> None:
    pilot = pilot_of(load("4.5").world, "quad")
    assert (pilot.airframe, pilot.mode, pilot.radio.modes) == ("other", "", ())
    forward = frame_of(pilot.radio, Sticks(pitch=-1.0), Switches(armed=True))
    assert forward == [1500, 2000, 1000, 1500, 2000, 1100, 1500, 1500]


@pytest.mark.parametrize(
    ("release", "raw"), [("4.5", True), ("2025.12", False), ("2026.6", True), ("2026.6", False)]
)
def test_a_hand_flies_in_angle_mode(
    load: Load, ports: tuple[int, ...], release: str, raw: bool
) -> None:
    sim = load(release)
    peer = ScriptedBetaflight(release, ports, raw=raw).start()
    try:
        hand = Hand(sim, peer)
        hand.fly(4.0)
        assert -_column(sim, "position_ned_m")[2] == pytest.approx(3.0, abs=1.0)
        assert np.hypot(*_column(sim, "position_ned_m")[:2]) < 1.0
        hand.fly(0.8, pitch=0.3)
        north, east, _ = _column(sim, "velocity_frd_mps")
        assert north > 0.5
        assert abs(east) < 0.4
        hand.fly(0.8, roll=0.3, pitch=-0.3)
        assert _column(sim, "velocity_frd_mps")[1] > 0.5
        hand.fly(1.0, yaw=0.3)
        assert _heading_rad(sim) > radians(20.0)
    finally:
        peer.close()
    assert [event.name for event in sim.log.events] == ["not_in_lockstep"]
    assert "does not repeat bit for bit" in sim.log.events[0].detail["detail"]
    # In real time all stamps are one, so that its clock is the wall's.
    assert len(set(peer.timestamps)) == 1
    assert peer.radios / sim.seconds == pytest.approx(50.0, abs=2.0)


@pytest.mark.parametrize("release", ["4.5", "2026.6"])
def test_sticks_are_rates_in_acro(load: Load, ports: tuple[int, ...], release: str) -> None:
    sim = load(release)
    peer = ScriptedBetaflight(release, ports).start()
    try:
        hand = Hand(sim, peer)
        hand.fly(2.0)
        hand.fly(0.8, yaw=0.2, acro=True)
        yaw = _column(sim, "rate_frd_radps")[2]
        hand.fly(0.3, roll=0.2, pitch=0.1, acro=True)
        roll, pitch, _ = _column(sim, "rate_frd_radps")
    finally:
        peer.close()
    # To the right, nose down, to the right.
    assert roll == pytest.approx(0.2 * FASTEST_RADPS, rel=0.3)
    assert pitch == pytest.approx(-0.1 * FASTEST_RADPS, rel=0.3)
    assert yaw == pytest.approx(0.2 * FASTEST_RADPS, rel=0.3)


def _first_states(load: Load, ports: tuple[int, ...], release: str) -> ScriptedBetaflight:
    sim = load(release)
    peer = ScriptedBetaflight(release, ports).start()
    try:
        sim.advance(RATE // 2)
        _column(sim, "gnss_llh")[:2] += 1e-5
        _column(sim, "gnss_velocity_ned_mps")[:] = (1.0, 2.0, 3.0)
        sim.advance(1)
        peer.wait_until_answered(sim.world.tick)
    finally:
        peer.close()
        sim.close()
    return peer


def test_positions_are_what_each_release_takes_them_for(load: Load, ports: tuple[int, ...]) -> None:
    metres = _first_states(load, ports, "4.5").last_state
    assert np.abs(metres[14:17]).max() < 1.0
    assert metres[17] == pytest.approx(101325.0, rel=0.1)
    assert metres[6] == pytest.approx(-9.8, abs=0.8)
    fix = _first_states(load, ports, "2025.12")
    moved = np.array(fix.last_state[14:16]) - np.array(fix.first_state[14:16])
    assert abs(fix.last_state[15]) < 90.0
    assert moved == pytest.approx(np.degrees([1e-5, 1e-5]), abs=3e-5)
    assert fix.last_state[11:14] == (2.0, 1.0, -3.0)
    mirrored = _first_states(load, ports, "2026.6")
    moved = np.array(mirrored.last_state[14:16]) - np.array(mirrored.first_state[14:16])
    assert moved == pytest.approx(-np.degrees([1e-5, 1e-5]), abs=3e-5)


def test_wrong_sizes_are_dropped_and_the_radio_may_be_lost(
    load: Load, ports: tuple[int, ...]
) -> None:
    sim = load()
    peer = ScriptedBetaflight("4.5", ports).start()
    try:
        Hand(sim, peer).fly(0.5)
        heard = peer.radios
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            for size in (0, 15, 67, 200):
                stranger.sendto(bytes(size), ("127.0.0.1", ports[0]))
        _column(sim, "rc_lost")[:] = 1.0
        sim.advance(20)
        peer.wait_until_answered(sim.world.tick)
        line = sim.provided["betaflight"].lines["quad"]
        assert isinstance(line, BetaflightLine)
        assert line.dropped == 4
        assert not line.supports_lockstep()
        assert peer.radios <= heard + 1
    finally:
        peer.close()


def test_one_that_dies_is_named_and_its_motors_stop_until_it_is_back(
    load: Load, ports: tuple[int, ...]
) -> None:
    sim = load(policy="drop", patience=0.5)
    peer = ScriptedBetaflight("4.5", ports).start()
    Hand(sim, peer).fly(1.0)
    assert _column(sim, "motor_command").max() > 0.2
    peer.close()
    sim.advance(RATE // 10)
    assert [event.name for event in sim.log.events][-2:] == ["late", "dropped"]
    assert sim.log.events[-1].detail["party"] == "betaflight of quad"
    assert _column(sim, "motor_command").max() == 0.0
    other = ScriptedBetaflight("4.5", ports).start()
    try:
        while sim.coordinator.is_dropped("betaflight of quad"):
            sim.advance(1)
        assert sim.log.events[-1].name == "back"
    finally:
        other.close()


def test_a_run_sends_one_packet_at_a_time(
    load: Load, ports: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 1000 Hz ticks would be paced in groups of two; Betaflight's clock would jump with them."""
    now_ns = [0]

    def look() -> int:
        now_ns[0] += 1000
        return now_ns[0]

    def sleep(seconds: float) -> None:
        now_ns[0] += max(round(seconds * 1e9), 1000)

    sim = load(tick_rate_hz=1000, wall=WallClock(look, sleep))
    sent_ns: list[int] = []
    reply = struct.pack("<H2x16f", 4, *[1000.0] * 4, *[0.0] * 12)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
        peer.bind(("127.0.0.1", ports[2]))

        def send_and_answer(sockets: BetaflightSockets, state: FlightState) -> None:
            sent_ns.append(now_ns[0])
            peer.sendto(reply, ("127.0.0.1", ports[0]))

        monkeypatch.setattr(BetaflightSockets, "send_state", send_and_answer)
        session = Session(sim)
        session.last_tick = 200
        session.run(lambda: None)
    assert len(sent_ns) == 200
    assert np.diff(sent_ns).min() >= 0.8 * 1_000_000


def test_one_that_starts_is_sent_no_state_at_once(load: Load, ports: tuple[int, ...]) -> None:
    """A real one binds its port, and would end by a state that comes before its sensors are up."""
    sim = load(patience=60.0)
    heard: list[tuple[float, int]] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:

        def start_late() -> None:
            time.sleep(0.3)
            door.bind(("127.0.0.1", ports[2]))
            opened = time.monotonic()
            size = 0
            while size != 144:
                size = len(door.recv(512))
                heard.append((time.monotonic() - opened, size))
            reply = struct.pack("<H2x16f", 4, *[1000.0] * 4, *[0.0] * 12)
            door.sendto(reply, ("127.0.0.1", ports[0]))

        late = threading.Thread(target=start_late, daemon=True)
        late.start()
        sim.advance(2)
        late.join(timeout=10.0)
    *knocks, (waited_s, size) = heard
    assert {each for _, each in knocks} == {1}
    assert size == 144
    assert waited_s > 0.1


def test_the_world_holds_while_a_busy_host_keeps_betaflight_from_answering(
    load: Load, ports: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frozen motors turned a racer over within a tenth of a second; its radio must not stop."""
    sim = load()
    asked: list[int] = []
    radios: list[int] = []
    reply = struct.pack("<H2x16f", 4, *[1000.0] * 4, *[0.0] * 12)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
        peer.bind(("127.0.0.1", ports[2]))

        def send_state(sockets: BetaflightSockets, state: FlightState) -> None:
            asked.append(sim.world.tick)
            # It starts, and must not hear a radio yet; later on it gets no turn for a while.
            if len(asked) > 3 and not 100 <= len(asked) < 115:
                peer.sendto(reply, ("127.0.0.1", ports[0]))

        def send_radio(sockets: BetaflightSockets, radio: Radio) -> None:
            radios.append(len(asked))

        monkeypatch.setattr(BetaflightSockets, "send_state", send_state)
        monkeypatch.setattr(BetaflightSockets, "send_radio", send_radio)
        _column(sim, "rc_sequence")[:] = 1.0
        sim.advance(RATE // 2)
    assert min(radios) > 3
    unflown = asked[99:114]
    assert unflown[-1] - unflown[0] <= 0.015 * RATE
    # Most of these were sent while it stood, each with what the pilot's radio said last.
    assert unflown.count(unflown[-1]) >= 8
    assert len([count for count in radios if 100 <= count < 115]) >= 8
    # It comes back as nothing that is worth an event.
    assert [event.name for event in sim.log.events] == ["not_in_lockstep"]


def test_the_bias_of_a_racers_gyro_does_not_reach_betaflight(
    load: Load, ports: tuple[int, ...]
) -> None:
    """Its simulator target calibrates no gyro, so somebody else has to."""

    def mean_rate_dps(more: str) -> float:
        sim = load(model="racer", more=more)
        peer = ScriptedBetaflight("4.5", ports).start()
        rates = []
        try:
            for tick in range(1, round(2.25 * RATE) + 1):
                sim.advance(1)
                peer.wait_until_answered(tick)
                if tick > 1.75 * RATE:
                    rates.append(peer.last_state[1:4])
        finally:
            peer.close()
            sim.close()
        return float(np.abs(np.degrees(np.mean(rates, axis=0))).max())

    assert mean_rate_dps(", calibrate_gyro: false") > 0.1
    assert mean_rate_dps("") < 0.05


def test_nobody_there_is_told_with_the_fix(load: Load, ports: tuple[int, ...]) -> None:
    sim = load(policy="fail", patience=0.05)
    fix = f"betaflight of quad has not answered .* it listens on UDP port {ports[2]}"
    with pytest.raises(SystemFailure, match=fix):
        sim.advance(10)


def test_mistakes_at_load(load: Load, ports: tuple[int, ...]) -> None:
    with pytest.raises(FileMistake, match="release 4.5 does not have"):
        load(more=", bridge: gazebo")
    with pytest.raises(FileMistake, match="rc_rate_hz is 20: write 50 or more"):
        load(more=", rc_rate_hz: 20")
    with pytest.raises(FileMistake, match="Betaflight has no frame with 6 rotors"):
        load(model="hexa")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", ports[1]))
        in_use = f"udp 127.0.0.1:{ports[1]}, which betaflight of 'quad' needs, is in use by"
        with pytest.raises(PortTaken, match=in_use):
            load()
        first, second, third, fourth = ports
        config = betaflight.Config(ports=(first, second, third, fourth))
        with pytest.raises(ValueError, match=f"UDP port {ports[1]} on 127.0.0.1 cannot be opened"):
            BetaflightSockets(config, 0)
    planned = [(use.port, use.binds) for use in betaflight.ports(betaflight.Config(), 1)]
    assert planned == [(9011, True), (9012, True), (9013, False), (9014, False)]
    blind = VehicleKit(RATE)
    blind.fact("multirotor", MultirotorConfig())
    with pytest.raises(ValueError, match="betaflight flies by an IMU"):
        betaflight.equip(blind, betaflight.Config())
