"""Failures of links, time and processes, offered at the desk beside those of the world."""

from dataclasses import dataclass

from simloop.sitl.failure_links import offer_line_failures
from simloop.sitl.failure_processes import offer_autopilot_failures
from simloop.sitl.failure_radio import offer_radio_failures
from simloop.sitl.failure_service import serve_failures
from simloop.sitl.failure_time import offer_time_failures
from simloop.systems.failures import FAILURES, FailureDesk
from simloop.world.plugin import App

# It hands its failures to that desk, and is built anew when there is another.
BUILT_ON = (FAILURES,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Nothing to set."""


def build(app: App, config: Config) -> None:
    """Offer them, if there is a desk, and serve it."""
    desk = app.provided.get(FAILURES)
    if not isinstance(desk, FailureDesk):
        return
    offer_line_failures(app, desk)
    offer_radio_failures(app, desk)
    offer_time_failures(app, desk)
    offer_autopilot_failures(app, desk)
    serve_failures(app, desk)
