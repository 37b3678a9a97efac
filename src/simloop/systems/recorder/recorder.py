"""The recorder: subscribes to what is wanted, follows the inbox, takes checkpoints."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from simloop.messages import Message
from simloop.messages.simloop_msgs import SerialData
from simloop.systems.recorder.selection import Selection
from simloop.systems.recorder.sink import RecordSink
from simloop.systems.recorder.state_copy import ThingCopy, copy_state, copy_things
from simloop.transport.graph import TopicInfo
from simloop.transport.inbox import Stamped
from simloop.transport.topic import Subscription
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage

# How often the sink is told how far the world is: it may lag behind by a second at most.
_BEATS_PER_S = 20


class Recorder:
    """Two observers: one keeps the subscriptions, one beats and takes checkpoints."""

    def __init__(
        self, app: App, sink: RecordSink, selection: Selection, *, every: int, checkpoint_ticks: int
    ) -> None:
        self._app = app
        self._sink = sink
        self._selection = selection
        self._every = every
        self._checkpoint_ticks = checkpoint_ticks
        self._beat_ticks = max(1, app.tick_rate_hz // _BEATS_PER_S)
        self._subscriptions: dict[str, Subscription[Any]] = {}
        self._known = (-1, -1)
        self._things: tuple[ThingCopy, ...] | None = ()
        self._has_told_things = False
        self._idle_had_input = False
        self._deaf: Callable[[], None] = lambda: None

    def join(self) -> None:
        """Subscribe, listen to the inbox and enter the schedule."""
        self._deaf = self._app.bus.inbox.listen(self._inputs)
        self._take_stock()
        self._app.add_system(
            PythonSystem(
                name="recorder topics",
                stage=Stage.OBSERVE,
                run=lambda info: self._take_stock(),
                active=lambda: self._known != self._versions(),
            )
        )
        self._app.add_system(
            PythonSystem(
                name="recorder",
                stage=Stage.OBSERVE,
                run=self._beat,
                next_tick=self._next_tick,
                reset=self._began_anew,
                # What systems save is asked of it in every snapshot, so a restore is noticed.
                save=lambda: None,
                load=lambda saved: self._restored(),
            )
        )

    @property
    def topics(self) -> tuple[str, ...]:
        """What is subscribed to, sorted."""
        return tuple(sorted(self._subscriptions))

    def mute(self, until: RecordSink | None = None) -> None:
        """Hand over nothing, or only to one who waits, until there is another sink."""
        self._sink = until or RecordSink()

    def go_on(self, sink: RecordSink) -> None:
        """Hand over to another sink; the world may be another than when it was muted."""
        self._sink = sink
        self._idle_had_input = False
        self._doubt_things()
        self._take_stock()

    def leave(self) -> None:
        """Record nothing more."""
        self._deaf()
        for subscription in self._subscriptions.values():
            subscription.close()
        self._subscriptions.clear()
        for name in ("recorder topics", "recorder"):
            # One that failed may have been taken out already.
            with suppress(KeyError):
                self._app.remove_system(name)

    def _began_anew(self) -> None:
        self._doubt_things()
        self._sink.began_anew()

    def _restored(self) -> None:
        self._doubt_things()
        self._sink.restored(self._app.world.tick)

    def _versions(self) -> tuple[int, int]:
        return self._app.bus.revision, self._app.world.population_version

    def _take_stock(self) -> None:
        """Somebody has come, gone or changed."""
        self._subscribe()
        self._tell_things()

    def _tell_things(self) -> None:
        things = copy_things(self._app.world)
        if things != self._things:
            self._things, self._has_told_things = things, True
            self._sink.things(self._app.world.tick, things)

    def _doubt_things(self) -> None:
        """Ticks go back: what was told last may not be what holds there."""
        if self._has_told_things:
            self._things = None

    def _subscribe(self) -> None:
        """Follow the topics that have come and those that have gone."""
        bus = self._app.bus
        there = {info.name for info in bus.graph().topics if self._is_alive(info)}
        for name in sorted(self._subscriptions.keys() - there):
            self._subscriptions.pop(name).close()
        for name in sorted(there - self._subscriptions.keys()):
            if self._selection.takes(name):
                self._subscriptions[name] = self._follow(name)
        self._known = self._versions()

    @staticmethod
    def _is_alive(info: TopicInfo) -> bool:
        """Does anyone publish it, or wait for it from outside?"""
        return bool(info.publishers) or any(who != "recorder" for who in info.subscribers)

    def _follow(self, topic: str) -> Subscription[Any]:
        bus = self._app.bus
        message_type = bus.message_type(topic)
        # Whether somebody listens to a serial line is a fact that a board can notice.
        is_line = message_type is SerialData

        def take(message: Message) -> None:
            self._sink.message(self._app.world.tick, topic, message)

        return bus.subscribe(
            topic,
            message_type,
            take,
            by="recorder",
            every=1 if is_line else self._every,
            passive=is_line,
        )

    def _inputs(self, taken: tuple[Stamped, ...], at_once: bool) -> None:
        tick = self._app.world.tick
        paused = not at_once and taken[0].tick == tick
        self._sink.inputs(tick, taken, paused=paused, at_once=at_once)
        # Last, since the sink may have begun a new file by it.
        self._idle_had_input = paused

    def _next_tick(self) -> int:
        tick = self._app.world.tick
        periods = (self._beat_ticks, self._checkpoint_ticks)
        return min((tick // period + 1) * period for period in periods)

    def _beat(self, info: TickInfo) -> None:
        if info.paused:
            if not self._idle_had_input:
                self._sink.idle(info.tick)
            self._idle_had_input = False
            return
        if info.tick % self._checkpoint_ticks == 0:
            self._sink.checkpoint(copy_state(self._app.world))
        self._sink.reached(info.tick)
