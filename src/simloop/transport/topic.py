"""The two ends of a topic: publishers, and subscriptions that call back or queue."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any, Generic, TypeVar

from simloop.messages import Message, ros_type
from simloop.transport.errors import BusError
from simloop.transport.graph import TopicInfo

M = TypeVar("M", bound=Message)

# Who is called back waits for nothing; an empty queue takes 600 bytes.
_NO_QUEUE: deque[Any] = deque(maxlen=0)


@dataclass(frozen=True, slots=True)
class Delivery(Generic[M]):
    """A message in a queue and the tick that published it."""

    tick: int
    message: M


@dataclass(slots=True)
class Topic:
    """What the bus keeps of a topic; `claimed_by` used the type first."""

    name: str
    message_type: type[Message]
    claimed_by: str
    changed: "Callable[[Topic], None]"
    doc: str = ""
    # Most topics have one end or none, and a fleet has many thousands.
    publishers: "tuple[Publisher[Any], ...]" = ()
    subscriptions: "tuple[Subscription[Any], ...]" = ()
    info: TopicInfo | None = None
    """How it was last described."""

    def join(self, end: "Publisher[Any] | Subscription[Any]") -> None:
        """Take in one end."""
        if isinstance(end, Publisher):
            self.publishers = (*self.publishers, end)
        else:
            self.subscriptions = (*self.subscriptions, end)
        self.changed(self)

    def leave(self, end: "Publisher[Any] | Subscription[Any]") -> None:
        """Let one end go, if it is still here."""
        if end not in self.publishers and end not in self.subscriptions:
            return
        self.publishers = tuple(each for each in self.publishers if each is not end)
        self.subscriptions = tuple(each for each in self.subscriptions if each is not end)
        self.changed(self)

    def check_type(self, message_type: type[Message], who: str) -> None:
        """Refuse a second type for one topic."""
        if message_type is not self.message_type:
            raise BusError(
                f"topic {self.name}: {who} uses {ros_type(message_type)}, "
                f"but {self.claimed_by} uses {ros_type(self.message_type)}"
            )


class Subscription(Generic[M]):
    """The receiving end: a callback, or a queue that drops its oldest when it is full."""

    __slots__ = (
        "_callback", "_depth", "_last_span", "_queue", "_topic", "dropped", "every", "opened_for",
        "passive", "who",
    )  # fmt: skip

    def __init__(
        self,
        topic: Topic,
        who: str,
        callback: Callable[[M], None] | None,
        depth: int,
        *,
        every: int = 1,
        passive: bool = False,
        opened_for: object = None,
    ) -> None:
        self.who = who
        self.opened_for = opened_for
        self.dropped = 0
        self.every = every
        self.passive = passive
        self._last_span = 0
        self._topic = topic
        self._callback = callback
        self._depth = depth
        self._queue: deque[Delivery[M]] = deque() if callback is None else _NO_QUEUE

    @property
    def topic(self) -> str:
        """The name of the topic."""
        return self._topic.name

    @property
    def senders(self) -> frozenset[str]:
        """Who publishes the topic."""
        return frozenset(each.who for each in self._topic.publishers)

    def deliver(self, message: M, tick: int) -> None:
        """Hand over one message; the bus calls this."""
        if not self.wants(tick):
            return
        self._last_span = tick // self.every
        if self._callback is not None:
            self._callback(message)
            return
        if len(self._queue) >= self._depth:
            self._queue.popleft()
            self.dropped += 1
        self._queue.append(Delivery(tick, message))

    def wants(self, tick: int) -> bool:
        """Would it take a message of this tick? One per span of `every` ticks is enough."""
        return self.every == 1 or tick // self.every != self._last_span

    def take(self) -> tuple[Delivery[M], ...]:
        """Empty the queue, oldest first; safe from another thread."""
        return tuple(self._queue.popleft() for _ in range(len(self._queue)))

    def close(self) -> None:
        """Receive nothing more."""
        self._topic.leave(self)


class Publisher(Generic[M]):
    """The sending end; ask `has_subscribers`, or use `publish_lazy`, before building a message."""

    __slots__ = ("_send", "_topic", "opened_for", "who")

    def __init__(
        self, topic: Topic, who: str, send: Callable[[Topic, M], None], *, opened_for: object = None
    ) -> None:
        self.who = who
        self.opened_for = opened_for
        self._topic = topic
        self._send = send

    @property
    def topic(self) -> str:
        """The name of the topic."""
        return self._topic.name

    @property
    def has_subscribers(self) -> bool:
        """Whether anyone asks for messages; who listens passively does not count."""
        # Asked in every tick, mostly where nobody listens at all.
        heard_by = self._topic.subscriptions
        return bool(heard_by) and any(not each.passive for each in heard_by)

    @property
    def listeners(self) -> frozenset[str]:
        """Who asks for messages."""
        return frozenset(each.who for each in self._topic.subscriptions if not each.passive)

    @property
    def period_ticks(self) -> int:
        """How many ticks may lie between two messages, for those who ask for them."""
        return gcd(*(each.every for each in self._topic.subscriptions if not each.passive))

    def wanted(self, tick: int) -> bool:
        """Whether anyone would take a message of this tick."""
        return any(each.wants(tick) for each in self._topic.subscriptions if not each.passive)

    def publish(self, message: M) -> None:
        """Send a message to those subscribed now; they get it when the tick publishes."""
        if type(message) is not self._topic.message_type:
            raise BusError(
                f"topic {self.topic} carries {ros_type(self._topic.message_type)}; "
                f"{self.who} published a {type(message).__name__}"
            )
        if self._topic.subscriptions:
            self._send(self._topic, message)

    def publish_lazy(self, build: Callable[[], M]) -> None:
        """Build and send a message, but only if someone is subscribed."""
        if self._topic.subscriptions:
            self.publish(build())

    def close(self) -> None:
        """Publish nothing more; a later `publish` is an error."""
        self._topic.leave(self)
        self._send = self._refuse

    def _refuse(self, topic: Topic, message: M) -> None:
        raise BusError(f"topic {topic.name}: {self.who} published after closing")
