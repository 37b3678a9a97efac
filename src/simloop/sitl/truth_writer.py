"""Writes what a simulator says of a vehicle's motion into the columns of truth.

What the simulator gives is taken as it is. What it leaves out is derived: acceleration from the
specific force or from the velocity, angular acceleration from the rates, contact from the height
over the ground. Columns that come under their own names win over everything derived.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from simloop.component.column import Kind
from simloop.math.quaternion import rotate_to_body
from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.sensible_rows import row_fault
from simloop.world.entities import Entity
from simloop.world.schedule import class_kinds
from simloop.world.world import World

# A body this close to where it would stand touches the ground.
TOUCH_MARGIN_M = 0.02

Vector = NDArray[np.float64]
Numbers = Sequence[float]

_TAKEN_AS_THEY_ARE = ("position_ned_m", "attitude_wxyz", "wind_ned_mps")


class TruthWriter:
    """One vehicle's columns of truth; good until vehicles come or go."""

    def __init__(self, world: World, entity: Entity) -> None:
        record = world.entities.get(entity)
        self._world, self._entity = world, entity
        self._kinds: Mapping[str, Kind] = class_kinds(world.tables[record.table].vehicle_class)
        self._standing_m = float(record.facts.get("standing_height_m", 0.0))
        self._views: dict[str, Vector] = {}

    def write(self, frame: SensorFrame, row: int, *, tick: int, since_s: float) -> str:
        """Take over one row of a frame; `since_s` is the time since the last one.

        Returns:
            What is wrong with the row, in which case nothing of it is written; else nothing.
        """
        given: dict[str, Numbers] = {}
        for name, array in frame.values.items():
            numbers: list[float] = array[row].tolist()
            if numbers[0] != numbers[0]:
                continue
            wrong = row_fault(name, numbers)
            if wrong:
                return wrong
            given[name] = numbers
        extra = self._named(frame, row, Kind.TRUTH)
        wrong = self._columns_fault(extra) or self._columns_fault(self.samples(frame, row))
        if wrong:
            return wrong
        self._move(given, extra, since_s)
        if "on_ground" not in extra:
            self._touch(tick)
        for name, value in extra.items():
            # Vehicles with fewer rotors than others have shorter columns.
            self._column(name)[:] = value[: len(self._column(name))]
        return ""

    def _columns_fault(self, columns: Mapping[str, Vector]) -> str:
        """What is wrong with columns that come under their own names."""
        for name, value in columns.items():
            size = len(self._column(name))
            if len(value) < size:
                return f"{name} has {len(value)} numbers, not {size}"
            wrong = row_fault(name, value[:size].tolist())
            if wrong:
                return wrong
        return ""

    def samples(self, frame: SensorFrame, row: int) -> dict[str, Vector]:
        """The columns of samples that a row has under their own names."""
        return self._named(frame, row, Kind.SAMPLE)

    def _named(self, frame: SensorFrame, row: int, kind: Kind) -> dict[str, Vector]:
        """Columns of a kind that a row has under their own names; a row of NaN has none."""
        return {
            name: array[row]
            for name, array in frame.extra.items()
            if self._kinds.get(name) is kind and not np.isnan(array[row]).all()
        }

    def _move(self, given: Mapping[str, Numbers], extra: Mapping[str, Vector], dt_s: float) -> None:
        velocity_column = self._column("velocity_frd_mps")
        rate_column = self._column("rate_frd_radps")
        before: tuple[Numbers, Numbers] = velocity_column.tolist(), rate_column.tolist()
        for name in _TAKEN_AS_THEY_ARE:
            if name in given:
                self._column(name)[:] = given[name]
        attitude: Numbers = extra.get("attitude_wxyz", self._column("attitude_wxyz")).tolist()
        if "velocity_ned_mps" in given:
            velocity_column[:] = _to_body(attitude, *given["velocity_ned_mps"])
        rate = given.get("rate_frd_radps", given.get("imu_gyro_frd_radps"))
        if rate is not None:
            rate_column[:] = rate
        self._accelerate(given, attitude, before, dt_s)

    def _accelerate(
        self,
        given: Mapping[str, Numbers],
        attitude: Numbers,
        before: tuple[Numbers, Numbers],
        dt_s: float,
    ) -> None:
        (u0, v0, w0), (p0, q0, r0) = before
        (u, v, w), (p, q, r) = (
            self._column(name).tolist() for name in ("velocity_frd_mps", "rate_frd_radps")
        )
        acceleration = self._column("acceleration_frd_mps2")
        if "acceleration_frd_mps2" in given:
            acceleration[:] = given["acceleration_frd_mps2"]
        elif "imu_accel_frd_mps2" in given:
            gravity = float(self._column("gravity_mps2")[0])
            felt, pull = given["imu_accel_frd_mps2"], _to_body(attitude, 0.0, 0.0, gravity)
            acceleration[:] = [one + other for one, other in zip(felt, pull, strict=True)]
        elif dt_s > 0.0:
            acceleration[0] = (u - u0) / dt_s + (q * w - r * v)
            acceleration[1] = (v - v0) / dt_s + (r * u - p * w)
            acceleration[2] = (w - w0) / dt_s + (p * v - q * u)
        if dt_s > 0.0:
            turning = self._column("angular_acceleration_frd_radps2")
            turning[0], turning[1], turning[2] = (p - p0) / dt_s, (q - q0) / dt_s, (r - r0) / dt_s

    def _touch(self, tick: int) -> None:
        """Is it on the ground? A hard landing is told once, by the speed it came down with."""
        down = float(self._column("position_ned_m")[2])
        height_m = float(self._column("ground_down_m")[0]) - self._standing_m - down
        touches = height_m <= TOUCH_MARGIN_M
        on_ground = self._column("on_ground")
        if touches and on_ground[0] == 0.0:
            self._land(tick)
        on_ground[0] = float(touches)
        if touches:
            self._column("last_touch_tick")[0] = float(tick)

    def _land(self, tick: int) -> None:
        x, y, z = _to_body(self._column("attitude_wxyz").tolist(), 0.0, 0.0, 1.0)
        u, v, w = self._column("velocity_frd_mps").tolist()
        sinking = u * x + v * y + w * z
        hardest = self._column("impact_speed_mps")
        hardest[0] = max(float(hardest[0]), sinking)
        if "crash_speed_mps" not in self._kinds:
            return
        if sinking > float(self._world.numbers(self._entity, "crash_speed_mps")[0]):
            self._column("crashed")[0] = 1.0
            self._column("crash_tick")[0] = float(tick)

    def _column(self, name: str) -> Vector:
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = self._world.vector(self._entity, name)
        return view


def _to_body(
    attitude: Numbers, north: float, east: float, down: float
) -> tuple[float, float, float]:
    w, x, y, z = attitude
    return rotate_to_body(w, x, y, z, north, east, down)
