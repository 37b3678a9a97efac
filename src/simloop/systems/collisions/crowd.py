"""Who can touch: bodies in order of their names, obstacles, and where their columns are."""

from collections.abc import Sequence
from math import inf

import numpy as np

from simloop.kernels.collision.arrays import Seats
from simloop.kernels.collision.layout import BodyCode, Seat
from simloop.systems.collisions.config import Obstacle
from simloop.systems.collisions.shape_list import ShapeList
from simloop.systems.collisions.still_grid import still_grid
from simloop.world.entities import EntityKind, Record
from simloop.world.shapes import Surface
from simloop.world.system import Stage
from simloop.world.table import Table
from simloop.world.world import World

WRITES = (
    "contact_force_frd_n",
    "contact_torque_frd_nm",
    "crashed",
    "crash_tick",
    "impact_speed_mps",
    "collision_held",
    "collision_count",
    "collision_impulse_ns",
    "collision_speed_mps",
    "collision_tick",
    "collision_point_ned_m",
)
# Balls of room are scratch that the guard reads: naming them would put this system before it.
SCRATCH = ("collision_ball", "collision_out")
READS = tuple(name for name in Seat.spans if name not in (*WRITES, *SCRATCH))
GROUND = "ground"


class Crowd:
    """Everything that can touch, as arrays; made anew when somebody comes or goes."""

    def __init__(self, world: World, *, ground: Surface | None) -> None:
        records = sorted(
            (record for record, _ in world.each("collision")), key=lambda record: record.name
        )
        still = sorted(
            (r for r in world.entities if r.kind is EntityKind.OBSTACLE and "obstacle" in r.facts),
            key=lambda record: record.name,
        )
        self.names = tuple(record.name for record in records)
        self._world = world
        inhabited = sorted({record.table for record in records})
        self._inhabited = [world.tables[n] for n in inhabited]
        self.tables = tuple(_seats(world.tables[n], n, records) for n in inhabited)
        shapes = ShapeList()
        self.labels: list[tuple[str, int]] = []
        self.body_codes = np.zeros((len(records), BodyCode.width), dtype=np.int64)
        self._meets_ground = np.zeros(len(records), dtype=np.int64)
        self.reaches = np.zeros(len(records))
        for number, record in enumerate(records):
            self._add_body(shapes, number, record, world, meets_ground=ground is not None)
        first_ground = len(shapes)
        for name in self.names:
            shapes.add_plane(ground or Surface())
            self.labels.append((f"{GROUND} {name}", 0))
        first_still = len(shapes)
        for record in still:
            obstacle: Obstacle = record.facts["obstacle"]
            shapes.add_obstacle(obstacle)
            self.labels.append((record.name, 0))
        self.shapes = shapes.arrays()
        self.still = still_grid(first_ground, first_still, self._meets_ground, self.shapes)

    def __len__(self) -> int:
        return len(self.names)

    def is_in_place(self) -> bool:
        """Are the tables where they were? One that grows moves."""
        pairs = zip(self.tables, self._inhabited, strict=True)
        return all(seats.floats is table.arenas["f8"] for seats, table in pairs)

    def clear_rooms(self, skin_m: float) -> None:
        """Tell the guards how large bodies are, and that nobody has room yet."""
        for number, name in enumerate(self.names):
            ball = self._world.vector(self._world.by_name(name), "collision_ball")
            ball[3:] = 0.0, self.reaches[number], skin_m, self._meets_ground[number]

    def name_of(self, shape: int) -> str:
        """Whose shape it is."""
        return (
            GROUND
            if self.still.first_ground <= shape < self.still.first_still
            else self.labels[shape][0]
        )

    def crash_speed_mps(self, name: str) -> float:
        """What a body takes without a crash; what stands still takes everything."""
        entity = self._world.entities.by_name(name)
        if entity is None or name not in self.names:
            return inf
        return float(self._world.vector(entity, "collision_crash_speed_mps")[0])

    def _add_body(
        self, shapes: ShapeList, number: int, record: Record, world: World, *, meets_ground: bool
    ) -> None:
        config = record.facts["collision_shape"]
        code = BodyCode(self.body_codes[number])
        code.first_shape, code.shapes = len(shapes), len(config.shapes)
        # A vehicle with feet stands on them.
        has_feet = bool(contact_writers([world.tables[record.table]]))
        self._meets_ground[number] = meets_ground and not has_feet
        reaches = [shapes.add_to_body(number, s, config.surface) for s in config.shapes]
        self.reaches[number] = max(reaches)
        self.labels += [(record.name, k) for k in range(len(config.shapes))]


def contact_writers(tables: Sequence[Table]) -> tuple[str, ...]:
    """The block systems that write the contact force before collisions add to it."""
    return tuple(
        dict.fromkeys(
            system.name
            for table in tables
            for system in table.vehicle_class.systems
            if system.stage is Stage.CONTACT and set(system.writes) & set(WRITES)
        )
    )


def _seats(table: Table, number: int, records: Sequence[Record]) -> Seats:
    first = np.array([table.layout.place(name).field for name in Seat.spans], dtype=np.int64)
    members = [(record.row, k) for k, record in enumerate(records) if record.table == number]
    owned = 0 if contact_writers([table]) else 1
    return Seats(table.arenas["f8"], table.lanes, first, np.array(members, dtype=np.int64), owned)
