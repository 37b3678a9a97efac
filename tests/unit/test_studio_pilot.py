"""Flying from the page: frames by the verb `rc`, what a pilot is told, and what fails."""

from typing import Any

import pytest

from simloop.messages.rosflight_msgs import RCRaw
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.studio.readouts import failures_of
from simloop.systems.scene.messages import QuestionMessage
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply, TopicInput

FRAME = [1500, 1400, 1000, 1600, 2000, 1425, 1500, 1500]


@pytest.fixture
def sim() -> Simulation:
    return Simulation.load("square", compiled=False)


def say(sim: Simulation, verb: str, **arguments: Any) -> Reply:
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand(verb, arguments), reply)
    return reply


def ask(sim: Simulation, question: str, **arguments: Any) -> Any:
    desk = sim.provided["questions"]
    desk.offer(QUESTIONS)
    return desk.answer(QuestionMessage("1", question, arguments))


def test_a_frame_by_verb_is_a_frame_of_the_topic(sim: Simulation) -> None:
    other = Simulation.load("square", compiled=False)
    for frame in (FRAME, [*FRAME[:3], 1700, *FRAME[4:]]):
        reply = say(sim, "rc", name="quad_0", channels=frame)
        other.bus.inbox.push("program", TopicInput("sim/RC", RCRaw(values=tuple(frame))))
        sim.advance(1)
        other.advance(1)
        assert (reply.tick, reply.error) == (sim.world.tick, None)
        assert sim.world.state_hash() == other.world.state_hash()
    quad = sim.world.by_name("quad_0")
    assert sim.world.vector(quad, "rc_sequence")[0] == 2.0
    assert sim.world.vector(quad, "rc_channel")[:4].tolist() == [0.5, 0.4, 0.0, 0.7]


def test_frames_are_repeated_by_a_replay_and_not_undone(sim: Simulation) -> None:
    say(sim, "rename", name="quad_0", new_name="eagle")
    sim.advance(2)
    for tick in range(4):
        say(sim, "rc", name="eagle", channels=[1500 + tick, *FRAME[1:]])
        sim.advance(5)
    again = Simulation.load("square", compiled=False, replay=sim.bus.inbox.log)
    again.advance(22)
    assert again.world.state_hash() == sim.world.state_hash()
    undo = say(sim, "undo")
    sim.advance(2)
    assert undo.error is None
    assert sim.world.models()[0].name == "quad_0"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"name": "nobody", "channels": FRAME}, "nobody"),
        ({"name": "ball", "channels": FRAME}, "'ball' has no RC receiver: give it an autopilot"),
        ({"name": "quad_0", "channels": FRAME[:7]}, "takes 8 whole numbers"),
        ({"name": "quad_0", "channels": [*FRAME[:7], 1500.5]}, "takes 8 whole numbers"),
        ({"name": "quad_0", "channels": [*FRAME[:7], 4000]}, "from 800 to 2200 us"),
        ({"channels": FRAME}, "'name' is missing"),
    ],
)
def test_a_frame_that_cannot_be_is_refused(
    sim: Simulation, arguments: dict[str, Any], reason: str
) -> None:
    say(sim, "spawn", model="ball", name="ball")
    sim.advance(1)
    reply = say(sim, "rc", **arguments)
    sim.advance(1)
    assert reply.error is not None and reason in reply.error


def test_a_pilot_is_told_where_the_vehicle_listens(sim: Simulation) -> None:
    say(sim, "set", name="quad_0", values={"fw_rc_switch_channel": [4, 4, -1, 5]})
    sim.advance(2)
    told = ask(sim, "pilot", name="quad_0").data
    assert (told.airframe, told.armed, told.flying) == ("multirotor", False, False)
    assert (told.radio.sticks, told.radio.arm, told.radio.override) == ((0, 1, 3, 2), 5, (4,))
    assert told.radio.modes[2] == "position"
    assert told.height_m == pytest.approx(0.0, abs=0.02)
    assert "nobody" in ask(sim, "pilot", name="nobody").refused


def test_failures_are_told_with_their_time(sim: Simulation) -> None:
    kinds = ask(sim, "failure_kinds", name="quad_0").data.rows
    gust = next(row for row in kinds if (row.component, row.kind) == ("environment", "gust"))
    assert gust.strength["speed_mps"] == 8.0
    assert not any(row.component == "servo" for row in kinds)
    say(sim, "failure", name="quad_0", component="gps", kind="off", duration_s=1.0)
    say(sim, "failure", name="quad_0", component="motor", instance=2, kind="off", onset_s=9.0)
    sim.advance(4)
    gps, motor = ask(sim, "failures", name="quad_0").data.rows
    assert (gps.kind, gps.running, gps.share) == ("off", True, 1.0)
    assert gps.seconds_to_change == pytest.approx(1.0, abs=0.02)
    assert (motor.instance, motor.running) == (2, False)
    desk = sim.provided["failures"]
    assert failures_of(desk, "quad_0") == ("gps off",)
    say(sim, "failure", name="quad_0", component="all", kind="ok")
    sim.advance(2)
    assert failures_of(desk, "quad_0") == ()
    assert ask(sim, "failures", name="quad_0").data.rows == ()


def test_the_wind_is_told_as_it_was_set(sim: Simulation) -> None:
    assert ask(sim, "environment").data.feels_wind
    say(sim, "wind", mean_ned_mps=[0.0, -5.0, 0.0])
    sim.advance(2)
    told = ask(sim, "environment").data
    assert (told.wind_mps, told.wind_from_deg) == pytest.approx((5.0, 90.0))
    assert not told.has_obstacles
