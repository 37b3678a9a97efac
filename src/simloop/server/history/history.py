"""What a run under way remembers while it can be watched; it only looks, until it goes back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from simloop.server.events import Event
from simloop.server.history.frames import Frames, ItemOf, StatusOf, plain_item
from simloop.server.history.journal import BRANCH, Journal
from simloop.server.history.snapshots import Snapshots
from simloop.server.history.topics import TopicHistory
from simloop.server.recording.names import RECORDING
from simloop.server.simulation import Simulation
from simloop.studio.questions.timeline import HISTORY, PastRow, Stretch
from simloop.studio.questions.timeline_answers import Marker, Past, Timeline, Track
from simloop.studio.topic_rows import TopicRows
from simloop.systems.user_commands.desk import CommandDesk
from simloop.world.commands import Command, CommandRefused
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

DEFAULT_MB = 256
SHARES = (0.01, 0.02)
"""How much of the time frames and copies may take."""
# Poses are small beside copies of the world.
_SHARE_OF_FRAMES = 0.25
_SHARE_OF_TOPICS = 0.1
_MOST_MARKERS = 1000

MarkerOf = Callable[[Event], Marker | None]


class RecordingOfRun(Protocol):
    """What a run that goes back asks of its recording."""

    def part(self) -> None:
        """Finish the file as it is, and record nothing for now."""

    def go_on(self, tick: int) -> None:
        """Begin another that holds all up to a tick, and record again."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """Go on from a tick of the past, once the tick under way has ended."""

    history: "History"
    tick: int

    def apply(self, world: World) -> Command:
        """Ask for it. A replay knows no branches, so what may be undone is left as it was."""
        self.history.want(self.tick)
        return self


class History:
    """Frames to look at, snapshots to go back to, and the inputs between them."""

    def __init__(
        self,
        simulation: Simulation,
        *,
        status: StatusOf = lambda record, table: None,
        status_columns: Sequence[str] = (),
        item: ItemOf | None = None,
        marker: MarkerOf = lambda event: None,
        budget_mb: float = DEFAULT_MB,
        shares: tuple[float, float] = SHARES,
        on_branch: Callable[[], None] = lambda: None,
    ) -> None:
        self._simulation = simulation
        self._marker = marker
        self._on_branch = on_branch
        frames_bytes = int(budget_mb * 1e6 * _SHARE_OF_FRAMES)
        self.journal = Journal(simulation)
        self.frames = Frames(
            simulation,
            status,
            item or plain_item(simulation),
            frames_bytes,
            status_columns,
            shares[0],
        )
        topics_bytes = int(budget_mb * 1e6 * _SHARE_OF_TOPICS)
        self.topics = TopicHistory(simulation, topics_bytes)
        copies_bytes = int(budget_mb * 1e6) - frames_bytes - topics_bytes
        self.snapshots = Snapshots(simulation, self.journal, copies_bytes, shares[1])
        self.branches: list[int] = []
        self.first_tick = 0
        self._wanted: int | None = None
        self._going_back = False
        self._idled = False
        self._is_void = False

    def join(self) -> None:
        """Begin here: enter the schedule, offer `branch`, and be `provided["history"]`."""
        simulation = self._simulation
        self._begin()
        self.topics.look()
        simulation.add_system(
            PythonSystem(
                name="history",
                stage=Stage.OBSERVE,
                run=self.frames.look,
                active=lambda: self.frames.due,
                next_tick=self.frames.next_tick,
                reset=self._void,
                # Asked for in every snapshot, so that a jump of somebody else is noticed.
                save=lambda: None,
                load=lambda saved: self._void(),
            )
        )
        simulation.between_ticks(self._between)
        simulation.provide(HISTORY, self)
        desk = simulation.provided.get("user_commands")
        if isinstance(desk, CommandDesk):
            desk.offer(BRANCH, self._make_branch)

    def timeline(self) -> Timeline:
        """How far back it reaches, and what happened."""
        refusal = self._refusal()
        return Timeline(
            self.first_tick,
            self._simulation.world.tick,
            self._simulation.tick_rate_hz,
            not refusal,
            self._markers(),
            tuple(self.branches),
            refusal,
        )

    def past(self, tick: int) -> Past | None:
        """How it was at a tick, or None before the first."""
        return self.frames.past(tick)

    def track(self, stretch: Stretch) -> Track:
        """How everything moved in a stretch of time."""
        return self.frames.track(stretch)

    def numbers(self, topic: str) -> TopicRows | None:
        """What a topic said, if it was followed; it is from now on."""
        return self.topics.numbers(topic)

    def row(self, tick: int, name: str) -> PastRow | int:
        """An entity in the nearest copy not after the tick; or the copy's tick: it is not in it."""
        return self.snapshots.row(tick, name)

    def want(self, tick: int) -> None:
        """Go back to a tick after the one under way; refused with the reason."""
        if refusal := self._refusal():
            raise CommandRefused(refusal)
        now = self._simulation.world.tick
        if not self.first_tick <= tick < now:
            raise CommandRefused(
                f"argument 'tick' is a whole number from {self.first_tick} to {now - 1}"
            )
        self._wanted = tick
        self._simulation.runner.hold()

    def _refusal(self) -> str:
        """Why there is no going back, or nothing."""
        if self._simulation.bus.inbox.replaying:
            return "this run repeats a log: it takes no other way"
        return self.snapshots.refusal

    def _make_branch(self, given: Any) -> Command:
        tick = given.get("tick")
        if isinstance(tick, bool) or not isinstance(tick, int):
            raise CommandRefused("argument 'tick' is a whole number: where to go on from")
        return _Branch(self, tick)

    def _between(self, paused: bool) -> None:
        self.topics.look()
        if self._is_void:
            self._begin()
        elif paused:
            self.journal.note_idle()
            self._idled = True
        elif self._idled:
            # What was done while paused is in the copy, so nobody has to pause again.
            self._idled = False
            self.snapshots.take()
        else:
            self.snapshots.take_if_due()
        if self._wanted is not None:
            self._go_back(self._wanted)

    def _go_back(self, tick: int) -> None:
        self._wanted = None
        before = self._simulation.world.tick
        recording: RecordingOfRun | None = self._simulation.provided.get(RECORDING)
        if recording is not None:
            recording.part()
        self._going_back = True
        try:
            self.snapshots.go_to(tick)
        finally:
            self._going_back = False
        self.branches = [each for each in self.branches if each < tick] + [tick]
        self.frames.cut(tick)
        self.topics.cut(tick)
        if recording is not None:
            recording.go_on(tick)
        self._simulation.log.add(tick, "", "branched", back_ticks=before - tick)
        self._on_branch()

    def _begin(self) -> None:
        """All that was known is void, as after a reset."""
        self.first_tick = self._simulation.world.tick
        self.branches = []
        self._wanted = None
        self._is_void = self._idled = False
        self.journal.begin()
        self.snapshots.begin()
        self.frames.begin()
        self.topics.begin()

    def _void(self) -> None:
        """Somebody else goes back in time: begin anew once everyone is there."""
        self._is_void = not self._going_back

    def _markers(self) -> tuple[Marker, ...]:
        return tuple(_last(map(self._marker, self._simulation.log.events)))


def _last(markers: Iterable[Marker | None]) -> list[Marker]:
    """The newest ones; those that matter most stay the longest."""
    found = [marker for marker in markers if marker is not None]
    if len(found) > _MOST_MARKERS:
        found = [marker for marker in found if marker.level != "info"] or found
    return found[-_MOST_MARKERS:]
