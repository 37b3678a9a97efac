"""Failures on request: sensors, actuators, power, environment, structure, and what others offer.

With nothing injected it costs nothing. The desk is `provided["failures"]`, and the user command
`failure` puts it into a scenario's timeline.
"""

from dataclasses import dataclass

from simloop.systems.failures.desk import FailureDesk, FailureEvent
from simloop.systems.failures.effect import Cell, Effect, UnsupportedError
from simloop.systems.failures.offers import offer_failures
from simloop.systems.failures.request import FailureAnswer, FailureRequest, FailureResult
from simloop.systems.failures.verb import failure_verb
from simloop.world.commands import VerbDesk
from simloop.world.plugin import App

__all__ = [
    "Cell",
    "Config",
    "Effect",
    "FailureAnswer",
    "FailureDesk",
    "FailureEvent",
    "FailureRequest",
    "FailureResult",
    "UnsupportedError",
    "build",
]

FAILURES = "failures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Nothing to set."""


def build(app: App, config: Config) -> None:
    """Open the desk and offer the user command."""
    desk = FailureDesk(app)
    desk.join()
    offer_failures(app, desk)
    app.provide(FAILURES, desk)
    commands = app.provided.get("user_commands")
    if isinstance(commands, VerbDesk):
        commands.offer("failure", failure_verb(desk, app.world))
