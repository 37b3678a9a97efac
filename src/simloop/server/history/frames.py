"""How a run looked: packed poses, the status of vehicles, and who was there."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from simloop.server.history.thinned import Thinned
from simloop.server.history.track import evenly, modes_of
from simloop.server.history.wall_share import WallShare
from simloop.server.simulation import Simulation
from simloop.studio.questions.timeline import Stretch
from simloop.studio.questions.timeline_answers import Past, Track
from simloop.systems.scene.gather import Movement
from simloop.systems.scene.looks import SHOWN, item_of
from simloop.systems.scene.messages import Item, VehicleStatus
from simloop.systems.scene.poses import PosePacker
from simloop.world.entities import Record
from simloop.world.runner import TickInfo
from simloop.world.table import Table

FRAMES_PER_SIM_S = 20
_LEAST_NS = 33_000_000
# Words change seldom: they are read in every 4th frame.
_STATUS_EVERY = 4
_SCENES_KEPT = 64
_BYTES_PER_FRAME = 200
_BYTES_PER_STATUS = 300
# An answer that a browser is sent in one piece.
_MOST_TRACK_BYTES = 300_000

StatusOf = Callable[[Record, Table], VehicleStatus | None]
ItemOf = Callable[[Record], Item]
Scene = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment."""

    tick: int
    poses: bytes
    status: tuple[VehicleStatus, ...]
    scene: Scene


class Frames:
    """Looks at the world up to 20 times a simulated second, and 30 times a second of the wall.

    What takes long is done less often, so that a run flat out is hardly held up.
    """

    def __init__(
        self,
        simulation: Simulation,
        status: StatusOf,
        item: ItemOf,
        budget_bytes: int,
        status_columns: Sequence[str] = (),
        share: float = 1.0,
    ) -> None:
        self._simulation = simulation
        self._status = status
        self._item = item
        self._packer = PosePacker(simulation.world)
        self._every = max(1, simulation.tick_rate_hz // FRAMES_PER_SIM_S)
        self._pace = WallShare(simulation.time.wall, least_ns=_LEAST_NS, share=share)
        self._movement = Movement(simulation.world, status_columns)
        self._known: dict[int, VehicleStatus] = {}
        self._population = (-1, -1)
        self._looks = 0
        self._statuses: tuple[VehicleStatus, ...] = ()
        self._scenes: dict[object, Scene] = {}
        self._kept: Thinned[Frame] = Thinned(budget_bytes)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        """What they take."""
        return self._kept.bytes

    @property
    def ticks(self) -> tuple[int, ...]:
        """When they were taken."""
        return self._kept.ticks

    @property
    def due(self) -> bool:
        """May another one be taken by the wall clock?"""
        return self._pace.due

    def next_tick(self) -> int:
        """When the next one is due by simulated time."""
        return (self._simulation.world.tick // self._every + 1) * self._every

    def look(self, info: TickInfo) -> None:
        """Take a frame, unless time stands still."""
        last = self._kept.last
        if last is None or info.tick > last.tick:
            self.take()

    def take(self) -> None:
        """Take a frame now."""
        with self._pace.work():
            self._take()

    def _take(self) -> None:
        simulation = self._simulation
        poses = self._packer.pack(paused=False, real_time_factor=0.0, speed=simulation.time.speed)
        size = len(poses) + _BYTES_PER_FRAME
        if self._looks % _STATUS_EVERY == 0:
            size += self._read_statuses()
        self._looks += 1
        tick = simulation.world.tick
        self._kept.add(tick, Frame(tick, poses, self._statuses, self._scene()), size)

    def begin(self) -> None:
        """Forget all, and take the first."""
        self._scenes.clear()
        self.cut(-1)

    def cut(self, tick: int) -> None:
        """Forget what came after a tick, and look again."""
        self._kept.keep(lambda frame: frame.tick < tick)
        self._looks = 0
        self.take()

    def past(self, tick: int) -> Past | None:
        """How it was at the nearest moment that is known, not after the tick."""
        frame = self._kept.at(tick)
        if frame is None:
            return None
        items = None if frame.scene is self._scene() else frame.scene
        return Past(frame.tick, b64encode(frame.poses).decode(), frame.status, items)

    def track(self, stretch: Stretch) -> Track:
        """How everything moved: evenly fewer frames than are known, if these are too many."""
        frames = self._kept.between(stretch.after_tick, stretch.before_tick)
        largest = max((len(frame.poses) for frame in frames), default=1)
        most = max(2, min(stretch.points, _MOST_TRACK_BYTES // largest))
        shown = evenly(frames, most)
        return Track(
            tuple(b64encode(frame.poses).decode() for frame in shown),
            modes_of((frame.tick, frame.status) for frame in frames),
        )

    def _read_statuses(self) -> int:
        """Read those that may have changed; what has not stays the same object."""
        world, before = self._simulation.world, self._known
        population = (world.population_version, world.structure_version)
        if population != self._population:
            self._population, self._known = population, {}
            self._movement.forget()
        for record, table in self._movement.moved():
            status = self._status(record, table)
            if status is not None:
                old = before.get(status.index)
                self._known[status.index] = old if old == status else status
        now = tuple(self._known.values())
        fresh = sum(old is not new for old, new in zip_longest(self._statuses, now))
        if not fresh:
            return 0
        self._statuses = now
        return _BYTES_PER_STATUS * fresh + 8 * len(now)

    def _scene(self) -> Scene:
        """Who is there now; the same object while nobody comes, goes or changes names.

        No frame holds the place of a light or an actor: a new one makes another scene.
        """
        shown = [record for record in self._simulation.world.entities if record.kind in SHOWN]
        key = tuple((record.entity, record.name, _place_of(record)) for record in shown)
        scene = self._scenes.get(key)
        if scene is None:
            while len(self._scenes) >= _SCENES_KEPT:
                del self._scenes[next(iter(self._scenes))]
            scene = self._scenes[key] = tuple(self._item(record) for record in shown)
        return scene


def _place_of(thing: Record) -> object:
    facts = thing.facts
    return facts.get("position_ned_m"), facts.get("attitude_wxyz")


def plain_item(simulation: Simulation) -> ItemOf:
    """Items without home and mission."""
    return lambda record: item_of(simulation.world, record, None, ())
