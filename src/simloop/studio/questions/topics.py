"""Topics and services: who talks to whom, what a message is made of, and what is said just now."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simloop.messages import TYPE_BY_NAME, Message
from simloop.messages.definition import message_fields
from simloop.messages.plain_values import values_of
from simloop.messages.simloop_msgs import SerialData
from simloop.messages.units import unit_of
from simloop.systems.scene.questions import (
    Arguments,
    Question,
    QuestionDesk,
    QuestionRefused,
    number_of,
    text_of,
)
from simloop.transport.errors import BusError
from simloop.transport.graph import TopicInfo
from simloop.transport.topic import Subscription
from simloop.world.plugin import App

WHO = "studio echo"
_KEPT = 60
# Nobody has asked for about five seconds; or, with nobody looking at all, so many messages.
_FRAMES_WITHOUT_ASKING = 150
_MESSAGES_WITHOUT_ASKING = 20_000
_MOST_ECHOES = 16


@dataclass(frozen=True, slots=True)
class TopicRow:
    """One topic, and who is at each end; the studio's own listening does not count."""

    name: str
    type: str
    doc: str
    publishers: tuple[str, ...]
    subscribers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ServiceRow:
    """One service; `request` is the type that it takes."""

    name: str
    type: str
    doc: str
    server: str
    request: str


@dataclass(frozen=True, slots=True)
class Topics:
    """Answer to `topics`; with the `version` last told and nothing new, both lists are null."""

    version: str
    topics: tuple[TopicRow, ...] | None
    services: tuple[ServiceRow, ...] | None


@dataclass(frozen=True, slots=True)
class MessageField:
    """One value of a message; nested ones by their path, such as `pose.position.x`."""

    path: str
    type: str
    length: int | None
    """None for a single value, 0 for a list of any length."""
    unit: str
    default: Any


@dataclass(frozen=True, slots=True)
class MessageForm:
    """Answer to `message` (argument `type`): all that a message may hold."""

    type: str
    fields: tuple[MessageField, ...]


@dataclass(frozen=True, slots=True)
class EchoedMessage:
    """One message; its number counts from the first that was heard."""

    number: int
    tick: int
    time_s: float
    values: Any


@dataclass(frozen=True, slots=True)
class Echo:
    """Answer to `echo` (`topic`, and `after`, the number of the last one known)."""

    topic: str
    type: str
    heard: int
    rate_hz: float | None
    """Messages per simulated second, by those that are kept."""
    messages: tuple[EchoedMessage, ...]


@dataclass(slots=True)
class _Ear:
    """Listens to one topic for as long as somebody asks."""

    type: str
    tick: Callable[[], int]
    frames: Callable[[], int]
    heard: int = 0
    kept: deque[tuple[int, int, Message]] = field(default_factory=lambda: deque(maxlen=_KEPT))
    subscription: Subscription[Any] | None = None
    asked_frame: int = 0
    since_asking: int = 0

    def hear(self, message: Message) -> None:
        self.heard += 1
        self.since_asking += 1
        self.kept.append((self.heard, self.tick(), message))
        if self.tired:
            self.close()

    @property
    def tired(self) -> bool:
        idle_frames = self.frames() - self.asked_frame
        return idle_frames > _FRAMES_WITHOUT_ASKING or self.since_asking > _MESSAGES_WITHOUT_ASKING

    def close(self) -> None:
        if self.subscription is not None:
            self.subscription.close()
            self.subscription = None

    def rate_hz(self, tick_rate_hz: int) -> float | None:
        if len(self.kept) < 2:
            return None
        span = self.kept[-1][1] - self.kept[0][1]
        return (len(self.kept) - 1) * tick_rate_hz / span if span > 0 else None


def _topics(app: App) -> Callable[[Arguments], Topics]:
    # A change is seldom one of many topics.
    known: dict[str, tuple[TopicInfo, TopicRow]] = {}

    def row_of(info: TopicInfo) -> TopicRow:
        before = known.get(info.name)
        if before is None or before[0] is not info:
            before = known[info.name] = info, _topic_row(info)
        return before[1]

    def answer(given: Arguments) -> Topics:
        version = f"{app.bus.revision}.{app.world.population_version}"
        if given.get("version") == version:
            return Topics(version, None, None)
        graph = app.bus.graph()
        return Topics(
            version,
            tuple([row_of(each) for each in graph.topics]),
            tuple(
                ServiceRow(each.name, each.type, each.doc, each.server, f"{each.type}_Request")
                for each in graph.services
            ),
        )

    return answer


def _topic_row(info: TopicInfo) -> TopicRow:
    subscribers = tuple(who for who in info.subscribers if who != WHO)
    return TopicRow(info.name, info.type, info.doc, info.publishers, subscribers)


def _message(app: App) -> Callable[[Arguments], MessageForm]:
    def answer(given: Arguments) -> MessageForm:
        name = text_of(given, "type")
        kind = TYPE_BY_NAME.get(name)
        if kind is None:
            raise QuestionRefused(f"there is no message type '{name}'")
        return MessageForm(name, tuple(_fields(name, kind, kind(), "")))

    return answer


def _fields(whole: str, kind: type[Message], default: Message, path: str) -> list[MessageField]:
    found: list[MessageField] = []
    for part in message_fields(kind):
        own, value = f"{path}{part.name}", getattr(default, part.name)
        if part.nested is not None:
            found += _fields(whole, part.nested, value, f"{own}.")
        else:
            plain = value if part.length is None else list(value)
            unit = unit_of(whole, own if part.length is None else f"{own}[0]")
            found.append(MessageField(own, part.ros_type, part.length, unit, plain))
    return found


def _echo(app: App) -> Callable[[Arguments], Echo]:
    ears: dict[str, _Ear] = {}

    def answer(given: Arguments) -> Echo:
        topic = text_of(given, "topic")
        after = int(number_of(given, "after", 0.0))
        ear = ears.get(topic)
        if ear is None or ear.subscription is None:
            ear = ears[topic] = _listen(app, ears, topic, ear)
        ear.asked_frame, ear.since_asking = _frames(app), 0
        rate = app.tick_rate_hz
        news = tuple(
            EchoedMessage(number, tick, tick / rate, values_of(message))
            for number, tick, message in ear.kept
            if number > after
        )
        return Echo(topic, ear.type, ear.heard, ear.rate_hz(rate), news)

    return answer


def _listen(app: App, ears: dict[str, _Ear], topic: str, before: _Ear | None) -> _Ear:
    # Those whose topic fell silent never hear that nobody asks.
    for other in [ear for ear in ears.values() if ear.tired]:
        other.close()
    if sum(ear.subscription is not None for ear in ears.values()) >= _MOST_ECHOES:
        raise QuestionRefused(f"{_MOST_ECHOES} topics are echoed already: close one")
    info = next((each for each in app.bus.graph().topics if each.name == topic), None)
    if info is None:
        raise QuestionRefused(f"there is no topic '{topic}'")
    ear = _Ear(info.type, lambda: app.world.tick, lambda: _frames(app))
    # Numbers go on, so that whoever asks after the last one is told of the next.
    ear.heard = 0 if before is None else before.heard
    try:
        kind = app.bus.message_type(topic)
        # Asking would open a serial line, and looking must be no input of the run.
        is_line = kind is SerialData
        ear.subscription = app.bus.subscribe(topic, kind, ear.hear, by=WHO, passive=is_line)
    except BusError as refusal:
        raise QuestionRefused(str(refusal)) from None
    return ear


def _frames(app: App) -> int:
    desk = app.provided.get("questions")
    return desk.frames if isinstance(desk, QuestionDesk) else 0


QUESTIONS = (
    Question("topics", "topics and services, and who is at each end", Topics, _topics),
    Question("message", "the fields of a message type", MessageForm, _message),
    Question("echo", "the last messages of a topic", Echo, _echo),
)
