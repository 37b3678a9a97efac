"""Failures and recoveries as events of the run."""

from typing import Any

from simloop.server.events import EventLog
from simloop.systems.failures import FailureDesk, FailureEvent


def log_failures(desk: FailureDesk, log: EventLog) -> None:
    """Let every failure, recovery and lucky escape from now on be an event of its vehicle."""

    def note(event: FailureEvent) -> None:
        log.add(event.tick, event.vehicle, event.name, **_detail(event))

    desk.listen(note)


def _detail(event: FailureEvent) -> dict[str, Any]:
    """What failed, how, and with which numbers."""
    request = event.request
    detail: dict[str, Any] = {"component": request.component, "kind": request.kind}
    if request.instance:
        detail["instance"] = request.instance
    if event.name == "failure" and request.strength:
        detail["strength"] = dict(request.strength)
    return detail
