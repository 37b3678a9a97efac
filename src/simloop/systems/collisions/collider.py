"""The system: finds contacts after the motion, and holds their force over the next tick."""

from dataclasses import fields

import numpy as np

from simloop.systems.collisions.compiled import (
    BEGUN,
    COMMON,
    DIRTY,
    REMEMBERED,
    TOO_SMALL,
    Kernels,
    whole_glance,
    whole_tick,
)
from simloop.systems.collisions.config import Config
from simloop.systems.collisions.crowd import READS, WRITES, Crowd, contact_writers
from simloop.systems.collisions.events import Touch, TouchBoard
from simloop.systems.collisions.memory import Memory
from simloop.systems.collisions.room import Room
from simloop.world.activity import Activity
from simloop.world.fused_work import FusedWork
from simloop.world.runner import TickInfo
from simloop.world.shapes import Surface
from simloop.world.system import PythonSystem, Stage
from simloop.world.world import World


class Collider:
    """Runs the kernels over all bodies; remembers impulses from tick to tick."""

    def __init__(self, world: World, config: Config, board: TouchBoard, *, compiled: bool) -> None:
        self._world = world
        self._board = board
        ground = Surface(friction=config.ground_friction, restitution=config.ground_restitution)
        self._ground = ground if config.ground else None
        self._dt_s = 1.0 / world.tick_rate_hz
        self._skin_m = config.skin_m
        # As kernels/collision/tick.py reads them
        quiet_ticks = config.quiet_s * world.tick_rate_hz
        self._settings = np.array(
            [
                config.iterations,
                config.tolerance_mps,
                config.bounce_from_mps,
                config.push_out_mps,
                quiet_ticks,
            ]
        )
        self._kernels = Kernels(compiled=compiled)
        self._version = (-1, -1)
        self._crowd = Crowd(world, ground=self._ground)
        self._room = Room(self._crowd.reaches)
        self._loaded: Memory | None = None
        # Contacts remembered; whether forces of the last tick stand in the columns; touches begun.
        self._state = np.array([0, 1, 0], dtype=np.int64)

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
            fused=self.fused if self._kernels.compiled else None,
        )

    def active(self) -> bool:
        """Is there anybody who could touch?"""
        self._count_anew_if_changed()
        return len(self._crowd) > 0

    def run(self, info: TickInfo) -> None:
        """Find out who touches whom, and what force keeps them apart."""
        if not self.active():
            return
        crowd, room, kernels = self._crowd, self._room, self._kernels
        near, held = self._search()
        if near == 0 and held == 0 and not self._state[DIRTY]:
            self._state[REMEMBERED] = 0
            return
        poses = crowd.arrays["shape_poses"]
        for part in crowd.members:
            kernels.gather(
                part.table.arenas["f8"], part.lanes, part.where, part.owned, self._dt_s,
                crowd.first_ground, poses, room.places, room.bodies,
            )  # fmt: skip
        contacts = self._meet(near) if near else 0
        if contacts == 0 and held == 0 and not self._state[DIRTY]:
            self._state[REMEMBERED] = 0
            return
        begun = self._settle(contacts, info.tick)
        for part in crowd.members:
            kernels.scatter(
                part.table.arenas["f8"], part.lanes, part.where, part.owned, info.tick,
                self._dt_s, room.places, room.bodies, room.results,
            )  # fmt: skip
        self._state[DIRTY] = contacts > 0 or held > 0
        self._tell(begun, info.tick)

    def fused(self) -> FusedWork:
        """The same tick in one compiled call, for fused runs."""
        crowd, room, grid, arrays = self._crowd, self._room, self._crowd.grid, self._crowd.arrays
        known = {
            "dt_s": self._dt_s, "skin_m": self._skin_m, "state": self._state,
            "settings": self._settings, "first_ground": crowd.first_ground,
            "first_still": crowd.first_still, "meets_ground": crowd.meets_ground,
            "body_codes": crowd.body_codes,
        }  # fmt: skip
        sources = (arrays, vars(room), {f.name: getattr(grid, f.name) for f in fields(grid)})
        for source in sources:
            known = {**source, **known}
        tables = [
            argument
            for part in crowd.members
            for argument in (part.table.arenas["f8"], part.lanes, part.where, part.owned)
        ]
        seen = [
            argument
            for part in crowd.members
            for argument in (part.table.arenas["f8"], part.lanes, part.where)
        ]
        return FusedWork(
            whole_tick(len(crowd.members)),
            (*tables, *(known[name] for name in COMMON)),
            self._asked,
            whole_glance(len(crowd.members)),
            (self._state, *seen),
            self._kernels.programs,
        )

    def _asked(self, info: TickInfo, answer: int) -> None:
        """Do what the compiled tick could not: enlarge arrays and do it all, or tell of touches."""
        if answer == TOO_SMALL:
            self.run(info)
        else:
            self._tell(int(self._state[BEGUN]), info.tick)

    def _tell(self, begun: int, tick: int) -> None:
        for k in range(begun):
            self._board.add(self._touch(k, tick))

    def save(self) -> Memory:
        """What the next tick needs beside the columns."""
        if self._loaded is not None:
            return self._loaded
        room, count = self._room, int(self._state[REMEMBERED])
        labels = tuple(self._crowd.labels)
        return Memory(labels, room.memory_codes[:count].copy(), room.memory[:count].copy())

    def load(self, saved: Memory) -> None:
        """Take back what was saved; the crowd is counted anew in the next tick."""
        self._loaded = saved
        self._version = (-1, -1)
        self._board.forget_after(self._world.tick)

    def _count_anew_if_changed(self) -> None:
        world = self._world
        version = (world.structure_version, world.population_version)
        if version == self._version:
            return
        memory = self.save()
        self._crowd = Crowd(world, ground=self._ground)
        self._crowd.clear_rooms(self._skin_m)
        self._room = room = Room(self._crowd.reaches)
        codes, values = memory.translated(tuple(self._crowd.labels))
        self._state[REMEMBERED] = count = len(codes)
        if count > len(room.codes):
            room.grow_contacts(count)
        room.memory_codes[:count], room.memory[:count] = codes, values
        self._loaded = None
        self._state[DIRTY] = 1
        self._version = version

    def _search(self) -> tuple[int, int]:
        """How many pairs are near and how many bodies are held; the room grows until they fit."""
        crowd, room, grid, kernels = self._crowd, self._room, self._crowd.grid, self._kernels
        held = 0
        for part in crowd.members[:-1]:
            held += kernels.locate(
                part.table.arenas["f8"], part.lanes, part.where, self._dt_s, self._skin_m,
                room.places,
            )  # fmt: skip
        part = crowd.members[-1]
        while True:
            near, all_held = kernels.search(
                part.table.arenas["f8"], part.lanes, part.where, self._dt_s, self._skin_m, held,
                room.places, room.order, crowd.first_ground, crowd.first_still,
                crowd.meets_ground, grid.grid, grid.cells, grid.still, grid.planes,
                grid.visited, room.near,
            )  # fmt: skip
            if near <= len(room.near):
                return near, all_held
            room.grow_near(2 * near)

    def _meet(self, near: int) -> int:
        """How many contacts there are; the room grows until they fit."""
        crowd, room, arrays = self._crowd, self._room, self._crowd.arrays
        while True:
            count = int(
                self._kernels.meet(
                    room.near, near, room.places, room.bodies, crowd.body_codes,
                    arrays["shape_codes"], arrays["shape_sizes"], arrays["shape_poses"],
                    arrays["vertices"], arrays["faces"], arrays["face_loops"], arrays["loops"],
                    arrays["edges"], arrays["directions"], arrays["heights"],
                    room.scratch, room.pairs, room.margins, room.codes, room.contacts,
                )
            )  # fmt: skip
            if count < 0:
                room.grow_pairs(-2 * count)
            elif count > len(room.codes):
                room.grow_contacts(2 * count)
            else:
                return count

    def _settle(self, contacts: int, tick: int) -> int:
        room = self._room
        begun = self._kernels.settle(
            tick, self._dt_s, self._settings, room.codes, room.contacts, contacts,
            self._crowd.arrays["shape_sizes"], room.bodies, room.parents, room.starts,
            room.sequence, room.memory_codes, room.memory, self._state[REMEMBERED], room.last_touch,
            room.results, room.begun_codes, room.begun,
        )  # fmt: skip
        self._state[REMEMBERED] = contacts
        return int(begun)

    def _touch(self, k: int, tick: int) -> Touch:
        crowd = self._crowd
        first, second = (int(shape) for shape in self._room.begun_codes[k])
        impulse, speed, north, east, down = self._room.begun[k].tolist()
        names = crowd.name_of(first), crowd.name_of(second)
        crashed = tuple(name for name in names if speed > crowd.crash_speed_mps(name))
        return Touch(tick, *names, (north, east, down), speed, impulse, crashed)
