"""Vehicles of many autopilots in one world: nobody is in another's way."""

import socket
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from px4_peer import ScriptedPx4
from simloop.server.simulation import Simulation

TICKS = 120
SCENARIO = """
world: calm
tick_rate_hz: 500
duration_s: 60
patience: {{policy: drop, timeout_s: 0.02, start_timeout_s: 0.02}}
vehicles:
  - {{name: own, model: quad}}
  - name: board
    position_ned_m: [0, 10, 0]
    model: {{extends: quad, autopilot: {{settings: {{board: sil}}}}}}
  - name: px
    position_ned_m: [0, 20, 0]
    model: {{extends: quad, autopilot: {{kind: px4, settings: {{port: 0}}}}}}
  - name: beta
    position_ned_m: [0, 30, 0]
    model: {{extends: quad, autopilot: {{kind: betaflight, settings: {{ports: {ports}}}}}}}
  - name: program
    position_ned_m: [0, 40, 0]
    model: {{extends: quad, autopilot: {{kind: external, settings: {{lockstep: false}}}}}}
  - name: ardu
    position_ned_m: [0, 50, 0]
    model: {{extends: rover_ackermann, autopilot: {{kind: ardupilot, settings: {{port: 0}}}}}}
"""
ALONE = """
world: calm
tick_rate_hz: 500
duration_s: 60
vehicles:
  - {name: own, model: quad}
"""


def _free_ports() -> list[int]:
    probes = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(4)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    # A vehicle's ports stand ten above those of the one before it, and this is the fourth.
    found = [probe.getsockname()[1] - 30 for probe in probes]
    for probe in probes:
        probe.close()
    return found


@pytest.fixture
def mixed(tmp_path: Path) -> Simulation:
    path = tmp_path / "mixed.yaml"
    path.write_text(SCENARIO.format(ports=_free_ports()))
    return Simulation.load(str(path), compiled=False)


def test_a_vehicle_flies_the_same_bits_in_any_company(mixed: Simulation, tmp_path: Path) -> None:
    mixed.advance(TICKS)
    dropped = {e.detail["party"] for e in mixed.log.events if e.name == "dropped"}
    mixed.close()
    assert {party.partition(" (")[0] for party in dropped} == {
        "px4 of px",
        "betaflight of beta",
        "ardupilot of ardu",
    }
    path = tmp_path / "alone.yaml"
    path.write_text(ALONE)
    alone = Simulation.load(str(path), compiled=False)
    alone.advance(TICKS)
    hashes = [sim.world.model_hash(sim.world.by_name("own")) for sim in (mixed, alone)]
    assert hashes[0] == hashes[1]


def test_a_vehicle_that_goes_takes_its_line_with_it(mixed: Simulation) -> None:
    pilots = mixed.provided["px4"]
    port = pilots.lines["px"].port
    peer = ScriptedPx4(port)
    # Nobody has come; from here on there is time.
    mixed.advance(5)
    mixed.coordinator.timeout_s = mixed.coordinator.start_timeout_s = 60.0
    peer.start()
    try:
        while not pilots.lines["px"].lockstep:
            mixed.advance(1)
        mixed.command("remove", name="px")
        mixed.advance(10)
        assert pilots.lines == {}
        assert peer.ended.wait(timeout=30.0)
        assert "px4 of px" not in mixed.coordinator.parties
        with socket.socket() as free, pytest.raises(ConnectionRefusedError):
            free.connect(("127.0.0.1", port))
    finally:
        peer.close()
        mixed.close()
