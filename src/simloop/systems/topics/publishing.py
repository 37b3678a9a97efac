"""Publishes feeds for every vehicle that has them and is listened to."""

from math import gcd
from typing import Any

from simloop.systems.topics.feeds import FEEDS, Feed
from simloop.transport.topic import Publisher
from simloop.world.activity import Activity
from simloop.world.dynamics_interface import header_at
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table


class FeedPublisher:
    """Keeps the publishers of a feed in step with the vehicles, and remembers who listens."""

    def __init__(self, app: App, feed: Feed, *, always_prefix: bool) -> None:
        self._app = app
        self._feed = feed
        self._always_prefix = always_prefix
        self._publishers: dict[Entity, Publisher[Any]] = {}
        self._seen: dict[Entity, float] = {}
        self._known: dict[Entity, list[list[float]]] = {}
        self._heard: list[Record] = []

    @property
    def heard(self) -> bool:
        """Does anyone listen to any vehicle's topic?"""
        return bool(self._heard)

    @property
    def period_ticks(self) -> int:
        """How often somebody wants a message at most."""
        return gcd(*(self._publishers[record.entity].period_ticks for record in self._heard))

    def forget(self) -> None:
        """Take every sample as new, as after a reset."""
        self._seen.clear()
        self._known.clear()

    def run(self, info: TickInfo) -> None:
        """Publish what is new."""
        world, feed = self._app.world, self._feed
        for record in self._heard:
            publisher = self._publishers[record.entity]
            if not publisher.wanted(info.tick):
                continue
            table, row = world.tables[record.table], record.row
            if feed.once is not None and table.numbers(row, feed.once)[0] <= 0.0:
                continue
            if feed.fresh is not None:
                sequence = float(table.numbers(row, feed.fresh)[0])
                if sequence == self._seen.get(record.entity, 0.0):
                    continue
                self._seen[record.entity] = sequence
            if not self._is_due(record, table, info):
                continue
            head = header_at(info.tick, info.tick_rate_hz, record.name)
            publisher.publish(feed.build(feed.reader(record, table, info.tick), head))

    def _is_due(self, record: Record, table: Table, info: TickInfo) -> bool:
        """Is it time for a message, or has something changed since the last one?"""
        rate_hz = self._feed.rate_hz
        if rate_hz is None:
            return True
        now = [table.numbers(record.row, column).tolist() for column in self._feed.columns]
        before = self._known.get(record.entity)
        self._known[record.entity] = now
        return now != before or info.tick % max(round(info.tick_rate_hz / rate_hz), 1) == 0

    def refresh(self) -> None:
        """Look again who is there and who listens."""
        app = self._app
        fitting = {
            number
            for number, table in enumerate(app.world.tables)
            if all(column in table.layout.places for column in self._feed.columns)
            and not any(column in table.layout.places for column in self._feed.without)
        }
        models = {r.entity: r for r in app.world.models() if r.table in fitting}
        for entity in [entity for entity in self._publishers if entity not in models]:
            self._publishers.pop(entity).close()
        alone = len(app.world.models()) == 1 and not self._always_prefix
        for entity, record in models.items():
            if entity not in self._publishers:
                self._publishers[entity] = self._advertise(record, alone=alone)
        self._heard = [models[e] for e, p in self._publishers.items() if p.has_subscribers]

    def _advertise(self, record: Record, *, alone: bool) -> Publisher[Any]:
        topic = self._feed.topic if alone else f"{record.name}/{self._feed.topic}"
        return self._app.bus.advertise(topic, self._feed.message, self._feed.doc, by=record.name)


class TopicSystem:
    """All feeds as one system, which sleeps while nobody listens."""

    def __init__(self, app: App, *, always_prefix: bool) -> None:
        self._app = app
        self._feeds = [FeedPublisher(app, feed, always_prefix=always_prefix) for feed in FEEDS]
        self._heard: list[FeedPublisher] = []
        self._period_ticks = 1
        self._known = (-1, -1)

    def join(self) -> None:
        """Advertise every topic and enter the schedule."""
        self.active()
        self._app.add_system(
            PythonSystem(
                name="topics",
                stage=Stage.OBSERVE,
                run=self.run,
                active=Activity(self.active),
                next_tick=self.next_tick,
                reset=self._forget,
            )
        )

    def active(self) -> bool:
        """Does anyone listen to anything?"""
        now = (self._app.bus.revision, self._app.world.population_version)
        if self._known != now:
            for feed in self._feeds:
                feed.refresh()
            self._heard = [feed for feed in self._feeds if feed.heard]
            self._period_ticks = gcd(*(feed.period_ticks for feed in self._heard)) or 1
            self._known = now
        return bool(self._heard)

    def next_tick(self) -> int:
        """The next tick in which somebody may want a message."""
        return (self._app.world.tick // self._period_ticks + 1) * self._period_ticks

    def run(self, info: TickInfo) -> None:
        """Publish what is new on every topic that is listened to."""
        for feed in self._heard:
            feed.run(info)

    def _forget(self) -> None:
        for feed in self._feeds:
            feed.forget()
