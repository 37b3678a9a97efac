"""How far back one may look, and how a moment looked; answered by whoever keeps the history."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from simloop.studio.questions.timeline_answers import Past, Timeline
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, number_of
from simloop.world.entities import Record
from simloop.world.layout import Layout
from simloop.world.plugin import App, VehicleClass

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


class PastKeeper(Protocol):
    """Who remembers how a run was."""

    def timeline(self) -> Timeline:
        """How far back it reaches, and what happened."""

    def past(self, tick: int) -> Past | None:
        """How it was at the nearest moment known, not after the tick."""

    def row(self, tick: int, name: str) -> PastRow | int:
        """An entity in the nearest copy not after the tick; or the copy's tick: it is not in it."""


def _keeper(app: App) -> PastKeeper:
    keeper: PastKeeper | None = app.provided.get(HISTORY)
    if keeper is None:
        raise QuestionRefused("this run keeps no history")
    return keeper


def _timeline(app: App) -> Callable[[Arguments], Timeline]:
    return lambda given: _keeper(app).timeline()


def _past(app: App) -> Callable[[Arguments], Past]:
    def answer(given: Arguments) -> Past:
        found = _keeper(app).past(int(number_of(given, "tick")))
        if found is None:
            raise QuestionRefused("the history does not reach back so far")
        return found

    return answer


QUESTIONS = (
    Question("timeline", "how far back one may look, and what happened", Timeline, _timeline),
    Question("past", "how the moment of a tick looked", Past, _past),
)
