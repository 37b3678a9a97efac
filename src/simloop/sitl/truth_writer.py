"""Writes what a simulator says of a vehicle's motion into the columns of truth.

What the simulator gives is taken as it is. What it leaves out is derived: acceleration from the
specific force or from the velocity, angular acceleration from the rates, contact from the height
over the ground. Columns that come under their own names win over everything derived.
"""

from collections.abc import Mapping
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import rotate_to_body
from simloop.messages.sensor_data import SensorFrame
from simloop.world.component import Kind
from simloop.world.entities import Entity
from simloop.world.schedule import class_kinds
from simloop.world.world import World

# A body this close to where it would stand touches the ground.
TOUCH_MARGIN_M = 0.02

Vector = NDArray[np.float64]


class TruthWriter:
    """One vehicle's columns of truth."""

    def __init__(self, world: World, entity: Entity) -> None:
        record = world.entities.get(entity)
        self._world, self._entity = world, entity
        self._kinds: Mapping[str, Kind] = class_kinds(world.tables[record.table].vehicle_class)
        self._standing_m = float(record.facts.get("standing_height_m", 0.0))

    def write(self, frame: SensorFrame, row: int, *, tick: int, since_s: float) -> str:
        """Take over one row of a frame; `since_s` is the time since the last one.

        Returns:
            What is wrong with the row, in which case nothing of it is written; else nothing.
        """
        given = {name: array[row] for name, array in frame.values.items()}
        given = {name: value for name, value in given.items() if value[0] == value[0]}
        for name, value in given.items():
            if not all(isfinite(number) for number in value):
                return f"{name} is not finite"
        extra = {
            name: array[row]
            for name, array in frame.extra.items()
            if self._kinds.get(name) is Kind.TRUTH and not np.isnan(array[row]).all()
        }
        for name, value in extra.items():
            if len(value) < len(self._column(name)):
                return f"{name} has {len(value)} numbers, not {len(self._column(name))}"
        self._move(given, extra, since_s)
        self._touch(extra, tick)
        for name, value in extra.items():
            # Vehicles with fewer rotors than others have shorter columns.
            self._column(name)[:] = value[: len(self._column(name))]
        return ""

    def samples(self, frame: SensorFrame, row: int) -> dict[str, Vector]:
        """The columns of samples that a row has under their own names."""
        return {
            name: array[row]
            for name, array in frame.extra.items()
            if self._kinds.get(name) is Kind.SAMPLE and not np.isnan(array[row]).all()
        }

    def _move(self, given: Mapping[str, Vector], extra: Mapping[str, Vector], dt_s: float) -> None:
        old_velocity = self._column("velocity_frd_mps").copy()
        old_rate = self._column("rate_frd_radps").copy()
        for name in ("position_ned_m", "attitude_wxyz", "wind_ned_mps"):
            if name in given:
                self._column(name)[:] = given[name]
        attitude = extra.get("attitude_wxyz", self._column("attitude_wxyz"))
        if "velocity_ned_mps" in given:
            self._column("velocity_frd_mps")[:] = _to_body(attitude, *given["velocity_ned_mps"])
        rate = given.get("rate_frd_radps", given.get("imu_gyro_frd_radps"))
        if rate is not None:
            self._column("rate_frd_radps")[:] = rate
        self._accelerate(given, attitude, old_velocity, old_rate, dt_s)

    def _accelerate(
        self,
        given: Mapping[str, Vector],
        attitude: Vector,
        old_velocity: Vector,
        old_rate: Vector,
        dt_s: float,
    ) -> None:
        rate, velocity = self._column("rate_frd_radps"), self._column("velocity_frd_mps")
        acceleration = self._column("acceleration_frd_mps2")
        if "acceleration_frd_mps2" in given:
            acceleration[:] = given["acceleration_frd_mps2"]
        elif "imu_accel_frd_mps2" in given:
            gravity = float(self._column("gravity_mps2")[0])
            pull = _to_body(attitude, 0.0, 0.0, gravity)
            acceleration[:] = given["imu_accel_frd_mps2"] + pull
        elif dt_s > 0.0:
            acceleration[:] = (velocity - old_velocity) / dt_s + _cross(rate, velocity)
        if dt_s > 0.0:
            self._column("angular_acceleration_frd_radps2")[:] = (rate - old_rate) / dt_s

    def _touch(self, extra: Mapping[str, Vector], tick: int) -> None:
        """Is it on the ground? A hard landing is told once, by the speed it came down with."""
        if "on_ground" in extra:
            return
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
        velocity = self._column("velocity_frd_mps")
        sinking = float(velocity @ _to_body(self._column("attitude_wxyz"), 0.0, 0.0, 1.0))
        hardest = self._column("impact_speed_mps")
        hardest[0] = max(float(hardest[0]), sinking)
        if "crash_speed_mps" not in self._kinds:
            return
        if sinking > float(self._column("crash_speed_mps")[0]):
            self._column("crashed")[0] = 1.0
            self._column("crash_tick")[0] = float(tick)

    def _column(self, name: str) -> Vector:
        return self._world.vector(self._entity, name)


def _to_body(attitude: Vector, north: float, east: float, down: float) -> Vector:
    w, x, y, z = attitude
    return np.array(rotate_to_body(w, x, y, z, north, east, down))


def _cross(a: Vector, b: Vector) -> Vector:
    return np.array(
        (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    )
