"""Events as people would say them."""

from collections.abc import Callable, Mapping
from typing import Any

from simloop.server.events import Event

_SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "phase": lambda detail: str(detail["phase"]),
    "waypoint reached": lambda detail: f"reached waypoint {detail['waypoint']}",
    "landed": lambda detail: f"landed {detail['error_m']:.2f} m from home",
    "crashed": lambda detail: f"CRASHED at {detail['impact_mps']:.1f} m/s",
    "frozen": lambda detail: f"FROZEN: {detail['reason']}",
    "timeline": lambda detail: f"timeline: {detail['command']}",
}


def event_words(event: Event) -> str:
    """A short sentence for an event."""
    sentence = _SENTENCES.get(event.name)
    return event.name if sentence is None else sentence(event.detail)
