"""Questions of viewers: answered, refused with the reason, and the same over HTTP types."""

import json

from absurd import ABSURD, check_reason
from simloop.cli.watching import Watching
from simloop.server.simulation import Simulation
from simloop.studio.questions import QUESTIONS
from simloop.systems.scene.messages import QuestionMessage, plain
from simloop.systems.scene.questions import Question, QuestionDesk
from simloop.testing.plain_app import PlainApp
from simloop.world.world import World


def test_entities_are_told_with_their_parents() -> None:
    app = PlainApp(World(seed=1, tick_rate_hz=250))
    app.world.add_light("sun", {})
    desk = QuestionDesk(app)
    desk.offer(QUESTIONS)
    told = desk.answer(QuestionMessage("1", "entities"))
    world, sun = told.data.rows
    assert (world.kind, world.parent) == ("world", None)
    assert (sun.name, sun.kind, sun.parent, told.refused) == ("sun", "light", world.index, "")


def test_an_unknown_question_suggests_the_nearest() -> None:
    desk = QuestionDesk(PlainApp(World(seed=1, tick_rate_hz=250)))
    desk.offer(QUESTIONS)
    told = desk.answer(QuestionMessage("1", "entitys"))
    assert told.data is None
    assert told.refused == "unknown question 'entitys': did you mean 'entities'?"


def test_numbers_that_json_does_not_know_become_gaps() -> None:
    assert plain({"a": (1.0, float("nan"))}) == {"a": [1.0, None]}


def test_a_question_that_fails_does_not_end_the_run() -> None:
    desk = QuestionDesk(PlainApp(World(seed=1, tick_rate_hz=250)))
    desk.offer([Question("odd", "divides by zero", int, lambda app: lambda given: 1 // 0)])
    told = desk.answer(QuestionMessage("1", "odd"))
    assert told.refused.startswith("it failed: ZeroDivisionError")


ARGUMENTS = (
    *("name", "names", "vehicle", "tick", "columns", "components", "topic", "type", "after"),
    *("version", "values", "search", "most", "fields", "after_s", "before_s", "points", "rate_hz"),
)
USUAL = {"name": "quad_0", "names": ["quad_0"], "vehicle": "quad_0", "tick": 3, "topic": "clock"}


def test_absurd_questions_are_answered_or_refused_in_one_line() -> None:
    simulation = Simulation.load("square", compiled=False)
    watching = Watching(simulation)
    watching.open(page_port=None)
    simulation.advance(10)
    desk = simulation.provided["questions"]
    for name in (*desk.names, "", "y" * 10_000, "two\nlines"):
        for key in ARGUMENTS:
            for value in ABSURD:
                told = desk.answer(QuestionMessage("1", name, {**USUAL, key: value}))
                check_reason(told.refused)
                assert "it failed" not in told.refused, (name, key, value)
                json.dumps(plain(told), allow_nan=False)
    watching.close()
    simulation.close()
