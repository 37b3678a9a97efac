"""What topics said before anybody asked: coarse rows of their numbers, the older the fewer."""

from array import array
from collections.abc import Callable
from typing import Any

from simloop.messages import TYPE_BY_NAME, Message, ros_type
from simloop.messages.numbers import number_reader, numeric_fields
from simloop.messages.rosflight_msgs import RCRaw, Status
from simloop.messages.rosgraph_msgs import Clock
from simloop.messages.simloop_msgs import SerialData
from simloop.server.simulation import Simulation
from simloop.studio.topic_rows import TopicRows
from simloop.transport.graph import TopicInfo
from simloop.transport.topic import Subscription

ROWS_PER_SIM_S = 10
# Each costs the world time: a fleet has only the topics of its first vehicles, and those asked for.
MOST_TOPICS = 48
# Of all topics together, by the wall clock: what comes faster is taken less often.
_MOST_PER_S = 1000
_JUDGED_NS = 200_000_000
_FLAT_OUT, _COARSEST = 64, 4096
_WHO = "history"
# Boards notice whether a serial line is heard; a clock speaks in every tick, of nothing new.
# These wake the world many times a second for whoever asks: nobody does, but what is said is heard.
_OVERHEARD: tuple[type[Message], ...] = (RCRaw, Status)
_LEFT_OUT: tuple[type[Message], ...] = (SerialData, Clock)


class _Followed:
    """The rows of one topic."""

    def __init__(self, message_type: type[Message]) -> None:
        self.type = message_type
        name = ros_type(message_type)
        self.width = len(numeric_fields(name))
        self.read = number_reader(name)
        self.times_s: list[float] = []
        self.rows = array("d")
        self.subscription: Subscription[Any] | None = None

    @property
    def bytes(self) -> int:
        return 8 * (len(self.times_s) + len(self.rows))

    def add(self, time_s: float, message: Message) -> None:
        self.times_s.append(time_s)
        self.rows.extend(self.read(message))

    def cut(self, time_s: float) -> None:
        """Forget what came after a time."""
        while self.times_s and self.times_s[-1] > time_s:
            self.times_s.pop()
            del self.rows[-self.width :]

    def thin(self) -> None:
        """Let every second row of the older half go, but not the first."""
        old, width = len(self.times_s) // 2, self.width
        kept = [*range(0, old, 2), *range(old, len(self.times_s))]
        self.times_s = [self.times_s[number] for number in kept]
        rows = array("d")
        for number in kept:
            rows.extend(self.rows[number * width : (number + 1) * width])
        self.rows = rows


class TopicHistory:
    """Follows topics of a simulation up to ten times a simulated second."""

    def __init__(self, simulation: Simulation, budget_bytes: int) -> None:
        self._simulation = simulation
        self._budget_bytes = budget_bytes
        self._every = max(1, simulation.tick_rate_hz // ROWS_PER_SIM_S)
        # As often as the wall clock allows, to begin with.
        self._coarser = max(1, int(min(simulation.time.speed, _FLAT_OUT)))
        self._followed: dict[str, _Followed] = {}
        self._asked: dict[str, None] = {}
        self._known = (-1, -1)
        self._rows_left = 0
        self._taken = 0
        self._judged_ns = simulation.time.wall.monotonic_ns()

    @property
    def topics(self) -> tuple[str, ...]:
        """Those that are followed."""
        return tuple(self._followed)

    @property
    def bytes(self) -> int:
        """What the rows take."""
        return sum(int(each.bytes) for each in self._followed.values())

    @property
    def every(self) -> int:
        """Ticks between two rows, now."""
        return self._every * self._coarser

    def numbers(self, topic: str) -> TopicRows | None:
        """What is known of a topic; it is followed from now on, if it was not."""
        self._asked.pop(topic, None)
        self._asked[topic] = None
        followed = self._followed.get(topic)
        if followed is None:
            self._known = (-1, -1)
            return None
        return TopicRows(tuple(followed.times_s), tuple(followed.rows))

    def begin(self) -> None:
        """Forget all: the past begins now."""
        self.cut(-1)

    def cut(self, tick: int) -> None:
        """Forget what came after a tick."""
        time_s = tick / self._simulation.tick_rate_hz
        for each in self._followed.values():
            each.cut(time_s)

    def look(self) -> None:
        """Between two ticks: follow who has come, and take less if it is too much."""
        versions = self._simulation.bus.revision, self._simulation.world.population_version
        if versions != self._known:
            self._follow_all()
        now_ns = self._simulation.time.wall.monotonic_ns()
        if now_ns - self._judged_ns >= _JUDGED_NS:
            self._judge(self._taken * 1e9 / (now_ns - self._judged_ns))
            self._judged_ns, self._taken = now_ns, 0

    def _judge(self, per_s: float) -> None:
        coarser = self._coarser
        if per_s > _MOST_PER_S:
            coarser = min(_COARSEST, 2 * coarser)
        elif per_s < _MOST_PER_S / 4 and not self._simulation.time.paused:
            coarser = max(1, coarser // 2)
        if coarser != self._coarser:
            self._coarser = coarser
            for topic, each in self._followed.items():
                self._subscribe(topic, each)
            self._known = self._versions()

    def _follow_all(self) -> None:
        there = {info.name: info for info in self._simulation.bus.graph().topics if _speaks(info)}
        wanted = dict.fromkeys(topic for topic in reversed(self._asked) if topic in there)
        wanted |= dict.fromkeys(topic for topic in self._followed if topic in there)
        wanted |= dict.fromkeys(there)
        chosen = list(wanted)[:MOST_TOPICS]
        for topic in [topic for topic in self._followed if topic not in chosen]:
            self._leave(self._followed.pop(topic))
        for topic in chosen:
            if topic not in self._followed:
                each = _Followed(self._simulation.bus.message_type(topic))
                self._followed[topic] = each
                self._subscribe(topic, each)
        self._known = self._versions()

    def _versions(self) -> tuple[int, int]:
        return self._simulation.bus.revision, self._simulation.world.population_version

    def _subscribe(self, topic: str, each: _Followed) -> None:
        self._leave(each)
        take, every = self._taker(each), self.every
        each.subscription = self._simulation.bus.subscribe(
            topic, each.type, take, by=_WHO, every=every, passive=each.type in _OVERHEARD
        )

    def _leave(self, each: _Followed) -> None:
        if each.subscription is not None:
            each.subscription.close()

    def _taker(self, each: _Followed) -> Callable[[Message], None]:
        world, rate = self._simulation.world, self._simulation.tick_rate_hz

        def take(message: Message) -> None:
            time_s = world.tick / rate
            if each.times_s and each.times_s[-1] >= time_s:
                return
            self._taken += 1
            each.add(time_s, message)
            self._make_room()

        return take

    def _make_room(self) -> None:
        # The sum of all is looked at now and then only.
        self._rows_left -= 1
        if self._rows_left > 0:
            return
        while self.bytes > self._budget_bytes:
            for each in self._followed.values():
                each.thin()
        self._rows_left = 256


def _speaks(info: TopicInfo) -> bool:
    """Does somebody publish numbers there that are worth a listener?"""
    known = TYPE_BY_NAME.get(info.type)
    if not info.publishers or known is None or known in _LEFT_OUT:
        return False
    return bool(numeric_fields(info.type))
