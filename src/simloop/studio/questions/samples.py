"""What plots ask: which numbers the topics carry, and how they went."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from simloop.messages import TYPE_BY_NAME
from simloop.messages.numbers import numeric_fields
from simloop.messages.units import unit_of
from simloop.studio.questions.sample_answers import FieldRow, Fields, Samples, Series
from simloop.studio.questions.timeline import past_numbers
from simloop.studio.thinning import Numbers, thinned
from simloop.studio.topic_ring import TopicRing
from simloop.systems.scene.questions import Arguments, Question, QuestionRefused, number_of
from simloop.timing.wall import WallClock
from simloop.transport.graph import TopicInfo
from simloop.world.plugin import App

RATE_HZ = 100.0
POINTS = 4000
_MOST_FIELDS = 32
_MOST_ROWS = 100_000
_LONGEST_SEARCH = 200
# Each costs the world time whenever its topic speaks.
_MOST_TOPICS = 64


def _fields(app: App) -> Callable[[Arguments], Fields]:
    return FieldList(app).answer


@dataclass(frozen=True, slots=True)
class _Topic:
    name: str
    type: str
    vehicle: str
    searched: str
    """Its name as fields begin with it, in small letters."""


class FieldList:
    """All numbers of all topics; there may be ten thousands, so that only those found are made."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._version = (-1, -1)
        self._topics: list[_Topic] = []

    def answer(self, given: Arguments) -> Fields:
        """Those in which all words occur: of the chosen vehicle and of nobody first."""
        words = str(given.get("search", ""))[:_LONGEST_SEARCH].lower().split()
        chosen = str(given.get("vehicle", ""))
        most = max(0, int(number_of(given, "most", _MOST_ROWS)))
        self._look_around()
        first: list[FieldRow] = []
        rest: list[FieldRow] = []
        for topic in self._topics:
            wanted = first if topic.vehicle in ("", chosen) else rest
            if len(wanted) < most:
                wanted += _found(topic, words)
        return Fields(tuple((first + rest)[:most]))

    def _look_around(self) -> None:
        app = self._app
        version = (app.bus.revision, app.world.population_version)
        if version == self._version:
            return
        self._version = version
        models = {record.name for record in app.world.models()}
        self._topics = [
            _Topic(info.name, info.type, _vehicle_of(info, models), f"{info.name}.".lower())
            for info in app.bus.graph().topics
            if _is_alive(info) and info.type in TYPE_BY_NAME
        ]


def _found(topic: _Topic, words: list[str]) -> list[FieldRow]:
    name = topic.searched
    left = tuple(word for word in words if word not in name)
    if any("." in word for word in left):
        fields = tuple(
            path
            for path in numeric_fields(topic.type)
            if all(word in name + path.lower() for word in left)
        )
    else:
        # What the name does not answer is within the field, which is the same for many topics.
        fields = _paths(topic.type, left)
    return [
        FieldRow(f"{topic.name}.{path}", topic.name, path, unit_of(topic.type, path), topic.vehicle)
        for path in fields
    ]


@lru_cache(maxsize=1000)
def _paths(type_name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The fields of a type in which all words occur."""
    paths = numeric_fields(type_name)
    return tuple(path for path in paths if all(word in path.lower() for word in words))


def _is_alive(info: TopicInfo) -> bool:
    """Does anybody else publish it, or wait for it?"""
    return bool(info.publishers) or any(who != "plots" for who in info.subscribers)


def _vehicle_of(info: TopicInfo, models: set[str]) -> str:
    """Whose topic it is, by its name or by who is at its ends; nobody's if it tells of all."""
    first = info.name.partition("/")[0]
    if first in models:
        return first
    return next((who for who in (*info.publishers, *info.subscribers) if who in models), "")


class SampleDesk:
    """Rings of the topics that are asked for."""

    def __init__(self, app: App, wall: WallClock) -> None:
        self._app = app
        self._wall = wall
        self._rings: dict[str, TopicRing] = {}

    @property
    def topics(self) -> tuple[str, ...]:
        """Those that are listened to now."""
        return tuple(self._rings)

    def answer(self, given: Arguments) -> Samples:
        """What is known of the fields after a time, and from now on."""
        names = given.get("fields")
        if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) for n in names):
            raise QuestionRefused("argument 'fields' is missing: write a list of topic.field")
        if len(names) > _MOST_FIELDS:
            raise QuestionRefused(f"ask for at most {_MOST_FIELDS} fields at a time")
        after_s, before_s = number_of(given, "after_s", -inf), number_of(given, "before_s", inf)
        points = int(number_of(given, "points", POINTS))
        rate_hz = min(max(number_of(given, "rate_hz", RATE_HZ), 1.0), self._app.tick_rate_hz)
        every = max(1, round(self._app.tick_rate_hz / rate_hz))
        found, refusal = [], None
        for name in dict.fromkeys(names):
            # A vehicle that has gone must not silence the others.
            try:
                topic, path = self._find(name)
                times, values, unit = self._take(topic, path, every, after_s, before_s)
            except QuestionRefused as reason:
                refusal = reason
            else:
                times, values = thinned(times, values, points)
                found.append(Series(name, "", unit, tuple(times.tolist()), tuple(values.tolist())))
        if refusal is not None and not found:
            raise refusal
        return Samples(tuple(found))

    def _take(
        self, topic: str, path: str, every: int, after_s: float, before_s: float
    ) -> tuple[Numbers, Numbers, str]:
        """Times, values and unit of a field; its ring begins with the first asking."""
        ring = self._rings.get(topic)
        if ring is None:
            self._make_room()
            ring = self._rings[topic] = TopicRing(
                self._app,
                topic,
                every=every,
                wall=self._wall,
                over=lambda: self._forget(topic),
                past=past_numbers(self._app, topic),
            )
        ring.ask(every=every)
        return (*ring.values(path, after_s, before_s), unit_of(ring.type, path))

    def _make_room(self) -> None:
        # Those whose topic fell silent never hear that nobody asks.
        for topic in [topic for topic, ring in self._rings.items() if ring.forgotten]:
            self._rings.pop(topic).close()
        if len(self._rings) >= _MOST_TOPICS:
            raise QuestionRefused(f"{_MOST_TOPICS} topics are plotted already: close some plots")

    def _find(self, name: str) -> tuple[str, str]:
        """Topic and field of a name; topics have no dots."""
        topic, _, path = name.partition(".")
        if topic in self._rings and path in self._rings[topic].fields:
            return topic, path
        for info in self._app.bus.graph().topics:
            if info.name == topic and info.type in TYPE_BY_NAME and _is_alive(info):
                if path in numeric_fields(info.type):
                    return topic, path
                raise QuestionRefused(f"topic {topic} has no number '{path}'")
        raise QuestionRefused(f"no topic {topic}: the question 'fields' lists what there is")

    def _forget(self, topic: str) -> None:
        self._rings.pop(topic, None)


def _samples(app: App) -> Callable[[Arguments], Samples]:
    return SampleDesk(app, WallClock()).answer


QUESTIONS = (
    Question(
        "fields",
        "the numbers that topics carry; `search` words, `vehicle` first, `most` of them",
        Fields,
        _fields,
    ),
    Question(
        "samples",
        "values of `fields` between `after_s` and `before_s`, `points` at most, taken at `rate_hz`",
        Samples,
        _samples,
    ),
)
