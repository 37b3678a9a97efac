"""Puts a vehicle into another state, in whole or in part, exactly, and undone by the old one.

What remembers the way to the old place must not act on the new one: bristles of feet are reset,
the ground's last push is forgotten. Plugins name more such columns in the fact `motion_memory`.
An autopilot may offer the fact `estimator_alignment`: a function from a reader of the vehicle's
columns to the columns that make its estimate equal to the truth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simloop.math.ordered_sum import ordered_sum
from simloop.math.quaternion import rotate_to_body
from simloop.world.commands import Command, CommandRefused, SetColumns, find
from simloop.world.plugin import Value

if TYPE_CHECKING:
    from simloop.world.entities import Record
    from simloop.world.world import World

STATE_COLUMNS: Mapping[str, int] = {
    "position_ned_m": 3,
    "attitude_wxyz": 4,
    "velocity_frd_mps": 3,
    "rate_frd_radps": 3,
    "acceleration_frd_mps2": 3,
    "angular_acceleration_frd_radps2": 3,
}
ALIGNMENT_FACT = "estimator_alignment"
MEMORY_FACT = "motion_memory"

# Bristles, and what the ground gave at the end of the last tick.
_MEMORY = (
    "contact_anchor_n_m",
    "contact_anchor_e_m",
    "contact_force_frd_n",
    "contact_torque_frd_nm",
    "on_ground",
)
_UNIT_TOLERANCE = 1e-6
LARGEST = 1e9
"""What a user may set: far beyond it, powers of a number are none any more."""

Numbers = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SetState:
    """Set any of the 19 truth numbers of a model; what is not given stays.

    `velocity_ned_mps` may take the place of a velocity in body axes: it is turned by the attitude
    that holds afterwards. A frozen body moves again.
    """

    name: str
    values: Mapping[str, Numbers]
    velocity_ned_mps: Numbers | None = None
    align_estimator: bool = False

    def apply(self, world: "World") -> Command:
        """Set it; undone by the old numbers, those of the estimator too."""
        check_state(self.values)
        entity = find(world, self.name)
        record = world.entities.get(entity)
        if record.table < 0:
            raise CommandRefused(f"{record.kind.value} {self.name!r} is no vehicle: it cannot move")
        values: dict[str, Value] = {**self.values, "frozen": 0.0}
        if self.velocity_ned_mps is not None:
            check_state({"velocity_ned_mps": self.velocity_ned_mps})
            attitude = self.values.get("attitude_wxyz") or world.vector(entity, "attitude_wxyz")
            w, x, y, z = (float(number) for number in attitude)
            values["velocity_frd_mps"] = rotate_to_body(w, x, y, z, *self.velocity_ned_mps)
        if "position_ned_m" in values or "attitude_wxyz" in values:
            values |= _forgotten(world, record)
        undo = SetColumns(self.name, values).apply(world)
        if not self.align_estimator:
            return undo
        try:
            return both(undo, AlignEstimator(self.name).apply(world))
        except CommandRefused:
            undo.apply(world)
            raise


@dataclass(frozen=True, slots=True)
class AlignEstimator:
    """Tell an autopilot's estimator the truth."""

    name: str

    def apply(self, world: "World") -> SetColumns:
        """Set its columns; undone by the old ones."""
        record = world.entities.get(find(world, self.name))
        align = record.facts.get(ALIGNMENT_FACT)
        if align is None:
            raise CommandRefused(f"{self.name!r} has no autopilot whose estimator can be aligned")
        read = world.tables[record.table].reader(record.row)
        return SetColumns(self.name, align(read)).apply(world)


def teleport(name: str, position_ned_m: Numbers, attitude_wxyz: Numbers | None = None) -> SetState:
    """Put a model somewhere else, at rest."""
    values: dict[str, Numbers] = {
        "position_ned_m": position_ned_m,
        "velocity_frd_mps": (0.0, 0.0, 0.0),
        "rate_frd_radps": (0.0, 0.0, 0.0),
    }
    if attitude_wxyz is not None:
        values["attitude_wxyz"] = attitude_wxyz
    return SetState(name, values)


def both(first: SetColumns, second: SetColumns) -> SetColumns:
    """Two undoings of one vehicle as one; where they touch the same column, the first holds."""
    return SetColumns(first.name, {**second.values, **first.values})


def check_state(values: Mapping[str, Numbers]) -> None:
    """Refuse numbers that no body can have."""
    for column, numbers in values.items():
        if not all(-LARGEST <= number <= LARGEST for number in numbers):
            raise CommandRefused(f"{column} has a number that is not finite, or beyond 1e9")
    attitude = values.get("attitude_wxyz")
    if attitude is not None:
        squared = ordered_sum(number * number for number in attitude)
        if abs(squared - 1.0) > _UNIT_TOLERANCE:
            raise CommandRefused(f"orientation has length^2 {squared:g}, not 1")


def _forgotten(world: "World", record: "Record") -> dict[str, Value]:
    """The columns that remember the way here, as they were at the start."""
    table = world.tables[record.table]
    names = (*_MEMORY, *record.facts.get(MEMORY_FACT, ()))
    known = [name for name in names if name in table.layout.places]
    return {name: table.layout.place(name).column.default for name in known}
