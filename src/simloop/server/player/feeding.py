"""Tells a sink of the programme: all on joining and after a jump, then what changed, and poses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from simloop.server.player.playhead import Playhead
from simloop.server.player.programme import Programme, same_but_for_pose
from simloop.systems.scene.broadcast import SceneSink
from simloop.systems.scene.messages import (
    DeltaMessage,
    EventMessage,
    Hello,
    Item,
    QuestionMessage,
    SceneMessage,
    StatusMessage,
    VehicleStatus,
)
from simloop.systems.scene.poses import pose_frame

_STATUS_EVERY = 6


@dataclass(slots=True)
class _Told:
    """What viewers know."""

    jumps: int = -1
    items: dict[int, Item] = field(default_factory=dict)
    status: dict[int, VehicleStatus] = field(default_factory=dict)


class Feeder:
    """Feeds one sink with wherever the playhead is."""

    def __init__(
        self,
        programme: Programme,
        playhead: Playhead,
        sink: SceneSink,
        events: Sequence[EventMessage],
    ) -> None:
        self._programme = programme
        self._playhead = playhead
        self._sink = sink
        self._events = events
        self._told = _Told()
        self._frames = 0

    def look(self, hello: Hello, answer: Callable[[QuestionMessage], None]) -> None:
        """Tell what is new, answer what is asked, and show where everything is."""
        watched = self._sink.watched
        if watched:
            self._tell_news(hello)
        for question in self._sink.asked():
            answer(question)
        if watched:
            self._show()

    def _tell_news(self, hello: Hello) -> None:
        sink = self._sink
        if sink.joining():
            sink.tell(hello)
            self._tell_scene()
            for event in self._events:
                sink.tell(event)
        elif self._told.jumps != self._playhead.jumps:
            self._tell_scene()
        else:
            self._tell_changes()
        if self._frames % _STATUS_EVERY == 0:
            self._tell_status()
        self._frames += 1

    def _show(self) -> None:
        playhead = self._playhead
        self._sink.show(
            pose_frame(
                self._programme.poses(playhead.tick),
                tick=playhead.tick,
                tick_rate_hz=self._programme.tick_rate_hz,
                paused=playhead.paused,
                real_time_factor=playhead.factor,
                speed=playhead.speed,
            )
        )

    def _tell_scene(self) -> None:
        programme, tick = self._programme, self._playhead.tick
        run = programme.first.run
        items = programme.items(tick)
        self._told = _Told(self._playhead.jumps, {item.index: item for item in items})
        self._frames = 0
        self._sink.tell(
            SceneMessage(tick, tuple(items), run.ground, run.water, programme.ghost_water)
        )

    def _tell_changes(self) -> None:
        known, tick = self._told.items, self._playhead.tick
        now = {item.index: item for item in self._programme.items(tick)}
        new = [i for n, i in now.items() if n not in known or not same_but_for_pose(known[n], i)]
        gone = [index for index in known if index not in now]
        if new or gone:
            self._sink.tell(DeltaMessage(tick, tuple(new), tuple(gone)))
            self._told.items = now
            for index in gone:
                self._told.status.pop(index, None)

    def _tell_status(self) -> None:
        known = self._told.status
        changed = [
            status
            for status in self._programme.statuses(self._playhead.tick)
            if known.get(status.index) != status
        ]
        if changed:
            known |= {status.index: status for status in changed}
            self._sink.tell(StatusMessage(tuple(changed)))
