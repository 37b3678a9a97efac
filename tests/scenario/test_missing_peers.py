"""Several peers that are not there: all are named together, whoever is waited for first."""

import socket
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from simloop.server.simulation import Simulation
from simloop.timing.wall import WallClock

AUTOPILOTS = """
world: calm
tick_rate_hz: 500
duration_s: 60
patience: {policy: hold}
vehicles:
  - {name: a, model: {extends: quad, autopilot: {kind: px4, settings: {port: 0}}}}
  - name: b
    position_ned_m: [0, 10, 0]
    model: {extends: quad, autopilot: {kind: px4, settings: {port: 0}}}
  - name: c
    position_ned_m: [0, 20, 0]
    model: {extends: rover_ackermann, autopilot: {kind: ardupilot, settings: {port: 0}}}
"""
SIMULATORS = """
world: airfield
tick_rate_hz: 100
patience: {{policy: hold}}
adapters:
  east: {{kind: gazebo, port: {ports[0]}}}
  north: {{kind: gazebo, port: {ports[1]}}}
  west: {{kind: gazebo, port: {ports[2]}}}
vehicles:
  - {{model: pico_rover, name: a, adapter: east}}
  - {{model: pico_rover, name: b, adapter: north, position_ned_m: [9, 0, 0]}}
  - {{model: pico_rover, name: c, adapter: west, position_ned_m: [18, 0, 0]}}
"""
BOTH = """
world: airfield
tick_rate_hz: 500
patience: {{policy: hold}}
adapters:
  east: {{kind: gazebo, port: {port}}}
vehicles:
  - {{name: a, model: {{extends: quad, autopilot: {{kind: px4, settings: {{port: 0}}}}}}}}
  - name: b
    position_ned_m: [0, 20, 0]
    model: {{extends: rover_ackermann, autopilot: {{kind: ardupilot, settings: {{port: 0}}}}}}
  - {{model: pico_rover, name: c, adapter: east, position_ned_m: [9, 0, 0]}}
"""


def _closed_port() -> int:
    """A UDP port that nobody has, as that of a Gazebo which does not run."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _named_at_s(scenario: str, path: Path, lines: list[str]) -> dict[str, float]:
    """When each party was named, by a clock that goes on whenever somebody looks at it."""
    now_ns = [0]

    def look() -> int:
        now_ns[0] += 10_000_000
        return now_ns[0]

    path.write_text(scenario)
    named: dict[str, float] = {}
    with closing(Simulation.load(str(path), compiled=False, wall=WallClock(look))) as sim:
        begin_ns = now_ns[0]

        def tell(party: str, what: str, detail: str) -> None:
            assert what == "waiting"
            assert detail.startswith("has not come yet: ")
            named[party] = (now_ns[0] - begin_ns) / 1e9
            lines.append(f"{party} {detail}")

        sim.coordinator.tell = tell
        sim.coordinator.stop_asked = lambda: len(named) == 3 or now_ns[0] - begin_ns > 4e9
        sim.advance(1)
    return named


def test_three_autopilots(tmp_path: Path) -> None:
    named = _named_at_s(AUTOPILOTS, tmp_path / "flight.yaml", [])
    assert [party.split(" (")[0] for party in sorted(named)] == [
        "ardupilot of c",
        "px4 of a",
        "px4 of b",
    ]
    assert max(named.values()) <= 2.0


def test_three_simulators(tmp_path: Path) -> None:
    with ExitStack() as stack:
        silent = [
            stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(3)
        ]
        for each in silent:
            each.bind(("127.0.0.1", 0))
        ports = [each.getsockname()[1] for each in silent]
        named = _named_at_s(SIMULATORS.format(ports=ports), tmp_path / "field.yaml", [])
    assert sorted(named) == [f"simulator '{name}'" for name in ("east", "north", "west")]
    assert max(named.values()) <= 2.0


linux_only = pytest.mark.skipif(
    not Path("/proc/net/udp").exists(), reason="only Linux tells which ports nobody has"
)


@linux_only
def test_autopilots_and_simulators_in_one_line(tmp_path: Path) -> None:
    lines: list[str] = []
    named = _named_at_s(BOTH.format(port=_closed_port()), tmp_path / "both.yaml", lines)
    assert len(named) == 3
    assert max(named.values()) <= 2.0
    first, *others = lines
    before, _, too = first.partition("; missing too: ")
    assert before.startswith("px4 of a has not come yet: ")
    assert too.startswith("ardupilot of b (udp ")
    assert too.endswith(", simulator 'east'")
    assert not any("missing too" in line for line in others)


def test_a_simulator_whose_port_is_taken_is_not_called_missing(tmp_path: Path) -> None:
    """It waits to be asked, which comes after the autopilots' answers."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as gazebo:
        gazebo.bind(("127.0.0.1", 0))
        scenario = BOTH.format(port=gazebo.getsockname()[1])
        named = _named_at_s(scenario, tmp_path / "both.yaml", [])
    assert sorted(party.split(" (")[0] for party in named) == ["ardupilot of b", "px4 of a"]


@pytest.mark.parametrize("policy", ["drop", "fail"])
@pytest.mark.parametrize("scenario", ["autopilots", pytest.param("both", marks=linux_only)])
def test_patience_ends_for_all_at_once(tmp_path: Path, policy: str, scenario: str) -> None:
    """One patience for three, not three in a row."""
    words = f"policy: {policy}, timeout_s: 0.3, start_timeout_s: 0.3"
    path = tmp_path / "flight.yaml"
    text = AUTOPILOTS if scenario == "autopilots" else BOTH.format(port=_closed_port())
    path.write_text(text.replace("policy: hold", words))
    with closing(Simulation.load(str(path), compiled=False)) as sim:
        waits = [0]
        sim.coordinator.while_waiting = lambda: waits.__setitem__(0, waits[0] + 1)
        if policy == "fail":
            with pytest.raises(RuntimeError, match="has not answered .*; missing too: "):
                sim.advance(1)
        else:
            sim.advance(1)
            assert [event.name for event in sim.log.events].count("dropped") == 3
        # Six looks of 50 ms for the first, one for each of the others.
        assert waits[0] <= 12
