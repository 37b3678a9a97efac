"""What a timeline asks of recordings: how long they are, what happened, how a moment looked."""

from base64 import b64encode
from collections.abc import Sequence

from simloop.server.history.track import evenly, modes_of
from simloop.server.player.playhead import Playhead
from simloop.server.player.programme import Programme, same_but_for_pose
from simloop.studio.questions.timeline import Stretch
from simloop.studio.questions.timeline_answers import Marker, Past, Timeline, Track
from simloop.systems.scene.messages import EventMessage, Item
from simloop.systems.scene.poses import pose_frame
from simloop.systems.scene.questions import Arguments, number_of

_FRAMES_PER_S = 20
# Reading moments must not keep the player from playing for long.
_MOST_MOMENTS = 1000
_MOST_STATUSES = 100


class PastDesk:
    """Answers for one programme, wherever it is being played."""

    def __init__(
        self,
        programme: Programme,
        playhead: Playhead,
        events: Sequence[EventMessage],
        *,
        branch_refusal: str,
    ) -> None:
        self._programme = programme
        self._playhead = playhead
        self._branch_refusal = branch_refusal
        self._markers = tuple(
            Marker(event.tick, event.time_s, event.vehicle, event.words, event.level)
            for event in events
            if event.words
        )

    def timeline(self, given: Arguments) -> Timeline:
        """From the first tick to the last, with markers."""
        programme = self._programme
        return Timeline(
            programme.first_tick,
            programme.last_tick,
            programme.tick_rate_hz,
            not self._branch_refusal,
            self._markers,
            branch_refusal=self._branch_refusal,
        )

    def track(self, given: Arguments) -> Track:
        """How everything moved, by moments at equal distances."""
        programme, stretch = self._programme, Stretch.of(given)
        first = int(max(programme.first_tick, stretch.after_tick + 1))
        last = int(min(programme.last_tick, stretch.before_tick))
        every = max(1, programme.tick_rate_hz // _FRAMES_PER_S)
        most = min(stretch.points, _MOST_MOMENTS)
        ticks = evenly(range(first, last + 1, every), most)
        return Track(
            tuple(b64encode(self._frame(tick)).decode() for tick in ticks),
            modes_of((tick, programme.statuses(tick)) for tick in evenly(ticks, _MOST_STATUSES)),
        )

    def past(self, given: Arguments) -> Past:
        """A moment: poses, status, and things if they are others than now."""
        programme = self._programme
        tick = int(number_of(given, "tick"))
        tick = min(max(tick, programme.first_tick), programme.last_tick)
        then, now = programme.items(tick), programme.items(self._playhead.tick)
        return Past(
            tick,
            b64encode(self._frame(tick)).decode(),
            tuple(programme.statuses(tick)),
            None if _same(then, now) else tuple(then),
        )

    def _frame(self, tick: int) -> bytes:
        return pose_frame(
            self._programme.poses(tick),
            tick=tick,
            tick_rate_hz=self._programme.tick_rate_hz,
            paused=self._playhead.paused,
            real_time_factor=self._playhead.factor,
            speed=self._playhead.speed,
        )


def _same(one: list[Item], other: list[Item]) -> bool:
    """Are these the same things, wherever vehicles are?"""
    return len(one) == len(other) and all(map(same_but_for_pose, one, other))
