"""How far two runs are apart: answered where two recordings are shown over each other."""

from collections.abc import Callable
from dataclasses import dataclass

from simloop.systems.scene.questions import Arguments, Question, QuestionRefused
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One vehicle that both runs have; distances between its two places at the same time."""

    vehicle: str
    rms_m: float
    most_m: float
    most_at_s: float
    last_m: float
    """At the last moment that both runs have."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Answer to `comparison`: which runs, over which time, and how far apart."""

    first: str
    second: str
    from_s: float
    to_s: float
    rows: tuple[ComparisonRow, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def _nothing_to_compare(app: App) -> Callable[[Arguments], Comparison]:
    def refuse(given: Arguments) -> Comparison:
        raise QuestionRefused("one run is shown; compare two with 'simloop view A B'")

    return refuse


QUESTIONS = (
    Question(
        "comparison",
        "how far two recordings are apart, vehicle by vehicle",
        Comparison,
        _nothing_to_compare,
    ),
)
