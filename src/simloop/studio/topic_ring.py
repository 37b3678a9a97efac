"""The newest numbers of one topic, kept while somebody asks for them."""

from array import array
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages import Message, ros_type
from simloop.messages.numbers import number_reader, numeric_fields
from simloop.studio.topic_rows import TopicRows
from simloop.timing.wall import WallClock
from simloop.transport.topic import Subscription
from simloop.world.plugin import App

# As long as 150 frames of the page take.
FORGET_NS = 5_000_000_000
MOST_ROWS = 40_000
# A run flat out must not spend its time on plots: then messages are taken less often.
_MOST_PER_S = 8_000
_JUDGED_NS = 200_000_000

Numbers = NDArray[np.float64]


class TopicRing:
    """A subscription that begins with the ring and ends when it is forgotten."""

    def __init__(
        self,
        app: App,
        topic: str,
        *,
        every: int,
        wall: WallClock,
        over: Callable[[], None],
        past: TopicRows | None = None,
    ) -> None:
        """It begins with what is known of the past."""
        self._app = app
        self._wall = wall
        self._over = over
        self._topic = topic
        self._type: type[Message] = app.bus.message_type(topic)
        self._every, self._coarser = every, 1
        self.type = ros_type(self._type)
        self.fields = numeric_fields(self.type)
        self._read = number_reader(self.type)
        self._times_s: list[float] = list(past.times_s) if past else []
        self._rows = array("d", past.rows if past else ())
        self._asked_ns = self._judged_ns = wall.monotonic_ns()
        self._taken = 0
        self._subscription = self._subscribe()

    def ask(self, *, every: int) -> None:
        """Somebody wants to know, and as often as this."""
        now_ns = self._asked_ns = self._wall.monotonic_ns()
        every = min(every, self._every)
        coarser = self._coarser
        if now_ns - self._judged_ns >= _JUDGED_NS:
            per_s = self._taken * 1e9 / (now_ns - self._judged_ns)
            self._judged_ns, self._taken = now_ns, 0
            if per_s > _MOST_PER_S:
                coarser *= 2
            elif per_s < _MOST_PER_S / 4:
                coarser = max(1, coarser // 2)
        if (every, coarser) != (self._every, self._coarser):
            self._every, self._coarser = every, coarser
            self._subscription.close()
            self._subscription = self._subscribe()

    def values(self, field: str, after_s: float, before_s: float) -> tuple[Numbers, Numbers]:
        """Times and values of one field in a stretch of time."""
        # After going back, what came later stays until the topic speaks again.
        before_s = min(before_s, self._app.world.tick / self._app.tick_rate_hz)
        first = bisect_right(self._times_s, after_s)
        last = bisect_right(self._times_s, before_s)
        width = len(self.fields)
        column = (
            np.frombuffer(self._rows[first * width : last * width], dtype=np.float64)
            if last > first
            else np.empty(0)
        )
        return np.array(self._times_s[first:last]), column[self.fields.index(field) :: width]

    def close(self) -> None:
        """Listen no more."""
        self._subscription.close()

    def _subscribe(self) -> Subscription[Any]:
        every = self._every * self._coarser
        return self._app.bus.subscribe(self._topic, self._type, self._take, by="plots", every=every)

    @property
    def forgotten(self) -> bool:
        """Has nobody asked for long?"""
        return self._wall.monotonic_ns() - self._asked_ns > FORGET_NS

    def _take(self, message: Message) -> None:
        if self.forgotten:
            self.close()
            self._over()
            return
        self._taken += 1
        time_s = self._app.world.tick / self._app.tick_rate_hz
        width = len(self.fields)
        # The run was reset or went back: what came after is no longer true.
        while self._times_s and self._times_s[-1] >= time_s:
            self._times_s.pop()
            del self._rows[-width:]
        self._times_s.append(time_s)
        self._rows.extend(self._read(message))
        if len(self._times_s) > MOST_ROWS:
            spare = MOST_ROWS // 4
            del self._times_s[:spare]
            del self._rows[: spare * width]
