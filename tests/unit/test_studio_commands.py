"""Commands from outside: stepped, paced, and answered with the tick and the reason."""

from math import inf
from typing import Any

import pytest

from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


def ask(sim: Simulation, verb: str, **arguments: Any) -> Reply:
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand(verb, arguments), reply)
    return reply


def test_an_executed_command_is_answered_with_its_tick(sim: Simulation) -> None:
    reply = ask(sim, "move", name="quad_0", position_ned_m=[0.0, 0.0, -5.0])
    sim.advance(2)
    assert (reply.done, reply.tick, reply.error) == (True, 1, None)


def test_a_refusal_is_answered_with_the_reason(sim: Simulation) -> None:
    unknown, missing = ask(sim, "fly"), ask(sim, "remove", name="nobody")
    sim.advance(2)
    assert unknown.error is not None and "unknown command 'fly'" in unknown.error
    assert missing.error is not None and "nobody" in missing.error


def test_a_reset_answers_what_it_overtakes(sim: Simulation) -> None:
    late = ask(sim, "rename", name="quad_0", new_name="eagle")
    ask(sim, "reset")
    sim.advance(1)
    assert late.done
    assert late.error == "the world was reset meanwhile"


def test_steps_run_while_paused(sim: Simulation) -> None:
    refused = ask(sim, "step", ticks=3)
    sim.advance(1)
    assert refused.error == "step: time is running; pause it first"
    ask(sim, "pause")
    ask(sim, "step", ticks=3)
    sim.idle()
    assert sim.time.permit() == 3


@pytest.mark.parametrize("ticks", [0, -1, 1.5, True, "3", 10**9])
def test_steps_are_counted_in_whole_ticks(sim: Simulation, ticks: object) -> None:
    reply = ask(sim, "step", ticks=ticks)
    sim.advance(1)
    assert reply.error is not None and "whole number" in reply.error


def test_the_speed_is_a_number_or_max(sim: Simulation) -> None:
    ask(sim, "speed", factor=4)
    sim.advance(1)
    assert sim.time.speed == 4.0
    ask(sim, "speed", factor="max")
    sim.advance(1)
    assert sim.time.speed == inf
    for factor in (0, -2, "fast", None, float("nan")):
        reply = ask(sim, "speed", factor=factor)
        sim.advance(1)
        assert reply.error is not None
