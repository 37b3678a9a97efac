"""Commands of programs and clients: unknown ones raise, refused ones say why, none ends a run."""

from dataclasses import replace

import pytest

from simloop.server.files import load_scenario
from simloop.server.session import Session
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply
from simloop.world.commands import CommandRefused

NO_DESK = ["world.remove=[user_commands]"]


def quad(*sets: str) -> Simulation:
    return Simulation.load("square_calm", compiled=False, sets=sets)


def test_a_misspelt_command_raises_and_names_the_nearest() -> None:
    sim = quad()
    with pytest.raises(CommandRefused, match="unknown command 'pusch': did you mean 'push'?"):
        sim.command("pusch", name="quad_0", force_ned_n=[1.0, 0.0, 0.0])
    assert not len(sim.bus.inbox)


def test_a_command_tells_what_became_of_it() -> None:
    sim = quad()
    done = sim.command("push", name="quad_0", force_ned_n=[1.0, 0.0, 0.0])
    refused = sim.command("push", name="qaud_0", force_ned_n=[1.0, 0.0, 0.0])
    assert not done.done and not refused.done
    sim.advance(2)
    assert done.done and done.error is None
    assert refused.done and refused.error is not None and "quad_0" in refused.error


def test_commands_of_plugins_are_known() -> None:
    sim = quad()
    reply = sim.command("radio", name="quad_0", signal="on")
    sim.command("pause")
    sim.advance(2)
    assert reply.error is None


def test_a_world_without_commands_refuses_those_of_its_program() -> None:
    sim = quad(*NO_DESK)
    with pytest.raises(CommandRefused, match="takes no commands: its systems lack 'user_commands'"):
        sim.command("pause")


@pytest.mark.parametrize("verb", ["pause", "spawn", "rc", "no such thing"])
def test_a_world_without_commands_goes_on_when_a_client_sends_one(verb: str) -> None:
    sim = quad(*NO_DESK)
    reply = Reply()
    sim.bus.inbox.push("client", UserCommand(verb, {"name": "quad_0"}), reply)
    assert sim.advance(3) == 3
    assert reply.done and "takes no commands" in (reply.error or "")
    told = [event for event in sim.log.events if event.name == "refused"]
    assert [(event.vehicle, event.detail["command"]) for event in told] == [("quad_0", verb)]


def test_a_scenario_without_a_mission_is_over_after_its_time() -> None:
    sim = quad("vehicles[0].mission=null", "duration_s=0.5")
    turns = 0
    while not sim.over:
        sim.advance(40)
        turns += 1
        assert turns <= 5
    assert sim.seconds == 0.5
    sim.reset_now()
    assert not sim.over


def test_a_run_that_asks_for_more_time_is_over_later() -> None:
    sets = ("vehicles[0].mission=null", "duration_s=0.5")
    longer = replace(load_scenario("square_calm", sets=sets), stop_after_s=0.75)
    sim = Simulation(longer, compiled=False)
    result = Session(sim).run(lambda: None)
    assert result.ticks == 300 and sim.over


def test_a_run_that_is_cut_short_is_not_over() -> None:
    sets = ("vehicles[0].mission=null", "duration_s=0.5")
    shorter = replace(load_scenario("square_calm", sets=sets), stop_after_s=0.25)
    sim = Simulation(shorter, compiled=False)
    assert Session(sim).run(lambda: None).ticks == 100
    assert not sim.over
