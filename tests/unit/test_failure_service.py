"""The service failures/inject, and failures in one word as the command line has them."""

from typing import Any

import pytest

from simloop.messages.simloop_msgs import InjectFailureRequest, InjectFailureResponse
from simloop.server.simulation import Simulation
from simloop.sitl.failure_words import FailureWord, parse_failure, parse_numbers


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return Simulation.load("square", count=2, compiled=False)


def call(simulation: Simulation, **given: Any) -> InjectFailureResponse:
    answer = simulation.bus.call("failures/inject", InjectFailureRequest(**given))
    assert isinstance(answer, InjectFailureResponse)
    return answer


def test_a_program_lets_a_link_fail_and_clears_it(simulation: Simulation) -> None:
    desk = simulation.provided["failures"]
    loss = {"vehicle": "quad_0", "component": "mavlink_signal", "kind": "loss"}
    assert call(simulation, **loss, duration_s=2.0, strength="share=0.4") == InjectFailureResponse(
        result="accepted"
    )
    (request,) = desk.active("quad_0")
    assert (request.duration_s, request.strength) == (2.0, {"share": 0.4})
    assert desk.active("quad_1") == ()
    clear = {"vehicle": "quad_0", "component": "all", "kind": "ok"}
    assert call(simulation, **clear).result == "accepted"
    assert desk.active("quad_0") == ()


def test_without_a_name_it_is_for_all(simulation: Simulation) -> None:
    desk = simulation.provided["failures"]
    assert call(simulation, component="rc_signal", kind="off").result == "accepted"
    assert [len(desk.active(name)) for name in ("quad_0", "quad_1")] == [1, 1]
    call(simulation, component="rc_signal", kind="ok")
    assert [len(desk.active(name)) for name in ("quad_0", "quad_1")] == [0, 0]


@pytest.mark.parametrize(
    ("given", "result", "words"),
    [
        ({"vehicle": "quad_9"}, "denied", "quad_9"),
        ({"kind": "upside_down"}, "unsupported", "cannot fail as 'upside_down'"),
        ({"component": "flux"}, "unsupported", "nothing called 'flux'"),
        ({"strength": "share=much"}, "denied", "NAME=NUMBER"),
        ({"strength": "share=7"}, "denied", "0 to 1"),
        ({"duration_s": -1.0}, "denied", "duration_s"),
        ({"probability": 2.0}, "denied", "probability"),
    ],
)
def test_what_cannot_be_is_answered_with_the_reason(
    simulation: Simulation, given: dict[str, Any], result: str, words: str
) -> None:
    usual = {"vehicle": "quad_0", "component": "mavlink_signal", "kind": "loss"}
    answer = call(simulation, **{**usual, **given})
    assert answer.result == result
    assert words in answer.reason
    assert simulation.provided["failures"].active("quad_0") == ()


def test_a_call_is_part_of_a_replay() -> None:
    first = Simulation.load("square", compiled=False)
    first.advance(20)
    call(first, vehicle="quad_0", component="rc_signal", kind="off")
    first.advance(20)
    again = Simulation(first.scenario, compiled=False, replay=first.bus.inbox.log)
    again.advance(40)
    assert again.provided["failures"].active("quad_0") == first.provided["failures"].active(
        "quad_0"
    )
    assert again.world.state_hash() == first.world.state_hash()


@pytest.mark.parametrize(
    ("word", "at_s", "arguments"),
    [
        ("gyro=stuck", 0.0, {"component": "gyro", "kind": "stuck"}),
        (
            "quad_0:gyro=stuck@20+5",
            20.0,
            {"name": "quad_0", "component": "gyro", "kind": "stuck", "duration_s": 5.0},
        ),
        ("motor.2=off@7.5", 7.5, {"component": "motor", "kind": "off", "instance": 2}),
        (
            "mavlink_signal=burst+3,share=0.3, length=4,ramp_s=1",
            0.0,
            {
                "component": "mavlink_signal",
                "kind": "burst",
                "duration_s": 3.0,
                "ramp_s": 1.0,
                "strength": {"share": 0.3, "length": 4.0},
            },
        ),
    ],
)
def test_failures_in_one_word(word: str, at_s: float, arguments: dict[str, Any]) -> None:
    assert parse_failure(word) == FailureWord(at_s, arguments)


@pytest.mark.parametrize(
    "word", ["", "gyro", "gyro=", "gyro=stuck@", "gyro=stuck@-1", "gyro stuck at 20", "gyro=a=b"]
)
def test_what_is_no_such_word_is_told_how_to_write_one(word: str) -> None:
    with pytest.raises(ValueError, match="such as quad_0:gyro=stuck@20"):
        parse_failure(word)


@pytest.mark.parametrize("text", ["share", "share=", "=1", "share=0.3,,", "9=1"])
def test_numbers_have_names(text: str) -> None:
    with pytest.raises(ValueError, match="NAME=NUMBER"):
        parse_numbers(text)
