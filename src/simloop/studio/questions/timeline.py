"""How far back one may look, and how a moment looked; answered by whoever keeps the history."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

from numpy.typing import NDArray

from simloop.studio.questions.timeline_answers import Past, Timeline, Track
from simloop.studio.topic_rows import TopicRows
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, number_of
from simloop.world.entities import Record
from simloop.world.layout import Layout
from simloop.world.plugin import App, VehicleClass

TRACK_POINTS, MOST_TRACK_POINTS = 1000, 4000
HISTORY = "history"
"""Under this name a run provides its history."""


@dataclass(frozen=True, slots=True)
class PastRow:
    """The columns of one entity at a tick of the past."""

    tick: int
    record: Record
    vehicle_class: VehicleClass
    layout: Layout
    read: Callable[[str], NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """After a tick up to another, told by so many moments at most."""

    after_tick: float
    before_tick: float
    points: int

    @classmethod
    def of(cls, given: Arguments) -> "Stretch":
        """What the arguments of a question ask for: all of it, if they say nothing."""
        return cls(
            number_of(given, "after_tick", -inf),
            number_of(given, "before_tick", inf),
            int(min(max(number_of(given, "points", TRACK_POINTS), 2), MOST_TRACK_POINTS)),
        )


class PastKeeper(Protocol):
    """Who remembers how a run was."""

    def timeline(self) -> Timeline:
        """How far back it reaches, and what happened."""

    def past(self, tick: int) -> Past | None:
        """How it was at the nearest moment known, not after the tick."""

    def track(self, stretch: Stretch) -> Track:
        """How everything moved in a stretch of time."""

    def numbers(self, topic: str) -> TopicRows | None:
        """What a topic said, if anybody listened."""

    def row(self, tick: int, name: str) -> PastRow | int:
        """An entity in the nearest copy not after the tick; or the copy's tick: it is not in it."""


def _keeper(app: App) -> PastKeeper:
    keeper: PastKeeper | None = app.provided.get(HISTORY)
    if keeper is None:
        raise QuestionRefused("this run keeps no history")
    return keeper


def past_numbers(app: App, topic: str) -> TopicRows | None:
    """What a topic said before now, if the run remembers."""
    keeper: PastKeeper | None = app.provided.get(HISTORY)
    return None if keeper is None else keeper.numbers(topic)


def _timeline(app: App) -> Callable[[Arguments], Timeline]:
    return lambda given: _keeper(app).timeline()


def _past(app: App) -> Callable[[Arguments], Past]:
    def answer(given: Arguments) -> Past:
        found = _keeper(app).past(int(number_of(given, "tick")))
        if found is None:
            raise QuestionRefused("the history does not reach back so far")
        return found

    return answer


def _track(app: App) -> Callable[[Arguments], Track]:
    return lambda given: _keeper(app).track(Stretch.of(given))


QUESTIONS = (
    Question("timeline", "how far back one may look, and what happened", Timeline, _timeline),
    Question("past", "how the moment of a tick looked", Past, _past),
    Question(
        "track",
        "pose frames after `after_tick` up to `before_tick`, `points` at most, and flight modes",
        Track,
        _track,
    ),
)
