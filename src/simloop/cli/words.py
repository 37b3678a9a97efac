"""Events as people would say them."""

from collections.abc import Callable, Mapping
from typing import Any

from simloop.server.events import Event
from simloop.server.whereabouts import sides

_PHASES = {
    "spin up": "spins up",
    "take off": "takes off",
    "waypoint": "flies to the waypoints",
    "return": "returns",
    "descend": "descends",
    "touch down": "touches down",
    # The event of the landing itself says more.
    "landed": "",
    "ready": "",
    "under way": "is under way to the waypoints",
    "stop": "stops",
    "parked": "",
    "stay": "",
}


def _touched(detail: Mapping[str, Any]) -> str:
    place = " ".join(sides(*detail["point_ned_m"]))
    return f"touched {_whom(detail['other'])} at {detail['speed_mps']:.1f} m/s, {place}"


def _crashed(detail: Mapping[str, Any]) -> str:
    into = f" into {_whom(detail['other'])}" if "other" in detail else ""
    return f"CRASHED{into} at {detail['impact_mps']:.1f} m/s"


def _timeline(detail: Mapping[str, Any]) -> str:
    return f"timeline: {detail['command']} {_plainly(detail['arguments'])}".rstrip()


def _plainly(value: object) -> str:
    """Arguments of a command without brackets: `signal silent`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plainly(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(_plainly(each) for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _failed(detail: Mapping[str, Any]) -> str:
    """What fails and how: `motor 1 off`."""
    parts = (detail["component"], detail.get("instance", ""), detail["kind"])
    return " ".join(str(part) for part in parts if part != "")


def _whom(other: str) -> str:
    return "the ground" if other == "ground" else other


_SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "phase": lambda detail: _PHASES.get(detail["phase"], str(detail["phase"])),
    "waypoint reached": lambda detail: f"reached waypoint {detail['waypoint']}",
    "landed": lambda detail: f"landed {detail['error_m']:.2f} m from home",
    "arrived": lambda detail: f"arrived, {detail['error_m']:.2f} m from home",
    "touched": _touched,
    "crashed": _crashed,
    "frozen": lambda detail: f"FROZEN: {detail['reason']}",
    "notice": lambda detail: str(detail["text"]),
    "refused": lambda detail: (
        f"refused {detail['command']}: {detail['reason'].removeprefix(detail['command'] + ': ')}"
    ),
    "timeline": _timeline,
    "failure": lambda detail: f"FAILS: {_failed(detail)}",
    "recovered": lambda detail: f"recovered: {_failed(detail)}",
    "branched": lambda detail: "goes on from here anew",
    "rates fitted": lambda detail: f"rates fitted: {detail['told']}",
    "not moved": lambda detail: f"is not moved: {detail['told']}",
    "parameters": lambda detail: str(detail["told"]),
    "spared": lambda detail: f"was spared: {_failed(detail)}",
}


# What these say of a party stands in their details.
_PLAIN = ("waiting", "late", "back")


def _of_party(event: Event) -> str:
    """Who of the other programs is late, back or restarted."""
    told = event.detail.get("detail", "")
    what = "" if event.name in _PLAIN else f" {event.name}"
    return f"{event.detail['party']}{what}: {told}"


def event_words(event: Event) -> str:
    """A short sentence for an event; empty when another event tells the same."""
    if "party" in event.detail:
        return _of_party(event)
    sentence = _SENTENCES.get(event.name)
    return event.name if sentence is None else sentence(event.detail)
