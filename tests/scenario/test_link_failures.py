"""Flights over bad links: the failsafe fires in time and clears, and telemetry disturbs nobody."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Any

import pytest

from line_peer import LinePeer, mavlink
from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureRequest

SECOND = 400
HOSTILE = {
    "loss": {"share": 0.3},
    "duplicate": {"share": 0.1},
    "reorder": {"share": 0.1},
    "jitter": {"jitter_s": 0.5},
    "corrupt": {"share": 0.01},
}


def told(simulation: Simulation, text: str) -> list[float]:
    """When the vehicle said this."""
    events = [event for event in simulation.log.events if event.name == "notice"]
    return [event.time_s for event in events if text in event.detail["text"]]


def test_a_cut_line_fires_the_failsafe_in_its_time_and_the_failsafe_clears() -> None:
    cut = "{name: quad_0, component: mavlink_signal, kind: 'off', duration_s: 8}"
    heard = "{name: quad_0, heard: true}"
    timeline = (
        f"timeline=[{{at_s: 0.5, command: ground_station, arguments: {heard}}}, "
        f"{{at_s: 15.5, command: failure, arguments: {cut}}}]"
    )
    simulation = Simulation.load("gcs_loss", sets=[timeline])
    while not simulation.over and simulation.seconds < 60.0:
        simulation.advance(SECOND)
    # The last heartbeat comes at 15 s, GCS_TIMEOUT is 5 s, and a pass of the line and of the
    # command tasks are 10 and 20 ms.
    (fired,) = told(simulation, "Failsafe: ground station lost")
    assert fired == pytest.approx(20.02, abs=0.011)
    # The line is well at 23.5 s, and the next heartbeat comes at 24 s.
    (over,) = told(simulation, "Failsafe over: ground station is back")
    assert over == pytest.approx(24.02, abs=0.011)
    assert not simulation.verdict().reasons


def ask(peer: LinePeer, simulation: Simulation) -> float | None:
    """How long the vehicle takes to tell a parameter, s; None if it takes more than a second."""
    peer.inbox.clear()
    peer.send(mavlink.MAVLink_param_request_read_message(1, 1, b"SYSID_THISMAV", -1))
    for tick in range(SECOND):
        simulation.advance(1)
        if any(value.param_id == "SYSID_THISMAV" for value in peer.of("PARAM_VALUE")):
            return (tick + 1) / SECOND
    return None


def truth(simulation: Simulation) -> list[Any]:
    vehicle = simulation.world.by_name("quad_0")
    names = ("position_ned_m", "velocity_frd_mps", "attitude_wxyz", "rate_frd_radps")
    return [simulation.world.vector(vehicle, name).tolist() for name in names]


def fly(*, hostile: bool, seconds: float, seed: int = 1) -> tuple[Simulation, LinePeer]:
    """A mission with a busy station, whose link is hostile from the first second on."""
    simulation = Simulation.load("square", seed=seed)
    peer = LinePeer(simulation)
    for kind, strength in HOSTILE.items() if hostile else ():
        request = FailureRequest(
            vehicle="quad_0", component="mavlink_signal", kind=kind, strength=strength
        )
        assert simulation.provided["failures"].inject(request).accepted
    for number in range(round(seconds)):
        peer.beat()
        peer.send(mavlink.MAVLink_mission_request_list_message(1, 1, 0))
        if number % 10 == 0:
            peer.send(mavlink.MAVLink_param_request_list_message(1, 1))
        simulation.advance(SECOND)
    return simulation, peer


def test_a_hostile_link_disturbs_no_flight_and_recovers_within_a_second() -> None:
    bad, peer = fly(hostile=True, seconds=20.0)
    good, _ = fly(hostile=False, seconds=20.0)
    assert bad.world.tick == good.world.tick == 20 * SECOND
    assert truth(bad) == truth(good)
    line = bad.provided["serial_lines"].line_of("quad_0")
    passage = line.passage(0, "out")
    assert passage.lost / passage.entered == pytest.approx(0.3, abs=0.05)
    assert min(passage.duplicated, passage.held_back, passage.damaged) > 0
    clear = FailureRequest(vehicle="quad_0", component="mavlink_signal", kind="ok")
    assert bad.provided["failures"].inject(clear).accepted
    answered_s = ask(peer, bad)
    assert answered_s is not None and answered_s <= 0.05
    assert not line.in_use


def test_the_same_seed_repeats_a_hostile_flight_and_another_does_not() -> None:
    def heard(seed: int) -> list[bytes]:
        _, peer = fly(hostile=True, seconds=3.0, seed=seed)
        return [bytes(message.get_msgbuf()) for message in peer.inbox]

    assert heard(1) == heard(1) != heard(2)
