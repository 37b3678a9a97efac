"""Radio and ground station in a timeline: on, lost, silent, undone, and what is refused."""

from typing import Any

import pytest

from simloop.server.simulation import Simulation

VERBS = ("radio", "ground_station")


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


def do(sim: Simulation, verb: str, **arguments: Any) -> Any:
    """Hand a command in and let two ticks pass; gives the receipt."""
    sim.command(verb, **arguments)
    sim.advance(2)
    return sim.provided["user_commands"].history[-1]


def column(sim: Simulation, name: str) -> float:
    return float(sim.world.vector(sim.world.by_name("quad_0"), name)[0])


def heard_in(sim: Simulation, ticks: int, counter: str) -> float:
    """By how much a counter of messages grows."""
    before = column(sim, counter)
    sim.advance(ticks)
    return column(sim, counter) - before


def test_a_transmitter_sends_frames_until_they_are_lost(sim: Simulation) -> None:
    assert heard_in(sim, 40, "rc_sequence") == 0.0
    assert do(sim, "radio", name="quad_0", signal="on").state == "executed"
    assert heard_in(sim, 40, "rc_sequence") == 5.0
    do(sim, "radio", name="quad_0", signal="lost")
    assert column(sim, "rc_lost") == 1.0
    assert heard_in(sim, 40, "rc_sequence") == 0.0
    do(sim, "radio", name="quad_0", signal="on")
    assert column(sim, "rc_lost") == 0.0
    assert heard_in(sim, 40, "rc_sequence") == 5.0


def test_a_silent_receiver_does_not_say_that_it_hears_nothing(sim: Simulation) -> None:
    do(sim, "radio", name="quad_0", signal="on")
    do(sim, "radio", name="quad_0", signal="silent")
    assert heard_in(sim, 40, "rc_sequence") == 0.0
    assert column(sim, "rc_lost") == 0.0
    do(sim, "undo")
    assert heard_in(sim, 40, "rc_sequence") == 5.0
    do(sim, "undo")
    assert heard_in(sim, 40, "rc_sequence") == 0.0


def test_a_ground_station_is_heard_once_a_second_until_it_is_not(sim: Simulation) -> None:
    assert do(sim, "ground_station", name="quad_0", heard=True).state == "executed"
    assert heard_in(sim, 1210, "fw_gcs_seen") == 3.0
    do(sim, "ground_station", name="quad_0", heard=False)
    assert heard_in(sim, 800, "fw_gcs_seen") == 0.0
    do(sim, "undo")
    assert heard_in(sim, 800, "fw_gcs_seen") == 2.0


def test_a_restored_world_hears_its_ground_station_again(sim: Simulation) -> None:
    do(sim, "ground_station", name="quad_0", heard=True)
    saved = sim.snapshot()
    do(sim, "ground_station", name="quad_0", heard=False)
    sim.restore(saved)
    assert heard_in(sim, 810, "fw_gcs_seen") == 2.0


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_and_no_board_are_refused(verb: str) -> None:
    sim = Simulation.load("square", compiled=False, sets=["vehicles[0].mission=null"])
    sim.command("spawn", model="ball", name="ball")
    sim.advance(2)
    given = {"signal": "on"} if verb == "radio" else {"heard": True}
    assert "name" in do(sim, verb, **given).reason
    assert "'nobody'" in do(sim, verb, name="nobody", **given).reason
    assert "give it an autopilot" in do(sim, verb, name="ball", **given).reason


def test_what_is_no_signal_is_refused_with_those_there_are(sim: Simulation) -> None:
    assert "off, on, lost, silent" in do(sim, "radio", name="quad_0", signal="weak").reason
    assert "true or false" in do(sim, "ground_station", name="quad_0", heard=3).reason
