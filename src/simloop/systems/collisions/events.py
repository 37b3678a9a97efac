"""What happened at a contact, for whoever wants to know."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

RECENT_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Touch:
    """The begin of a touch of two things."""

    tick: int
    body: str
    """Who touched."""
    other: str
    """With whom: another vehicle, an obstacle, or `ground`."""
    point_ned_m: tuple[float, float, float]
    """Where."""
    speed_mps: float
    """How fast they came together, along the normal."""
    impulse_ns: float
    """How hard, along the normal."""
    crashed: tuple[str, ...] = ()
    """Who of both was hit harder than it can take."""


@dataclass
class TouchBoard:
    """Where touches are put up: programs find it as `provided["collisions"]`."""

    recent: deque[Touch] = field(default_factory=lambda: deque(maxlen=RECENT_KEPT))
    """The last touches, oldest first."""
    on_event: Callable[[Touch], None] | None = None
    """Called with every touch, inside the tick in which it begins."""
    _listeners: list[Callable[[Touch], None]] = field(default_factory=list)

    def listen(self, listener: Callable[[Touch], None]) -> None:
        """Call `listener` with every touch from now on, beside `on_event`."""
        self._listeners.append(listener)

    def add(self, touch: Touch) -> None:
        """Put up a touch."""
        self.recent.append(touch)
        for listener in self._listeners:
            listener(touch)
        if self.on_event is not None:
            self.on_event(touch)

    def forget_after(self, tick: int) -> None:
        """Drop the touches of a future that was taken back."""
        kept = [touch for touch in self.recent if touch.tick <= tick]
        self.recent.clear()
        self.recent.extend(kept)
