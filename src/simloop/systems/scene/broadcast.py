"""Tells viewers of the world: all on joining, then what changed, and poses when asked.

It looks only when a viewer's port wants a frame, so a run without viewers pays for one question
per batch of ticks, and the port alone decides the rate by its own clock. Looking for changes is
spread over frames and begins with raw numbers, so that no single look takes long.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from simloop.systems.scene import messages
from simloop.systems.scene.gather import Movement
from simloop.systems.scene.looks import SHOWN, item_of
from simloop.systems.scene.places import ground_of, water_of
from simloop.systems.scene.poses import PosePacker
from simloop.systems.scene.questions import QuestionDesk
from simloop.world.entities import Entity, Record
from simloop.world.plugin import App
from simloop.world.runner import TickInfo
from simloop.world.system import PythonSystem, Stage
from simloop.world.table import Table

Plan = tuple[messages.Point | None, tuple[messages.Point, ...]]
# In frames: status is looked at five times a second, names and plans once.
_STATUS_EVERY = 6
_CHANGES_EVERY = 30


class SceneSink(Protocol):
    """Where frames go: a port to viewers. All is called in the world's thread."""

    @property
    def watched(self) -> bool:
        """Does somebody look? If not, it wants answers only."""

    @property
    def wanted(self) -> bool:
        """Does it want a frame now, or an answer?"""

    @property
    def overdue(self) -> bool:
        """Has it waited for a frame for too long?"""

    def joining(self) -> bool:
        """Must it be told everything? Asking takes the wish away."""

    def tell(self, message: messages.ToViewer) -> None:
        """Take a message that may not be lost, for those who look."""

    def answer(self, message: messages.ToViewer) -> None:
        """Take what was asked for, for one who need not look."""

    def show(self, poses: bytes) -> None:
        """Take poses; the newest replace those that still wait."""

    def asked(self) -> Iterable[messages.QuestionMessage]:
        """The questions of viewers that wait, at most a few; taking them takes them away."""


@dataclass(frozen=True, slots=True)
class Readouts:
    """What is known beside the world's columns; whoever attaches a sink brings it."""

    hello: Callable[[], messages.Hello]
    pace: Callable[[], tuple[float, float]] = lambda: (1.0, 1.0)
    """Real-time factor, and the speed aimed at."""
    status: Callable[[Record, Table], messages.VehicleStatus | None] = lambda record, table: None
    status_columns: tuple[str, ...] = ()
    """What a status is made of: it is asked for when these change by a hundredth, or always."""
    status_version: Callable[[], int] = lambda: 0
    """Changes when a status may have changed for another reason than its columns."""
    plan: Callable[[Record, Table], Plan] = lambda record, table: (None, ())
    """Home, and the places of the mission."""
    past: Callable[[], Iterable[messages.ToViewer]] = tuple
    """Events up to now."""


@dataclass(slots=True)
class _Known:
    """What the sink has been told."""

    tick: int = -1
    population: int = -1
    items: dict[Entity, messages.Item] = field(default_factory=dict)
    status: dict[int, messages.VehicleStatus] = field(default_factory=dict)
    version: int = 0


class Broadcaster:
    """Feeds one sink."""

    def __init__(
        self, app: App, sink: SceneSink, readouts: Readouts, questions: QuestionDesk
    ) -> None:
        self._app = app
        self._questions = questions
        self._sink = sink
        self._readouts = readouts
        self._packer = PosePacker(app.world)
        self._movement = Movement(app.world, readouts.status_columns)
        self._known = _Known()
        self._frames = 0

    def system(self, *, between_ticks: bool = False) -> PythonSystem:
        """The broadcaster as a system that is active when a frame is wanted.

        Where `look_between_ticks` is called too, it is active only if that comes too seldom.
        """
        sink = self._sink
        return PythonSystem(
            name="scene",
            stage=Stage.OBSERVE,
            run=self.look,
            active=(lambda: sink.overdue) if between_ticks else (lambda: sink.wanted),
        )

    def look_between_ticks(self, paused: bool) -> None:
        """Look if a frame is wanted; the time until the next tick pays for it."""
        if self._sink.wanted:
            world = self._app.world
            self.look(TickInfo(world.tick, world.tick_rate_hz, paused=paused))

    def look(self, info: TickInfo) -> None:
        """Tell what is new, answer what is asked, and show where everything is."""
        sink = self._sink
        watched = sink.watched
        if watched:
            self._tell_news()
        self._questions.frames += 1
        for question in sink.asked():
            sink.answer(self._questions.answer(question))
        if watched:
            factor, speed = self._readouts.pace()
            sink.show(self._packer.pack(paused=info.paused, real_time_factor=factor, speed=speed))

    def _tell_news(self) -> None:
        world = self._app.world
        if self._sink.joining() or world.tick < self._known.tick:
            self._tell_everything()
        elif self._known.population != world.population_version:
            self._tell_population()
        else:
            self._tell_changes()
        if self._frames % _STATUS_EVERY == 0:
            self._tell_status()
        self._frames += 1
        self._known.tick = world.tick

    def _tell_everything(self) -> None:
        world = self._app.world
        self._frames = 0
        # Forgotten first, so that items are described anew, with the poses of now.
        self._known = _Known(world.tick, world.population_version)
        self._movement.forget()
        self._known.items = self._items(self._shown())
        provided = self._app.provided
        self._sink.tell(self._readouts.hello())
        items = tuple(self._known.items.values())
        scene = messages.SceneMessage(world.tick, items, ground_of(provided), water_of(provided))
        self._sink.tell(scene)
        for message in self._readouts.past():
            self._sink.tell(message)

    def _tell_population(self) -> None:
        """Somebody came or went: compare everyone with what is known."""
        world, known = self._app.world, self._known
        known.population = world.population_version
        now = self._items(self._shown())
        new = tuple(item for key, item in now.items() if known.items.get(key) is not item)
        gone = tuple(old.index for key, old in known.items.items() if key not in now)
        known.items = now
        self._movement.forget()
        for index in gone:
            known.status.pop(index, None)
        if new or gone:
            self._sink.tell(messages.DeltaMessage(world.tick, new, gone))

    def _tell_changes(self) -> None:
        """Compare a few; poses do not count, they come by themselves."""
        known = self._known.items
        entities = self._app.world.entities
        some = list(known)[self._frames % _CHANGES_EVERY :: _CHANGES_EVERY]
        now = self._items(entities.get(entity) for entity in some)
        new = tuple(item for key, item in now.items() if known[key] is not item)
        if new:
            known.update(now)
            self._sink.tell(messages.DeltaMessage(self._app.world.tick, new, ()))

    def _tell_status(self) -> None:
        known = self._known.status
        version = self._readouts.status_version()
        if version != self._known.version:
            self._known.version = version
            self._movement.forget()
        told = [
            status
            for record, table in self._movement.moved()
            if (status := self._readouts.status(record, table)) is not None
            and known.get(status.index) != status
        ]
        if told:
            known.update((status.index, status) for status in told)
            self._sink.tell(messages.StatusMessage(tuple(told)))

    def _shown(self) -> Iterable[Record]:
        return (record for record in self._app.world.entities if record.kind in SHOWN)

    def _items(self, records: Iterable[Record]) -> dict[Entity, messages.Item]:
        """These as items; what has not changed but for its pose stays the same object."""
        found = {}
        world, known = self._app.world, self._known.items
        for record in records:
            plan: Plan = (None, ())
            if record.table >= 0:
                plan = self._readouts.plan(record, world.tables[record.table])
            old = known.get(record.entity)
            same = old is not None and (old.name, old.home_ned_m, old.plan_ned_m) == (
                record.name,
                *plan,
            )
            if record.table < 0 and old is not None:
                # No pose tells where lights and actors are: a new place is a change.
                same = item_of(world, record, *plan) == old
            found[record.entity] = old if old and same else item_of(world, record, *plan)
        return found
