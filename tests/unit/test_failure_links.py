"""Failures of the line and of the pilot's radio: what each does, and that nothing of it stays."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from line_peer import LinePeer, mavlink
from simloop.server.simulation import Simulation
from simloop.sitl.failure_links import LINE_KINDS
from simloop.sitl.failure_radio import RADIO_KINDS
from simloop.systems.failures import FailureDesk, FailureRequest, FailureResult

SECOND = 400


def load(board: str = "fused") -> Simulation:
    """The class of the default flight, which is compiled already; boards are run interpreted."""
    sets = [f"vehicles[0].model.autopilot.settings.board={board}"]
    return Simulation.load("square", sets=sets, compiled=board == "fused")


def inject(simulation: Simulation, component: str, kind: str, **given: Any) -> None:
    desk = simulation.provided["failures"]
    assert isinstance(desk, FailureDesk)
    given = {"vehicle": "quad_0", **given}
    answer = desk.inject(FailureRequest(component=component, kind=kind, **given))
    assert answer.accepted, answer


def column(simulation: Simulation, name: str) -> Any:
    return simulation.world.vector(simulation.world.by_name("quad_0"), name).copy()


class Station:
    """Asks for a parameter 20 times a second, and counts its questions and the answers."""

    INTERVAL = SECOND // 20

    def __init__(self, simulation: Simulation, channel: int = 0) -> None:
        self.simulation = simulation
        self.peer = LinePeer(simulation, channel=channel)
        self.asked = 0
        self.peer.beat()
        simulation.advance(40)

    def ask(self, seconds: float) -> list[tuple[int, float]]:
        """Which questions were answered, in the order of the answers, and how late in seconds.

        The number of a question is the index that it asks for.
        """
        world = self.simulation.world
        answers: list[tuple[int, float]] = []
        asked_at: dict[int, int] = {}
        for tick in range(round(seconds * SECOND)):
            if tick % self.INTERVAL == 0:
                asked_at[self.asked % 200] = world.tick
                read = mavlink.MAVLink_param_request_read_message
                self.peer.send(read(1, 1, b"", self.asked % 200))
                self.asked += 1
            self.peer.inbox.clear()
            self.simulation.advance(1)
            for value in self.peer.of("PARAM_VALUE"):
                if value.param_index in asked_at:
                    late = (world.tick - asked_at[value.param_index]) / SECOND
                    answers.append((value.param_index, late))
        return answers


def numbers(answers: list[tuple[int, float]]) -> list[int]:
    return [number for number, _ in answers]


def lateness(answers: list[tuple[int, float]]) -> list[float]:
    return [late for _, late in answers]


# What each kind does to ten seconds of questions, 20 a second; both ways count.
EFFECTS: dict[str, tuple[dict[str, float], Callable[[list[tuple[int, float]]], bool]]] = {
    "off": ({}, lambda a: a == []),
    "partition": ({"way": 2.0}, lambda a: a == []),
    "loss": ({"share": 0.3}, lambda a: 70 <= len(a) <= 130),
    "burst": ({"share": 0.5, "length": 10.0}, lambda a: 10 <= len(a) <= 110),
    "intermittent": ({"lost": 0.5}, lambda a: 60 <= len(a) <= 160 and len(a) % 20 <= 2),
    "delayed": ({"delay_s": 0.25}, lambda a: len(a) > 180 and min(lateness(a)) >= 0.5),
    "jitter": (
        {"jitter_s": 0.5},
        lambda a: numbers(a) == sorted(numbers(a)) and 0.5 < np.mean(lateness(a)) < 1.0,
    ),
    "reorder": (
        {"share": 0.2, "held_s": 0.2},
        lambda a: len(a) >= 190 and numbers(a) != sorted(numbers(a)),
    ),
    "duplicate": ({"share": 0.5}, lambda a: max(Counter(numbers(a)).values()) >= 3),
    "corrupt": ({"share": 0.3}, lambda a: 70 <= len(a) <= 140),
    "garbage": ({}, lambda a: a == []),
    "slow": ({"bytes_per_s": 400.0}, lambda a: 0 < len(a) < 120 and max(lateness(a)) > 1.0),
}


def test_no_kind_is_without_a_test() -> None:
    assert EFFECTS.keys() == LINE_KINDS.keys()
    assert RADIO_EFFECTS.keys() == RADIO_KINDS.keys()


@pytest.mark.parametrize("kind", LINE_KINDS)
def test_a_bad_line_does_what_it_says_and_is_well_again(kind: str) -> None:
    strength, shows = EFFECTS[kind]
    simulation = load()
    station = Station(simulation)
    inject(simulation, "mavlink_signal", kind, strength=strength, duration_s=10.0)
    assert shows(station.ask(10.0))
    # What was on its way comes at once, and then everything is as on the first day.
    simulation.advance(SECOND // 2)
    healthy = station.ask(2.0)
    assert len(healthy) == 40
    assert numbers(healthy) == sorted(numbers(healthy))
    assert max(lateness(healthy)) <= 0.03


def test_a_line_that_is_well_is_not_in_the_way() -> None:
    simulation = load()
    Station(simulation).ask(0.5)
    line = simulation.provided["serial_lines"].line_of("quad_0")
    assert not line.in_use and not line.is_bad
    inject(simulation, "mavlink_signal", "loss", duration_s=0.1)
    simulation.advance(80)
    assert not line.in_use


def test_one_channel_and_one_way_alone() -> None:
    simulation = load()
    first, second = Station(simulation), Station(simulation, channel=1)
    inject(simulation, "mavlink_signal", "off", instance=1)
    simulation.advance(1)
    assert first.ask(1.0) == []
    assert len(second.ask(1.0)) == 20
    inject(simulation, "mavlink_signal", "ok")
    inject(simulation, "mavlink_signal", "partition", strength={"way": 1.0})
    simulation.advance(1)
    first.peer.inbox.clear()
    simulation.advance(2 * SECOND)
    assert first.peer.of("HEARTBEAT"), "the vehicle is heard still"
    assert first.ask(1.0) == [], "but hears nothing"


def test_a_ramp_makes_it_worse_little_by_little() -> None:
    simulation = load()
    station = Station(simulation)
    inject(simulation, "mavlink_signal", "loss", strength={"share": 1.0}, ramp_s=10.0)
    halves = [len(station.ask(5.0)) for _ in range(2)]
    assert halves[0] > 50 > 3 * halves[1] > 0


@pytest.mark.parametrize("board", ["fused", "sil"])
def test_going_back_in_time_repeats_a_bad_line_bit_for_bit(board: str) -> None:
    simulation = load(board)
    station = Station(simulation)
    for kind in ("loss", "jitter", "reorder", "duplicate", "corrupt"):
        inject(simulation, "mavlink_signal", kind)
    station.ask(0.5)
    saved, asked = simulation.snapshot(), station.asked
    # A peer's own sequence is not the world's to bring back.
    sequence = station.peer.mav.seq
    first = station.ask(1.5)
    simulation.restore(saved)
    station.asked, station.peer.mav.seq = asked, sequence
    assert station.ask(1.5) == first
    simulation.reset_now()
    assert not simulation.provided["serial_lines"].line_of("quad_0").is_bad


def test_wrong_numbers_are_denied_and_no_line_is_unsupported() -> None:
    simulation = Simulation.load("square", compiled=False)
    simulation.command("spawn", model="ball", name="ball")
    simulation.advance(2)
    desk = simulation.provided["failures"]

    def answer(vehicle: str, component: str, kind: str, **strength: float) -> Any:
        asked = FailureRequest(vehicle=vehicle, component=component, kind=kind, strength=strength)
        return desk.inject(asked)

    denied = answer("quad_0", "mavlink_signal", "loss", share=2.0)
    assert (denied.result, "share from 0 to 1" in denied.reason) == (FailureResult.DENIED, True)
    assert answer("quad_0", "mavlink_signal", "loss", way=3.0).result is FailureResult.DENIED
    assert answer("quad_0", "rc_signal", "noise", deviation_us=-1.0).result is FailureResult.DENIED
    for component in ("mavlink_signal", "rc_signal"):
        told = answer("ball", component, "off")
        assert told.result is FailureResult.UNSUPPORTED
        assert "give it" in told.reason


# The pilot's radio: frames of the simulated stick come 50 times a second.


def radio() -> Simulation:
    simulation = load()
    simulation.command("radio", name="quad_0", signal="on")
    simulation.advance(SECOND // 2)
    return simulation


def frames(simulation: Simulation, seconds: float) -> list[tuple[float, ...]]:
    """What the receiver heard, frame by frame."""
    heard = []
    before = column(simulation, "rc_sequence")[0]
    for _ in range(round(seconds * SECOND)):
        simulation.advance(1)
        now = column(simulation, "rc_sequence")[0]
        if now != before:
            heard.append(tuple(column(simulation, "rc_channel")[:8]))
        before = now
    return heard


NEUTRAL = (0.5, 0.5, 0.0, 0.5, 0.0, 1.0, 0.5, 0.5)
RADIO_EFFECTS: dict[str, Callable[[list[tuple[float, ...]]], bool]] = {
    "off": lambda f: f == [],
    "stuck": lambda f: len(f) == 100 and set(f) == {NEUTRAL},
    "delayed": lambda f: 80 <= len(f) <= 86,
    "slow": lambda f: 9 <= len(f) <= 11,
    "loss": lambda f: 65 <= len(f) <= 92,
    "intermittent": lambda f: 20 <= len(f) <= 80 and len(f) % 25 <= 1,
    "noise": lambda f: 0.03 < np.std(np.array(f)[:, 0]) < 0.07,
    "garbage": lambda f: len(set(f)) == 100 and np.std(np.array(f)[:, 0]) > 0.3,
    "wrong": lambda f: {frame[:6] for frame in f} == {(0.5, 0.5, 1.0, 0.5, 0.0, 1.0)},
}


@pytest.mark.parametrize("kind", RADIO_KINDS)
def test_a_bad_radio_does_what_it_says_and_is_well_again(kind: str) -> None:
    simulation = radio()
    inject(simulation, "rc_signal", kind, duration_s=2.0)
    heard = frames(simulation, 2.0)
    assert RADIO_EFFECTS[kind](heard)
    simulation.advance(1)
    assert column(simulation, "rc_lost")[0] == 0.0
    healthy = frames(simulation, 1.0)
    assert len(healthy) == 50 and set(healthy) == {NEUTRAL}


def test_a_stuck_receiver_does_not_follow_the_sticks() -> None:
    simulation = radio()
    inject(simulation, "rc_signal", "stuck", duration_s=1.0)
    simulation.advance(40)
    simulation.bus.call("toggle_override", _trigger())
    assert {frame[4] for frame in frames(simulation, 0.5)} == {0.0}
    simulation.advance(SECOND)
    assert {frame[4] for frame in frames(simulation, 0.5)} == {1.0}


def _trigger() -> Any:
    from simloop.messages.std_srvs import TriggerRequest

    return TriggerRequest()


def test_a_receiver_that_hears_nothing_says_so_or_does_not() -> None:
    simulation = radio()
    inject(simulation, "rc_signal", "off")
    simulation.advance(2)
    assert column(simulation, "rc_lost")[0] == 1.0
    inject(simulation, "rc_signal", "off", strength={"silent": 1.0})
    simulation.advance(2)
    assert column(simulation, "rc_lost")[0] == 0.0
    assert frames(simulation, 0.5) == []


@pytest.mark.parametrize("kind", ["stuck", "delayed", "slow", "garbage", "off"])
def test_going_back_in_time_repeats_a_bad_radio(kind: str) -> None:
    simulation = radio()
    inject(simulation, "rc_signal", kind)
    simulation.advance(100)
    saved = simulation.snapshot()
    first = frames(simulation, 1.0), column(simulation, "rc_lost")[0]
    inject(simulation, "rc_signal", "ok")
    simulation.advance(100)
    simulation.restore(saved)
    assert (frames(simulation, 1.0), column(simulation, "rc_lost")[0]) == first
