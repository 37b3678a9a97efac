"""Where ground stations and autopilots reach this run: its ports, in rows."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from simloop.systems.scene.questions import Arguments, Question
from simloop.world.plugin import App

# Under this name the run offers a function that gives its rows.
PORTS = "port_rows"


@dataclass(frozen=True, slots=True)
class PortLine:
    """One port that vehicles share, or one of each in equal steps."""

    owner: str
    """mavlink, ardupilot ..."""
    kind: str
    host: str
    numbers: str
    """Such as 14550, 14540-14549 or 5760-5850 by 10."""
    waits: bool
    """Is it ours, or the other side's, to which we send?"""
    vehicles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ports:
    """Answer to `ports`."""

    rows: tuple[PortLine, ...]


def _ports(app: App) -> Callable[[Arguments], Ports]:
    def answer(given: Arguments) -> Ports:
        rows: Callable[[], Iterable[PortLine]] = app.provided.get(PORTS, tuple)
        return Ports(tuple(rows()))

    return answer


QUESTIONS = (Question("ports", "where this run can be reached", Ports, _ports),)
