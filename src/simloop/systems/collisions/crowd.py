"""Who can touch: bodies in order of their names, obstacles, and where their columns are."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision import layout
from simloop.systems.collisions.config import Obstacle
from simloop.systems.collisions.shape_list import ShapeList
from simloop.systems.collisions.still_grid import StillGrid
from simloop.world.entities import EntityKind, Record
from simloop.world.shapes import Surface
from simloop.world.system import Stage
from simloop.world.table import Table
from simloop.world.world import World

# In the order of the constants C_... in kernels/collision/columns.py
COLUMNS = (
    "position_ned_m",
    "attitude_wxyz",
    "velocity_frd_mps",
    "rate_frd_radps",
    "force_frd_n",
    "torque_frd_nm",
    "external_force_ned_n",
    "external_torque_frd_nm",
    "contact_force_frd_n",
    "contact_torque_frd_nm",
    "mass_kg",
    "inertia_kgm2",
    "inverse_inertia",
    "gravity_mps2",
    "frozen",
    "collision_held",
    "collision_crash_speed_mps",
    "collision_after_crash",
    "crashed",
    "crash_tick",
    "impact_speed_mps",
    "collision_count",
    "collision_impulse_ns",
    "collision_speed_mps",
    "collision_tick",
    "collision_point_ned_m",
    "ground_down_m",
    "ground_slope_ne",
    "collision_ball",
    "collision_out",
)
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
READS = tuple(name for name in COLUMNS[:-2] if name not in WRITES)
GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Members:
    """The bodies of one table: `where` their columns are, then row and number of each.

    `owned` is 1 where nobody else writes the contact force, so that it has to be cleared.
    """

    table: Table
    lanes: int
    where: NDArray[np.int64]
    owned: int


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
        self.members = [_members(world.tables[n], n, records) for n in inhabited]
        shapes = ShapeList()
        self.labels: list[tuple[str, int]] = []
        self.body_codes = np.zeros((len(records), layout.BODY_CODES), dtype=np.int64)
        self.meets_ground = np.zeros(len(records), dtype=np.int64)
        self.reaches = np.zeros(len(records))
        for number, record in enumerate(records):
            self._add_body(shapes, number, record, world, meets_ground=ground is not None)
        self.first_ground = len(shapes)
        for name in self.names:
            shapes.add_plane(ground or Surface())
            self.labels.append((f"{GROUND} {name}", 0))
        self.first_still = len(shapes)
        for record in still:
            obstacle: Obstacle = record.facts["obstacle"]
            shapes.add_obstacle(obstacle)
            self.labels.append((record.name, 0))
        self.arrays = shapes.arrays()
        self.grid = StillGrid.over(
            self.first_still,
            self.arrays["shape_codes"],
            self.arrays["shape_sizes"],
            self.arrays["shape_poses"],
        )

    def __len__(self) -> int:
        return len(self.names)

    def clear_rooms(self, skin_m: float) -> None:
        """Tell the guards how large bodies are, and that nobody has room yet."""
        for number, name in enumerate(self.names):
            ball = self._world.vector(self._world.by_name(name), "collision_ball")
            ball[3:] = 0.0, self.reaches[number], skin_m, self.meets_ground[number]

    def name_of(self, shape: int) -> str:
        """Whose shape it is."""
        return GROUND if self.first_ground <= shape < self.first_still else self.labels[shape][0]

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
        row = self.body_codes[number]
        row[layout.FIRST_SHAPE], row[layout.SHAPES] = len(shapes), len(config.shapes)
        # A vehicle with feet stands on them.
        has_feet = bool(contact_writers([world.tables[record.table]]))
        self.meets_ground[number] = meets_ground and not has_feet
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


def _members(table: Table, number: int, records: Sequence[Record]) -> Members:
    where = [table.layout.place(name).field for name in COLUMNS]
    for k, record in enumerate(records):
        if record.table == number:
            where += [record.row, k]
    owned = 0 if contact_writers([table]) else 1
    return Members(table, table.lanes, np.array(where, dtype=np.int64), owned)
