"""One browser: messages in order, the newest poses, and an end for those that do not read."""

import asyncio
import json
import math
from collections import deque
from typing import Any, Protocol

from simloop.studio.access import Role

_MOST_WAITING = 4000
_MOST_BYTES = 8_000_000
_SLOWEST_S = 10.0
# How often a page that nobody sees is told poses.
_AWAY_S = 1.0


class Line(Protocol):
    """A way to a browser: aiohttp's WebSocketResponse is one."""

    async def send_str(self, data: str) -> None:
        """Send text; waits while the other side does not read."""

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes; waits likewise."""


class TooSlow(Exception):
    """A browser that does not take what it is sent."""


class Viewer:
    """What waits for one browser. Nobody waits for the browser itself."""

    def __init__(self, line: Line, role: Role = "view") -> None:
        self._line = line
        self.role = role
        self._texts: deque[str] = deque()
        self._waiting_bytes = 0
        self._longest = 0
        self._poses: bytes | None = None
        self._shown_at = -math.inf
        self.away = False
        self._news = asyncio.Event()
        self.overrun = False
        self.dropped_frames = 0

    def tell(self, text: str) -> None:
        """Queue a message; a browser that has too many waiting is given up."""
        # A scene may be longer than all that may wait behind it.
        if len(self._texts) >= _MOST_WAITING or self._waiting_bytes > _MOST_BYTES + self._longest:
            self.overrun = True
        else:
            self._texts.append(text)
            self._waiting_bytes += len(text)
            self._longest = max(self._longest, len(text))
        self._news.set()

    def show(self, poses: bytes) -> None:
        """Replace the poses that still wait."""
        self.dropped_frames += self._poses is not None
        self._poses = poses
        self._news.set()

    async def pump(self, slowest_s: float | None = None) -> None:
        """Send for ever; ends with TooSlow when the other side does not read."""
        slowest_s = _SLOWEST_S if slowest_s is None else slowest_s
        while True:
            await self._news.wait()
            self._news.clear()
            while self._texts or self._poses_due():
                if self.overrun:
                    raise TooSlow
                # For each message: a thin line that takes all of them in the end is not dropped.
                try:
                    async with asyncio.timeout(slowest_s):
                        await self._send_next()
                except TimeoutError:
                    raise TooSlow from None

    async def _send_next(self) -> None:
        if self._texts:
            text = self._texts.popleft()
            self._waiting_bytes -= len(text)
            await self._line.send_str(text)
            return
        poses, self._poses = self._poses, None
        self._shown_at = asyncio.get_running_loop().time()
        if poses is not None:
            await self._line.send_bytes(poses)

    def _poses_due(self) -> bool:
        waited_s = asyncio.get_running_loop().time() - self._shown_at
        return self._poses is not None and (not self.away or waited_s >= _AWAY_S)


def as_text(message: Any) -> str:
    """A message of plain values as JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False)
