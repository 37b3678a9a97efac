"""Failures and recoveries as events of the run, and the failures of a timeline checked at load."""

from collections.abc import Sequence
from typing import Any

from simloop.server.events import EventLog
from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Event
from simloop.systems.failures import FailureDesk, FailureEvent
from simloop.systems.failures.verb import request_of
from simloop.world.commands import CommandRefused
from simloop.world.world import World

FAILURE = "failure"


def log_failures(desk: FailureDesk, log: EventLog) -> None:
    """Let every failure, recovery and lucky escape from now on be an event of its vehicle."""

    def note(event: FailureEvent) -> None:
        log.add(event.tick, event.vehicle, event.name, **_detail(event))

    desk.listen(note)


def check_failures(events: Sequence[Event], desk: object, world: World) -> None:
    """Refuse a timeline with a failure that its vehicle cannot have; who comes later may."""
    for event in events:
        if event.command != FAILURE or not isinstance(desk, FailureDesk):
            continue
        try:
            request = request_of(event.arguments)
        except CommandRefused as refusal:
            raise _mistake(event, str(refusal)) from None
        if world.entities.by_name(request.vehicle) is not None:
            answer = desk.check(request)
            if not answer.accepted:
                raise _mistake(event, answer.reason)


def _mistake(event: Event, reason: str) -> FileMistake:
    what, _, fix = reason.rpartition(": ")
    place = f"timeline, at_s {event.at_s:g}"
    return FileMistake(None, f"{place}: {what or fix}", fix if what else "'simloop list failures'")


def _detail(event: FailureEvent) -> dict[str, Any]:
    """What failed, how, and with which numbers."""
    request = event.request
    detail: dict[str, Any] = {"component": request.component, "kind": request.kind}
    if request.instance:
        detail["instance"] = request.instance
    if event.name == "failure" and request.strength:
        detail["strength"] = dict(request.strength)
    return detail
