"""What happened in a run: stamped, in order, handed to whoever records it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from simloop.world.one_line import one_line

# Whoever sent it may have chosen the words.
_LONGEST_DETAIL = 2000


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to one vehicle, or to the whole run."""

    tick: int
    time_s: float
    vehicle: str
    name: str
    detail: dict[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """The event as JSON-ready values."""
        head = {"tick": self.tick, "time_s": round(self.time_s, 6), "vehicle": self.vehicle}
        return {**head, "event": self.name, **self.detail}


class EventLog:
    """Keeps events and passes each on at once."""

    def __init__(self, tick_rate_hz: int) -> None:
        self.events: list[Event] = []
        self._tick_rate_hz = tick_rate_hz
        self._listeners: list[Callable[[Event], None]] = []
        self._quiet = False

    def listen(self, listener: Callable[[Event], None], *, from_start: bool = False) -> None:
        """Call `listener` with every event from now on, and before with those of the load."""
        for event in self.events if from_start else ():
            listener(event)
        self._listeners.append(listener)

    def add(self, tick: int, vehicle: str, name: str, **detail: Any) -> None:
        """Note an event of a tick."""
        told = {key: _plain(text) for key, text in detail.items()}
        event = Event(tick, tick / self._tick_rate_hz, one_line(vehicle), name, told)
        self.events.append(event)
        if not self._quiet:
            for listener in self._listeners:
                listener(event)

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Keep events without telling anyone: they have been told before."""
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def forget_after(self, tick: int) -> None:
        """Drop the events of a future that was taken back."""
        self.events = [event for event in self.events if event.tick <= tick]


def _plain(text: Any) -> Any:
    return one_line(text, _LONGEST_DETAIL) if isinstance(text, str) else text
