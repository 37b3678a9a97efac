"""What the studio knows of a run, so that a browser that joins late is told at once."""

from collections import deque
from typing import Any

_EVENTS_KEPT = 500
Plain = dict[str, Any]


class Mirror:
    """The scene as last told, whole."""

    def __init__(self) -> None:
        self.hello: Plain | None = None
        self.ended: Plain | None = None
        self._verdict: Plain | None = None
        self.poses: bytes | None = None
        self._scene: Plain | None = None
        self._items: dict[int, Plain] = {}
        self._status: dict[int, Plain] = {}
        self._events: deque[Plain] = deque(maxlen=_EVENTS_KEPT)

    def take(self, message: Plain) -> None:
        """Note what a message says."""
        kind = message.get("type")
        if kind == "hello":
            # Whoever begins to tell anew has not ended, and tells a verdict that still holds.
            self.hello = message
            self.ended = self._verdict = None
            self._events.clear()
        elif kind == "scene":
            self._scene = {**message, "items": []}
            self._items = {item["index"]: item for item in message["items"]}
            self._status = {}
        elif kind == "delta":
            self._change(message)
        elif kind == "status":
            self._status |= {status["index"]: status for status in message["vehicles"]}
        elif kind == "event":
            self._events.append(message)
        elif kind == "verdict":
            self._verdict = message
        elif kind == "end":
            self.ended = message

    @property
    def whole(self) -> bool:
        """Is there a scene to tell?"""
        return self.hello is not None and self._scene is not None

    def everything(self) -> list[Plain]:
        """The messages that bring a newcomer up to date."""
        if self.hello is None or self._scene is None:
            return [] if self.ended is None else [self.ended]
        scene = {**self._scene, "items": list(self._items.values())}
        status = {"type": "status", "vehicles": list(self._status.values())}
        last = [message for message in (self._verdict, self.ended) if message is not None]
        return [self.hello, scene, status, *self._events, *last]

    def _change(self, message: Plain) -> None:
        for index in message["removed"]:
            self._items.pop(index, None)
            self._status.pop(index, None)
        self._items |= {item["index"]: item for item in message["items"]}
