"""The built-in sensors behind SensorInterface: one vehicle, interpreted, a call at a time."""

from collections.abc import Callable
from math import copysign, degrees, radians, sqrt
from typing import Any, TypeVar

from simloop.math.atmosphere import air_at, pressure_altitude
from simloop.messages.geometry_msgs import Quaternion, Vector3, Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import GNSS, Airspeed, Barometer, BatteryStatus, SimState
from simloop.messages.sensor_msgs import Imu, MagneticField, Range, Temperature
from simloop.systems import airspeed, barometer, battery, gnss, imu, magnetometer
from simloop.systems import range as sonar
from simloop.testing.sensor_bench import SensorBench
from simloop.world.plugin import VehicleKit

ZERO_CELSIUS_K = 273.15
# Indicated airspeed is read from pressure with the density of the standard day at sea level.
SEA_LEVEL_DENSITY_KGPM3 = 1.225
IMU_RATE_HZ = 400
BATTERY_RATE_HZ = 10
ROSFLIGHT_ORIGIN_LLH = (radians(40.2463724), radians(-111.6474138), 1387.0)
MAGNETIC_YEAR = 2025.0

ConfigT = TypeVar("ConfigT")


class KernelSensors:
    """Each sensor sits on a bench of its own, whose tick is the sensor's period."""

    def __init__(
        self, *, seed: int = 0, origin_llh: tuple[float, float, float] = ROSFLIGHT_ORIGIN_LLH
    ) -> None:
        self._height_m = origin_llh[2]
        self._imu = _bench(imu.equip, imu.Config(), IMU_RATE_HZ, seed)
        self._mag = _bench(magnetometer.equip, magnetometer.Config(), 50, seed)
        self._baro = _bench(barometer.equip, barometer.Config(), 50, seed)
        self._gnss = _bench(gnss.equip, gnss.Config(delay_s=0.0), 10, seed)
        self._sonar = _bench(sonar.equip, sonar.Config(), 20, seed)
        self._pitot = _bench(airspeed.equip, airspeed.Config(), 50, seed)
        self._battery = _bench(battery.equip, battery.Config(), BATTERY_RATE_HZ, seed)
        self._mag.set("mag_world_field_ned_t", magnetometer.field_at(origin_llh, MAGNETIC_YEAR))
        for bench in (self._baro, self._gnss):
            bench.set("origin_llh", origin_llh)

    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        """The next IMU sample; this unit does not feel vibration, so `forces` is not used."""
        self._sample(self._imu, state)
        return _imu_message(self._imu, "imu_accel_frd_mps2", "imu_gyro_frd_radps")

    def imu_temperature_update(self, state: SimState) -> Temperature:
        """How warm the IMU got by its samples so far."""
        return Temperature(
            temperature=float(self._imu.first("imu_temperature_k")[0]) - ZERO_CELSIUS_K
        )

    def get_imu_biases(self) -> Imu:
        """The biases in the latest IMU sample."""
        return _imu_message(self._imu, "imu_accel_bias_frd_mps2", "imu_gyro_bias_frd_radps")

    def mag_update(self, state: SimState) -> MagneticField:
        """The next sample of the magnetometer."""
        self._sample(self._mag, state)
        return MagneticField(magnetic_field=_vector(self._mag.first("mag_field_frd_t")))

    def baro_update(self, state: SimState) -> Barometer:
        """The next sample of the barometer."""
        self._sample(self._baro, state)
        pressure_pa = float(self._baro.first("baro_pressure_pa")[0])
        return Barometer(
            altitude=pressure_altitude(pressure_pa),
            pressure=pressure_pa,
            temperature=float(self._baro.first("baro_temperature_k")[0]),
        )

    def gnss_update(self, state: SimState) -> GNSS:
        """The next fix."""
        self._sample(self._gnss, state)
        latitude_rad, longitude_rad, height_m = self._gnss.first("gnss_llh")
        north, east, down = self._gnss.first("gnss_velocity_ned_mps")
        horizontal, vertical, speed = self._gnss.first("gnss_accuracy")
        return GNSS(
            fix_type=int(self._gnss.first("gnss_fix_type")[0]),
            num_sat=int(self._gnss.first("gnss_satellites")[0]),
            lat=degrees(latitude_rad),
            lon=degrees(longitude_rad),
            alt=float(height_m),
            horizontal_accuracy=float(horizontal),
            vertical_accuracy=float(vertical),
            vel_n=float(north),
            vel_e=float(east),
            vel_d=float(down),
            speed_accuracy=float(speed),
        )

    def range_update(self, state: SimState) -> Range:
        """The next sample of the sonar."""
        self._sample(self._sonar, state)
        return Range(
            min_range=float(self._sonar.first("sonar_min_range_m")[0]),
            max_range=float(self._sonar.first("sonar_max_range_m")[0]),
            range=float(self._sonar.first("sonar_range_m")[0]),
        )

    def diff_pressure_update(self, state: SimState, wind: Vector3Stamped) -> Airspeed:
        """The next sample of the differential pressure sensor."""
        self._pitot.set("wind_ned_mps", _triple(wind.vector))
        self._sample(self._pitot, state)
        pressure_pa = float(self._pitot.first("diff_pressure_pa")[0])
        speed_mps = sqrt(2.0 * abs(pressure_pa) / SEA_LEVEL_DENSITY_KGPM3)
        return Airspeed(
            velocity=copysign(speed_mps, pressure_pa),
            differential_pressure=pressure_pa,
            temperature=float(self._pitot.first("diff_pressure_temperature_k")[0]),
        )

    def battery_update(self, state: SimState) -> BatteryStatus:
        """The next sample of the battery monitor."""
        self._sample(self._battery, state)
        return BatteryStatus(
            voltage=float(self._battery.first("battery_voltage_v")[0]),
            current=float(self._battery.first("battery_current_a")[0]),
        )

    def _sample(self, bench: SensorBench, state: SimState) -> None:
        """Put the truth on the bench and let one period pass."""
        position = state.pose.position
        pressure_pa, temperature_k, density = air_at(self._height_m - position.z, 0.0)
        bench.set("position_ned_m", (position.x, position.y, position.z))
        bench.set("attitude_wxyz", _wxyz(state.pose.orientation))
        bench.set("velocity_frd_mps", _triple(state.twist.linear))
        bench.set("rate_frd_radps", _triple(state.twist.angular))
        bench.set("acceleration_frd_mps2", _triple(state.acceleration.linear))
        bench.set("air_pressure_pa", pressure_pa)
        bench.set("air_temperature_k", temperature_k)
        bench.set("air_density_kgpm3", density)
        bench.run()


def _bench(
    equip: Callable[[VehicleKit, ConfigT], None], config: ConfigT, rate_hz: int, seed: int
) -> SensorBench:
    return SensorBench(lambda kit: equip(kit, config), tick_rate_hz=rate_hz, seed=seed)


def _imu_message(bench: SensorBench, accel: str, gyro: str) -> Imu:
    return Imu(
        angular_velocity=_vector(bench.first(gyro)), linear_acceleration=_vector(bench.first(accel))
    )


def _vector(numbers: Any) -> Vector3:
    return Vector3(*(float(number) for number in numbers))


def _triple(vector: Vector3) -> tuple[float, float, float]:
    return vector.x, vector.y, vector.z


def _wxyz(quaternion: Quaternion) -> tuple[float, float, float, float]:
    return quaternion.w, quaternion.x, quaternion.y, quaternion.z
