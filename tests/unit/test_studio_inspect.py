"""Looking into a run: columns, topics, parameters; and the commands that speak and set."""

from typing import Any

import numpy as np
import pytest

from simloop.messages.std_msgs import Bool
from simloop.server.simulation import Simulation
from simloop.sitl.parameter_files import param_text
from simloop.sitl.parameter_table import parameter_table
from simloop.studio.questions import QUESTIONS
from simloop.studio.questions.topics import WHO
from simloop.systems.scene.messages import QuestionMessage, plain
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

GAIN = "MC_ROLLRATE_P"


@pytest.fixture
def sim() -> Simulation:
    simulation = Simulation.load("square", compiled=False)
    simulation.provided["questions"].offer(QUESTIONS)
    return simulation


def ask(sim: Simulation, question: str, **arguments: Any) -> Any:
    told = sim.provided["questions"].answer(QuestionMessage("1", question, arguments))
    assert told.refused == ""
    return told.data


def refusal(sim: Simulation, question: str, **arguments: Any) -> str:
    told = sim.provided["questions"].answer(QuestionMessage("1", question, arguments))
    assert told.data is None
    return str(told.refused)


def command(sim: Simulation, verb: str, **arguments: Any) -> Reply:
    reply = Reply()
    sim.bus.inbox.push("studio", UserCommand(verb, arguments), reply)
    sim.advance(3)
    assert reply.done
    return reply


def column(sim: Simulation, name: str) -> list[float]:
    numbers: list[float] = sim.world.vector(sim.world.by_name("quad_0"), name).tolist()
    return numbers


# Columns.


def test_every_column_of_a_vehicle_is_told_with_unit_frame_and_meaning(sim: Simulation) -> None:
    detail = ask(sim, "inspect", name="quad_0")
    table = sim.world.tables[0]
    told = {row.name: row for part in detail.components for row in part.columns}
    assert set(told) == set(table.layout.places)
    pose = told["position_ned_m"]
    assert (pose.size, pose.unit, pose.frame, pose.edit) == (3, "m", "NED", "set_state")
    assert told["mass_kg"].edit == "set"
    assert told["gnss_llh"].edit == told["noise_key"].edit == "no"


def test_only_the_columns_that_are_looked_at_are_read(sim: Simulation) -> None:
    sim.advance(2)
    told = ask(sim, "columns", name="quad_0", columns=["mass_kg"], components=["ground"])
    assert [row.name for row in told.rows] == ["mass_kg", "ground_down_m", "ground_slope_ne"]
    assert told.rows[1].values == tuple(column(sim, "ground_down_m"))
    assert told.tick == 2
    # A number of 64 bits would be rounded by a browser.
    (key,) = ask(sim, "columns", name="quad_0", columns=["noise_key"]).rows
    assert int(key.values[0], 16) == column(sim, "noise_key")[0]


def test_a_sensor_has_the_columns_that_are_its_own(sim: Simulation) -> None:
    detail = ask(sim, "inspect", name="quad_0::barometer")
    assert [part.name for part in detail.components] == ["baro_model", "baro"]
    assert detail.parent == "quad_0"
    assert ask(sim, "inspect", name="quad_0::imu").components


def test_what_has_no_columns_has_facts(sim: Simulation) -> None:
    sim.world.add_light("sun", {"colour": (1.0, 0.9, 0.8), "of": {"kind": "sun", "on": True}})
    detail = ask(sim, "inspect", name="sun")
    facts = {fact.name: fact.value for fact in detail.facts}
    assert facts == {"colour": "1, 0.9, 0.8", "of.kind": "sun", "of.on": "yes"}
    assert ask(sim, "columns", name="sun", components=[]).rows == ()


def test_wrong_names_are_refused_in_one_line(sim: Simulation) -> None:
    assert "did you mean 'quad_0'" in refusal(sim, "inspect", name="quad0")
    assert "no column 'mass'" in refusal(sim, "columns", name="quad_0", columns=["mass"])
    assert "no component 'x'" in refusal(sim, "columns", name="quad_0", components=["x"])
    assert "list of names" in refusal(sim, "columns", name="quad_0", columns="mass_kg")


# Topics.


def test_topics_are_told_once_until_something_changes(sim: Simulation) -> None:
    first = ask(sim, "topics")
    state = next(row for row in first.topics if row.name == "sim/truth_state")
    assert (state.publishers, state.subscribers) == (("quad_0",), ())
    assert any(row.request == "std_srvs/srv/Trigger_Request" for row in first.services)
    assert ask(sim, "topics", version=first.version).topics is None
    sim.bus.subscribe("sim/truth_state", sim.bus.message_type("sim/truth_state"), by="me")
    again = ask(sim, "topics", version=first.version)
    assert next(row for row in again.topics if row.name == state.name).subscribers == ("me",)


def test_an_echo_tells_what_is_new_and_how_often_it_comes(sim: Simulation) -> None:
    assert ask(sim, "echo", topic="sim/sensors/baro").messages == ()
    sim.advance(100)
    told = ask(sim, "echo", topic="sim/sensors/baro")
    assert told.rate_hz == pytest.approx(50.0)
    assert told.messages[-1].values["pressure"] > 8e4
    assert plain(told)["messages"][0]["values"]["header"]["frame_id"] == "quad_0"
    last = told.messages[-1].number
    assert ask(sim, "echo", topic="sim/sensors/baro", after=last).messages == ()
    assert "no topic" in refusal(sim, "echo", topic="sim/nothing")


def test_an_echo_ends_when_nobody_asks(sim: Simulation) -> None:
    desk = sim.provided["questions"]
    ask(sim, "echo", topic="sim/truth_state")

    def listeners() -> list[str]:
        topics = {info.name: info.subscribers for info in sim.bus.graph().topics}
        return [who for who in topics["sim/truth_state"] if who == WHO]

    desk.frames += 100
    sim.advance(5)
    assert listeners() == [WHO]
    desk.frames += 100
    sim.advance(5)
    assert listeners() == []
    # Asked again, it goes on and counts on.
    heard = ask(sim, "echo", topic="sim/truth_state").heard
    sim.advance(5)
    assert ask(sim, "echo", topic="sim/truth_state", after=heard).messages[0].number == heard + 1


def test_questions_do_not_change_the_run(sim: Simulation) -> None:
    topics = [row.name for row in ask(sim, "topics").topics][:16]
    for _ in range(10):
        for topic in topics:
            ask(sim, "echo", topic=topic)
        ask(sim, "columns", name="quad_0", components=["body", "multirotor_state"])
        ask(sim, "parameters", name="quad_0")
        sim.advance(20)
    alone = Simulation.load("square", compiled=False)
    alone.advance(200)
    assert sim.world.state_hash() == alone.world.state_hash()
    assert sim.bus.inbox.log == ()


def test_a_form_has_every_value_of_a_message(sim: Simulation) -> None:
    form = ask(sim, "message", type="rosflight_msgs/srv/SetSimState_Request")
    fields = {field.path: field for field in form.fields}
    assert fields["state.pose.orientation.w"].default == 1.0
    assert fields["state.header.frame_id"].type == "string"
    pulses = ask(sim, "message", type="rosflight_msgs/msg/RCRaw").fields[-1]
    assert (pulses.path, pulses.length, len(pulses.default)) == ("values", 8, 8)
    assert "no message type" in refusal(sim, "message", type="nothing/msg/New")


# Speech.


def test_a_message_is_published_to_those_who_listen(sim: Simulation) -> None:
    heard: list[Bool] = []
    sim.bus.subscribe("lamp", Bool, heard.append)
    reply = command(sim, "publish", topic="lamp", message={"data": True})
    assert (reply.error, heard) == (None, [Bool(True)])
    assert [item.payload.verb for item in sim.bus.inbox.log] == ["publish"]
    undo = command(sim, "undo")
    assert undo.error == "there is nothing to undo"


def test_a_published_message_steers_as_one_from_outside() -> None:
    def circling(how: str) -> Simulation:
        sim = Simulation.load("square", compiled=False)
        pulses = [1600, 1400, 1500, 1500, 2000, 1000, 1000, 1000]
        if how == "verb":
            sim.command("publish", topic="sim/RC", message={"values": pulses})
        else:
            kind = sim.bus.message_type("sim/RC")
            sim.bus.advertise("sim/RC", kind, external=True).publish(
                kind(values=tuple(pulses))  # type: ignore[call-arg]
            )
        sim.advance(40)
        return sim

    spoken, outside = circling("verb"), circling("topic")
    assert column(spoken, "rc_channel") == column(outside, "rc_channel")
    assert column(spoken, "rc_channel") != column(Simulation.load("square"), "rc_channel")


def test_mistakes_in_a_message_are_told(sim: Simulation) -> None:
    wrong = command(sim, "publish", topic="sim/RC", message={"value": []})
    assert wrong.error == "rosflight_msgs/msg/RCRaw has no field 'value': did you mean 'values'?"
    unknown = command(sim, "publish", topic="sim/rc", message={})
    assert unknown.error == "no topic sim/rc; did you mean sim/RC?"
    assert "no service nobody" in str(command(sim, "call", service="nobody").error)


def test_whatever_is_published_the_run_goes_on(sim: Simulation) -> None:
    odd = [None, -1.0, 1e308]
    for row in ask(sim, "topics").topics:
        for number in odd:
            message: dict[str, Any] = {}
            for field in ask(sim, "message", type=row.type).fields:
                if field.type.startswith("float") and field.length is None:
                    part = message
                    *outer, own = field.path.split(".")
                    for name in outer:
                        part = part.setdefault(name, {})
                    part[own] = number
            assert command(sim, "publish", topic=row.name, message=message).error is None


def test_a_service_is_called_and_its_answer_comes_back(sim: Simulation) -> None:
    reply = command(sim, "call", service="failures/inject", request={"component": "x"})
    assert reply.error is None
    assert reply.response is not None
    assert "x" in reply.response.reason  # type: ignore[attr-defined]
    for row in ask(sim, "topics").services:
        assert command(sim, "call", service=row.name).error is None


def test_what_was_said_is_said_again_by_a_replay(sim: Simulation) -> None:
    command(sim, "publish", topic="sim/RC", message={"values": [1700] * 8})
    command(sim, "call", service="dynamics/align_estimator")
    command(sim, "parameter", name="quad_0", parameter="EKF_BARO", value=0.7)
    sim.advance(40)
    replay = Simulation.load("square", compiled=False, replay=sim.bus.inbox.log)
    replay.advance(sim.world.tick)
    assert replay.world.state_hash() == sim.world.state_hash()
    alone = Simulation.load("square", compiled=False)
    alone.advance(sim.world.tick)
    assert alone.world.state_hash() != sim.world.state_hash()


# Parameters.


def row_of(sim: Simulation, name: str) -> Any:
    rows = ask(sim, "parameters", name="quad_0").rows
    return next(row for row in rows if row.name == name)


def test_parameters_are_told_as_pilots_know_them(sim: Simulation) -> None:
    row = row_of(sim, "EKF_BARO")
    assert (row.low, row.high, row.unit, row.whole) == (0.01, 100.0, "m", False)
    assert row.meaning == "white noise of a barometer height"
    told = ask(sim, "parameters", name="quad_0", values=True)
    assert told.rows is None
    assert len(told.values) == len(ask(sim, "parameters", name="quad_0").rows)


def test_a_parameter_is_set_undone_and_put_back_to_its_default(sim: Simulation) -> None:
    before = column(sim, "fw_mc_rate_gain_per_s")
    default = row_of(sim, GAIN).default
    assert command(sim, "parameter", name="quad_0", parameter=GAIN, value=0.25).error is None
    assert row_of(sim, GAIN).value == 0.25
    assert row_of(sim, GAIN).default == default
    command(sim, "undo")
    assert column(sim, "fw_mc_rate_gain_per_s") == before
    command(sim, "redo")
    assert row_of(sim, GAIN).value == 0.25
    command(sim, "parameter", name="quad_0", parameter=GAIN, value="default")
    assert column(sim, "fw_mc_rate_gain_per_s") == before


def test_many_parameters_are_set_together_or_not_at_all(sim: Simulation) -> None:
    good, bad = {"EKF_BARO": 0.6, "EKF_MAG": 0.1}, {"EKF_BARO": 0.9, "EKF_MAG": 99.0}
    assert command(sim, "parameter", name="quad_0", values=good).error is None
    reply = command(sim, "parameter", name="quad_0", values=bad)
    assert reply.error == "EKF_MAG must lie from 0.001 to 3, not 99"
    assert row_of(sim, "EKF_BARO").value == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"parameter": "EKF_BARR", "value": 1}, "there is no parameter EKF_BARR; did you mean"),
        ({"parameter": "EKF_BARO", "value": "much"}, "EKF_BARO takes a number"),
        ({"parameter": "EKF_BARO"}, "EKF_BARO takes a number"),
        ({}, "argument 'parameter' is missing"),
        ({"values": []}, "argument 'values' maps parameters to numbers"),
    ],
)
def test_wrong_parameters_are_refused(sim: Simulation, wish: dict[str, Any], words: str) -> None:
    reply = command(sim, "parameter", name="quad_0", **wish)
    assert reply.error is not None and reply.error.startswith(words)


def test_things_without_our_firmware_say_why(sim: Simulation) -> None:
    sim.world.add_light("sun", {})
    assert refusal(sim, "parameters", name="sun") == "light 'sun' is no vehicle: choose one"
    pilotless = Simulation.load("nasa_02_tumbling_brick", compiled=False)
    pilotless.provided["questions"].offer(QUESTIONS)
    name = pilotless.world.models()[0].name
    assert "has no autopilot" in refusal(pilotless, "parameters", name=name)


def test_a_link_hears_of_the_change(sim: Simulation) -> None:
    lines = sim.provided["serial_lines"]
    heard: list[tuple[str, float]] = []
    lines.parameters_of("quad_0").listen(lambda name, value: heard.append((name, value)))
    command(sim, "parameter", name="quad_0", parameter="EKF_BARO", value=0.5)
    command(sim, "undo")
    assert [name for name, _ in heard] == ["EKF_BARO", "EKF_BARO"]
    assert heard[0][1] == np.float32(0.5)


def test_values_are_written_as_the_command_line_writes_them(sim: Simulation) -> None:
    """The page saves the same text: it has names and values from the same table."""
    text = param_text(parameter_table(sim.world, sim.world.models()[0]))
    told = ask(sim, "parameters", name="quad_0")
    names = [line.split()[0] for line in text.splitlines()]
    values = [float(line.split()[1]) for line in text.splitlines()]
    assert names == [row.name for row in told.rows]
    assert np.float32(values).tolist() == list(np.float32(told.values))
