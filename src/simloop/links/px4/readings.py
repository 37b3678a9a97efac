"""What one vehicle's columns say, as PX4's simulator messages: units and signs as PX4 has them."""

from math import atan2, degrees, hypot, sqrt

from simloop.math.atmosphere import pressure_altitude
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.sitl.world_lane import WorldLane
from simloop.wire.px4_hil import (
    ACCEL,
    BARO,
    DIFF_PRESSURE,
    GYRO,
    MAG,
    UNKNOWN_COURSE,
    HilGps,
    HilSensor,
    HilStateQuaternion,
    RcChannels,
    Three,
)

KELVIN = 273.15
GAUSS_PER_T = 1e4
HPA_PER_PA = 0.01
STANDARD_GRAVITY_MPS2 = 9.80665
STANDARD_DENSITY_KGPM3 = 1.225
RC_CHANNELS = 18
# Slower than this a course over ground is noise.
_LEAST_SPEED_MPS = 0.2


class Readings:
    """The sensors of one vehicle; tells what is new since the last time."""

    def __init__(self, lane: WorldLane) -> None:
        self._lane = lane
        self._seen: dict[str, float] = {}
        self._last = HilSensor(0)

    def sensor(self, time_us: int, *, flags: int = 0) -> HilSensor:
        """All that rides on HIL_SENSOR; bits are set for the groups that have a new sample."""
        lane, last, fields = self._lane, self._last, flags
        accel, gyro, mag = last.accel_mps2, last.gyro_radps, last.mag_gauss
        pressure, altitude = last.pressure_hpa, last.pressure_altitude_m
        temperature, diff_pressure = last.temperature_c, last.diff_pressure_hpa
        if self._is_new("imu"):
            fields |= ACCEL | GYRO
            accel = _three(lane.read("imu_accel_frd_mps2"))
            gyro = _three(lane.read("imu_gyro_frd_radps"))
        if self._is_new("mag"):
            fields |= MAG
            mag = _three([GAUSS_PER_T * t for t in lane.read("mag_field_frd_t")])
        if self._is_new("baro"):
            fields |= BARO
            pressure_pa = lane.read("baro_pressure_pa")[0]
            pressure, altitude = HPA_PER_PA * pressure_pa, pressure_altitude(pressure_pa)
            temperature = lane.read("baro_temperature_k")[0] - KELVIN
        if self._is_new("diff_pressure"):
            fields |= DIFF_PRESSURE
            diff_pressure = HPA_PER_PA * lane.read("diff_pressure_pa")[0]
        self._last = HilSensor(
            time_us, accel, gyro, mag, pressure, diff_pressure, altitude, temperature, fields
        )
        return self._last

    def gps(self, time_us: int) -> HilGps | None:
        """A fix, if there is a new one."""
        if not self._is_new("gnss"):
            return None
        latitude, longitude, height_m = self._lane.read("gnss_llh")
        velocity = self._lane.read("gnss_velocity_ned_mps")
        speed = hypot(velocity[0], velocity[1])
        horizontal_m, vertical_m, _ = self._lane.read("gnss_accuracy")
        return HilGps(
            time_us,
            round(degrees(latitude) * 1e7),
            round(degrees(longitude) * 1e7),
            round(height_m * 1e3),
            _unsigned(100.0 * horizontal_m),
            _unsigned(100.0 * vertical_m),
            _unsigned(100.0 * speed),
            _shorts([100.0 * v for v in velocity]),
            _course_cdeg(velocity[0], velocity[1]) if speed > _LEAST_SPEED_MPS else UNKNOWN_COURSE,
            int(self._lane.read("gnss_fix_type")[0]),
            int(self._lane.read("gnss_satellites")[0]),
        )

    def radio(self, time_us: int) -> RcChannels | None:
        """A frame of the pilot's radio, if there is a new one and it is heard."""
        if not self._is_new("rc") or self._lane.read("rc_lost")[0] > 0.0:
            return None
        pulses = [round(1000.0 + 1000.0 * share) for share in self._lane.read("rc_channel")]
        count = min(len(pulses), RC_CHANNELS)
        filled = (*pulses[:count], *(65535,) * (RC_CHANNELS - count))
        return RcChannels(time_us // 1000 & 0xFFFF_FFFF, filled, count)

    def truth(self, time_us: int) -> HilStateQuaternion:
        """Where the vehicle really is, for PX4's log."""
        lane = self._lane
        w, x, y, z = lane.read("attitude_wxyz")
        velocity = rotate_to_world(w, x, y, z, *lane.read("velocity_frd_mps"))
        latitude, longitude, height_m = ned_to_llh(
            *lane.read("origin_llh"), *lane.read("position_ned_m")
        )
        airspeed = self._true_airspeed_mps(velocity)
        mg = 1000.0 / STANDARD_GRAVITY_MPS2
        return HilStateQuaternion(
            time_us,
            (w, x, y, z),
            _three(lane.read("rate_frd_radps")),
            round(degrees(latitude) * 1e7),
            round(degrees(longitude) * 1e7),
            round(height_m * 1e3),
            _shorts([100.0 * v for v in velocity]),
            _unsigned(100.0 * airspeed * sqrt(self._density() / STANDARD_DENSITY_KGPM3)),
            _unsigned(100.0 * airspeed),
            _shorts([mg * a for a in lane.read("acceleration_frd_mps2")]),
        )

    def _true_airspeed_mps(self, velocity_ned_mps: Three) -> float:
        has_wind = self._lane.has("wind_ned_mps")
        wind = self._lane.read("wind_ned_mps") if has_wind else [0.0, 0.0, 0.0]
        return hypot(*(v - w for v, w in zip(velocity_ned_mps, wind, strict=True)))

    def _density(self) -> float:
        known = self._lane.has("air_density_kgpm3")
        return self._lane.read("air_density_kgpm3")[0] if known else STANDARD_DENSITY_KGPM3

    def _is_new(self, sensor: str) -> bool:
        column = f"{sensor}_sequence"
        if not self._lane.has(column):
            return False
        sequence = self._lane.read(column)[0]
        if sequence == self._seen.get(sensor, 0.0):
            return False
        self._seen[sensor] = sequence
        return True


def _three(numbers: list[float]) -> Three:
    first, second, third = numbers
    return first, second, third


def _unsigned(value: float) -> int:
    return min(max(round(value), 0), 65534)


def _shorts(values: list[float]) -> tuple[int, int, int]:
    first, second, third = (min(max(round(value), -32767), 32767) for value in values)
    return first, second, third


def _course_cdeg(north: float, east: float) -> int:
    return round(100.0 * degrees(atan2(east, north))) % 36000
