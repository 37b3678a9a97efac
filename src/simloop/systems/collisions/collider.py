"""The system: finds contacts after the motion, and holds their force over the next tick."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision.arrays import Settings
from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import search
from simloop.kernels.collision.layout import Begun, State
from simloop.kernels.collision.tick import Answer, glance, meet, settle, whole_tick
from simloop.systems.collisions.config import Config
from simloop.systems.collisions.crowd import READS, WRITES, Crowd, contact_writers
from simloop.systems.collisions.events import Touch, TouchBoard
from simloop.systems.collisions.room import Room
from simloop.world.activity import Activity
from simloop.world.array_program import ArrayProgram
from simloop.world.fused_work import FusedWork
from simloop.world.runner import TickInfo
from simloop.world.shapes import Surface
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World

Label = tuple[str, int]
# Kernels, compiled once per machine and kept in simloop's cache.
WHOLE_TICK = ArrayProgram(whole_tick)
"""A tick over all tables in one call."""
GLANCE = ArrayProgram(glance)
"""A look at whether such a tick has anything to do."""
PARTS = (locate, search, gather, meet, settle, scatter)
"""The parts of a tick that Python calls one by one."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What contacts remember, by the names of the shapes: good when the crowd changes.

    Rows are of two shapes and a feature; `labels` names the shapes.
    """

    labels: tuple[Label, ...]
    codes: NDArray[np.int64]
    values: NDArray[np.float64]

    def translated(
        self, labels: tuple[Label, ...]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The rows whose shapes are in another list too, with their numbers there.

        Both lists are sorted by name in the same way, so rows stay in order.
        """
        if labels == self.labels:
            return self.codes, self.values
        number = {label: k for k, label in enumerate(labels)}
        new = np.array([number.get(label, -1) for label in self.labels], dtype=np.int64)
        if not len(self.codes):
            return self.codes, self.values
        codes = self.codes.copy()
        codes[:, :2] = new[codes[:, :2]]
        kept = (codes[:, :2] >= 0).all(axis=1)
        return codes[kept], self.values[kept]


class Collider:
    """Runs the kernels over all bodies; remembers impulses from tick to tick."""

    def __init__(self, world: World, config: Config, board: TouchBoard, *, compiled: bool) -> None:
        self._world = world
        self._board = board
        ground = Surface(friction=config.ground_friction, restitution=config.ground_restitution)
        self._ground = ground if config.ground else None
        self._settings = Settings(
            1.0 / world.tick_rate_hz,
            float(config.skin_m),
            config.iterations,
            float(config.tolerance_mps),
            float(config.bounce_from_mps),
            float(config.push_out_mps),
            float(config.quiet_s * world.tick_rate_hz),
        )
        self._programs = {part: ArrayProgram(part) for part in PARTS} if compiled else {}
        self._version = (-1, -1)
        self._crowd = Crowd(world, ground=self._ground)
        self._room = Room(self._crowd)
        self._loaded: Memory | None = None
        self._state = State(np.zeros(State.width, dtype=np.int64))
        self._state.dirty = 1

    def system(self) -> PythonSystem:
        """The collider as a system."""
        return PythonSystem(
            name="collisions",
            stage=Stage.CONTACT,
            run=self.run,
            reads=READS,
            writes=WRITES,
            active=Activity(self.active),
            after=tuple(dict.fromkeys(("contact", *contact_writers(self._world.tables)))),
            save=self.save,
            load=self.load,
            fused=self.fused if self._programs else None,
        )

    def active(self) -> bool:
        """Is there anybody who could touch?"""
        self._count_anew_if_changed()
        return len(self._crowd) > 0

    def run(self, info: TickInfo) -> None:
        """Find out who touches whom, and what force keeps them apart."""
        if not self.active():
            return
        crowd, room, state = self._crowd, self._room, self._state
        near, held = self._search()
        if near == 0 and held == 0 and not state.dirty:
            state.remembered = 0
            return
        ground = crowd.still.first_ground
        for seats in crowd.tables:
            self._do(gather, seats, self._settings, ground, crowd.shapes, room.bodies)
        contacts = self._meet(near) if near else 0
        if contacts == 0 and held == 0 and not state.dirty:
            state.remembered = 0
            return
        begun = self._do(
            settle, info.tick, self._settings, crowd.shapes, room.bodies, room.lists, contacts,
            state.remembered,
        )  # fmt: skip
        state.remembered = contacts
        for seats in crowd.tables:
            self._do(scatter, seats, self._settings, info.tick, room.bodies, room.lists.touches)
        state.dirty = int(contacts > 0 or held > 0)
        self._tell(begun, info.tick)

    def fused(self) -> FusedWork:
        """The same tick in one compiled call, for fused runs."""
        crowd, room, numbers = self._crowd, self._room, self._state.row
        own = crowd.tables, self._settings, numbers, crowd.shapes, crowd.still
        given, seen = (*own, room.bodies, room.rooms, room.lists), (numbers, crowd.tables)
        parts = tuple(self._programs.values())
        return FusedWork(WHOLE_TICK, given, self._asked, GLANCE, seen, parts)

    def _asked(self, info: TickInfo, answer: int) -> None:
        """Do what the compiled tick could not: enlarge arrays and do it all, or tell of touches."""
        if answer == Answer.TOO_SMALL:
            self.run(info)
        else:
            self._tell(self._state.begun, info.tick)

    def _do(self, part: Callable[..., Any], *arguments: Any) -> Any:
        """A part of the tick, compiled or plain: the same bits."""
        return self._programs.get(part, part)(*arguments)

    def _tell(self, begun: int, tick: int) -> None:
        for k in range(begun):
            self._board.add(self._touch(k, tick))

    def save(self) -> Memory:
        """What the next tick needs beside the columns."""
        if self._loaded is not None:
            return self._loaded
        memory, count = self._room.lists.memory, self._state.remembered
        labels = tuple(self._crowd.labels)
        return Memory(labels, memory.codes[:count].copy(), memory.numbers[:count].copy())

    def load(self, saved: Memory) -> None:
        """Take back what was saved; the crowd is counted anew in the next tick."""
        self._loaded = saved
        self._version = (-1, -1)
        self._board.forget_after(self._world.tick)

    def _count_anew_if_changed(self) -> None:
        world = self._world
        version = (world.structure_version, world.population_version)
        if version == self._version and self._crowd.is_in_place():
            return
        memory = self.save()
        self._crowd = Crowd(world, ground=self._ground)
        self._crowd.clear_rooms(self._settings.skin_m)
        self._room = room = Room(self._crowd)
        codes, values = memory.translated(tuple(self._crowd.labels))
        self._state.remembered = count = len(codes)
        if count > room.contacts_most:
            room.grow_contacts(count)
        kept = room.lists.memory
        kept.codes[:count], kept.numbers[:count] = codes, values
        self._loaded = None
        self._state.dirty = 1
        self._version = version

    def _search(self) -> tuple[int, int]:
        """How many pairs are near and how many bodies are held; the room grows until they fit."""
        crowd, room = self._crowd, self._room
        held = 0
        for seats in crowd.tables[:-1]:
            held += self._do(locate, seats, self._settings, room.bodies)
        while True:
            near, all_held = self._do(
                search, crowd.tables[-1], self._settings, held, room.bodies, room.order,
                crowd.still, room.lists.near,
            )  # fmt: skip
            if near <= len(room.lists.near):
                return near, all_held
            room.grow_near(2 * near)

    def _meet(self, near: int) -> int:
        """How many contacts there are; the room grows until they fit."""
        room = self._room
        while True:
            count = int(self._do(meet, self._crowd.shapes, room.bodies, near, room.lists))
            if count < 0:
                room.grow_pairs(-2 * count)
            elif count > room.contacts_most:
                room.grow_contacts(2 * count)
            else:
                return count

    def _touch(self, k: int, tick: int) -> Touch:
        crowd = self._crowd
        touches = self._room.lists.touches
        first, second = touches.codes[k].tolist()
        blow = Begun(touches.numbers[k]).blow
        names = crowd.name_of(first), crowd.name_of(second)
        crashed = tuple(name for name in names if blow.speed > crowd.crash_speed_mps(name))
        return Touch(tick, *names, blow.point, blow.speed, blow.impulse, crashed)
