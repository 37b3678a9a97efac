"""What can fail on a vehicle, and what fails now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from simloop.systems.failures import FailureDesk
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, vehicle_of
from simloop.world.plugin import App


@dataclass(frozen=True, slots=True)
class FailureKind:
    """One way in which a component of the vehicle can fail."""

    component: str
    kind: str
    meaning: str
    strength: Mapping[str, float]
    """Its numbers with their defaults."""


@dataclass(frozen=True, slots=True)
class FailureKinds:
    """Answer to `failure_kinds` (argument `name`): all that this vehicle can have."""

    rows: tuple[FailureKind, ...]


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A failure that was injected: under way, or yet to come."""

    component: str
    kind: str
    instance: int
    """Which one, from 1; 0 for all."""
    running: bool
    seconds_to_change: float | None
    """Until it sets in, or ends; None if it lasts until it is cleared."""
    share: float
    """Of its full strength, 0 to 1."""
    strength: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Failures:
    """Answer to `failures` (argument `name`): what fails on this vehicle."""

    rows: tuple[FailureRow, ...]


def _desk(app: App) -> FailureDesk:
    desk = app.provided.get("failures")
    if not isinstance(desk, FailureDesk):
        raise QuestionRefused("this world leaves the system 'failures' out")
    return desk


def _kinds(app: App) -> Callable[[Arguments], FailureKinds]:
    def answer(given: Arguments) -> FailureKinds:
        cells = _desk(app).possible(vehicle_of(app.world, given).name)
        return FailureKinds(
            tuple(
                FailureKind(cell.component, cell.kind, cell.meaning, dict(cell.strength))
                for cell in cells
            )
        )

    return answer


def _failures(app: App) -> Callable[[Arguments], Failures]:
    def answer(given: Arguments) -> Failures:
        desk, tick = _desk(app), app.world.tick
        rows = []
        for failure in desk.of(vehicle_of(app.world, given).name):
            request = desk.catalogue.complete(failure.request)
            turn = failure.end_tick if failure.running else failure.onset_tick
            lasts = failure.running and failure.duration_ticks is None
            left_s = None if lasts else max(turn - tick, 0) / app.tick_rate_hz
            rows.append(
                FailureRow(
                    request.component,
                    request.kind,
                    request.instance,
                    failure.running,
                    left_s,
                    failure.share,
                    dict(request.strength),
                )
            )
        return Failures(tuple(rows))

    return answer


QUESTIONS = (
    Question("failure_kinds", "what can fail on a vehicle", FailureKinds, _kinds),
    Question("failures", "what fails on a vehicle now", Failures, _failures),
)
