"""Reads a vehicle's state from the world, in the words of ArduPilot's JSON protocol."""

from math import atan2, degrees, hypot, isfinite, sqrt
from typing import Any, Literal

from simloop.component.column import Kind
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_body, rotate_to_world, to_euler
from simloop.wire.ardupilot_json import VehicleState
from simloop.wire.ardupilot_json.vehicle_state import RC_CHANNELS, Vector
from simloop.world.entities import Entity
from simloop.world.world import World

Imu = Literal["truth", "sampled"]
SEA_LEVEL_DENSITY_KGPM3 = 1.225
_RC_LEAST_US, _RC_SPAN_US = 1000.0, 1000.0


class StateReader:
    """One vehicle's columns, found once and read after every step."""

    def __init__(self, world: World, entity: Entity, *, imu: Imu, geodetic: bool, exact: bool):
        self._world, self._entity = world, entity
        self._imu, self._geodetic, self._exact = imu, geodetic, exact
        self._found: dict[str, Any] = {}
        self._good: dict[str, Vector] = {}
        self._truth: tuple[str, ...] = ()
        self._version = (-1, -1)
        record = world.entities.get(entity)
        self._has_windvane = "vessel" in record.facts
        self._known = world.tables[record.table].layout.places
        for name in ("imu_accel_frd_mps2",) if imu == "sampled" else ():
            if name not in self._known:
                raise ValueError(f"imu is 'sampled', but '{record.name}' has no IMU: add 'imu:'")

    def read(
        self, timestamp_s: float, *, no_time_sync: bool = False, no_lockstep: bool = False
    ) -> VehicleState:
        """The state as it stands in the columns now."""
        self._look_up()
        attitude = self._get("attitude_wxyz")
        velocity = rotate_to_world(*attitude, *self._get("velocity_frd_mps"))
        gyro, accel = self._imu_values(attitude)
        air = self._air_frd_mps(attitude)
        return VehicleState(
            timestamp_s=timestamp_s,
            gyro_frd_radps=gyro,
            accel_frd_mps2=accel,
            velocity_ned_mps=velocity,
            attitude_wxyz=attitude,
            attitude_rpy_rad=to_euler(*attitude),
            position_ned_m=self._get("position_ned_m"),
            place_deg_m=self._place() if self._geodetic else None,
            ranges_m=self._ranges(),
            wind_ned_mps=self._get("wind_ned_mps"),
            airspeed_mps=self._equivalent_airspeed_mps(air),
            windvane=(atan2(air[1], air[0]), hypot(*air[:2])) if self._has_windvane else None,
            rc_us=self._rc(),
            battery=self._battery(),
            no_time_sync=no_time_sync,
            no_lockstep=no_lockstep,
            exact={name: self._get(name) for name in self._truth},
        )

    def _look_up(self) -> None:
        """Find columns anew when tables have changed."""
        world = self._world
        version = (world.structure_version, world.population_version)
        if version == self._version:
            return
        self._version = version
        self._found = {}
        table = world.tables[world.entities.get(self._entity).table]
        self._known = table.layout.places
        if self._exact:
            self._truth = tuple(
                name
                for name, place in self._known.items()
                if place.component.kind is Kind.TRUTH and place.dtype == "f8"
            )

    def _get(self, name: str) -> Vector:
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._world.numbers(self._entity, name)
        return tuple(found.tolist())

    def _sampled(self, name: str) -> Vector:
        """A sample; of a sensor that says what is no number, the last that was one."""
        value = self._get(name)
        if all(map(isfinite, value)):
            self._good[name] = value
            return value
        return self._good.get(name, (0.0,) * len(value))

    def _imu_values(self, attitude: Vector) -> tuple[Vector, Vector]:
        if self._imu == "sampled":
            return self._sampled("imu_gyro_frd_radps"), self._sampled("imu_accel_frd_mps2")
        w, x, y, z = attitude
        gravity = rotate_to_body(w, x, y, z, 0.0, 0.0, self._get("gravity_mps2")[0])
        motion = self._get("acceleration_frd_mps2")
        force = tuple(a - g for a, g in zip(motion, gravity, strict=True))
        return self._get("rate_frd_radps"), force

    def _air_frd_mps(self, attitude: Vector) -> Vector:
        """The vehicle's velocity through the air."""
        wind = rotate_to_body(*attitude, *self._get("wind_ned_mps"))
        pairs = zip(self._get("velocity_frd_mps"), wind, strict=True)
        return tuple(ground - air for ground, air in pairs)

    def _equivalent_airspeed_mps(self, air_frd_mps: Vector) -> float | None:
        """What a pitot tube would tell: ArduPilot makes its dynamic pressure of this."""
        if "diff_pressure_pa" not in self._known:
            return None
        density = self._get("air_density_kgpm3")[0]
        return hypot(*air_frd_mps) * sqrt(density / SEA_LEVEL_DENSITY_KGPM3)

    def _place(self) -> Vector:
        latitude, longitude, height = ned_to_llh(
            *self._get("origin_llh"), *self._get("position_ned_m")
        )
        return degrees(latitude), degrees(longitude), height

    def _ranges(self) -> dict[int, float]:
        if "sonar_range_m" not in self._known:
            return {}
        range_m = self._get("sonar_range_m")[0]
        return {1: range_m} if isfinite(range_m) else {}

    def _battery(self) -> Vector | None:
        if "battery_terminal_v" not in self._known:
            return None
        return self._get("battery_terminal_v")[0], self._get("battery_draw_a")[0]

    def _rc(self) -> Vector:
        """Nothing at all while no radio is heard, which is what ArduPilot takes for RC loss."""
        if "rc_channel" not in self._known:
            return ()
        if self._get("rc_sequence")[0] == 0.0 or self._get("rc_lost")[0] > 0.0:
            return ()
        channels = self._get("rc_channel")[:RC_CHANNELS]
        return tuple(_RC_LEAST_US + _RC_SPAN_US * channel for channel in channels)
