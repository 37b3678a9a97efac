"""The built-in sensors keep SensorInterface, and the checker finds those that do not."""

from dataclasses import replace
from math import nan, radians

import pytest

from simloop.messages.geometry_msgs import Vector3, Vector3Stamped, WrenchStamped
from simloop.messages.rosflight_msgs import GNSS, Airspeed, Barometer, BatteryStatus, SimState
from simloop.messages.sensor_msgs import Imu, MagneticField, Range, Temperature
from simloop.testing.kernel_sensors import KernelSensors
from simloop.testing.sensor_checker import check_sensors
from simloop.world.sensor_interface import SensorInterface


def scaled(vector: Vector3, factor: float) -> Vector3:
    return Vector3(vector.x * factor, vector.y * factor, vector.z * factor)


class GravityUp(KernelSensors):
    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        sample = super().imu_update(state, forces)
        return replace(sample, linear_acceleration=scaled(sample.linear_acceleration, -1.0))


class AccelerationInsteadOfForce(KernelSensors):
    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        sample = super().imu_update(state, forces)
        return replace(sample, linear_acceleration=state.acceleration.linear)


class GyroInDegrees(KernelSensors):
    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        sample = super().imu_update(state, forces)
        return replace(sample, angular_velocity=scaled(sample.angular_velocity, 57.3))


class GyroNotANumber(KernelSensors):
    def imu_update(self, state: SimState, forces: WrenchStamped) -> Imu:
        return replace(super().imu_update(state, forces), angular_velocity=Vector3(nan, 0.0, 0.0))


class TemperatureInKelvin(KernelSensors):
    def imu_temperature_update(self, state: SimState) -> Temperature:
        return Temperature(temperature=300.15)


class OtherBiases(KernelSensors):
    def get_imu_biases(self) -> Imu:
        return Imu(linear_acceleration=Vector3(1.0, 0.0, 0.0))


class MagInGauss(KernelSensors):
    def mag_update(self, state: SimState) -> MagneticField:
        return MagneticField(magnetic_field=scaled(super().mag_update(state).magnetic_field, 1e4))


class MagThatNeverTurns(KernelSensors):
    def mag_update(self, state: SimState) -> MagneticField:
        return super().mag_update(SimState())


class BaroInHectopascal(KernelSensors):
    def baro_update(self, state: SimState) -> Barometer:
        sample = super().baro_update(state)
        return replace(sample, pressure=sample.pressure / 100.0)


class BaroUpsideDown(KernelSensors):
    def baro_update(self, state: SimState) -> Barometer:
        position = state.pose.position
        mirrored = replace(position, z=-position.z)
        return super().baro_update(replace(state, pose=replace(state.pose, position=mirrored)))


class BaroInCelsius(KernelSensors):
    def baro_update(self, state: SimState) -> Barometer:
        return replace(super().baro_update(state), temperature=27.0)


class GnssInRadians(KernelSensors):
    def gnss_update(self, state: SimState) -> GNSS:
        fix = super().gnss_update(state)
        return replace(fix, lat=radians(fix.lat), lon=radians(fix.lon))


class GnssBodyVelocity(KernelSensors):
    def gnss_update(self, state: SimState) -> GNSS:
        v = state.twist.linear
        return replace(super().gnss_update(state), vel_n=v.x, vel_e=v.y, vel_d=v.z)


class RangeBeyondItsLimit(KernelSensors):
    def range_update(self, state: SimState) -> Range:
        return replace(super().range_update(state), range=-state.pose.position.z)


class PitotWithoutWind(KernelSensors):
    def diff_pressure_update(self, state: SimState, wind: Vector3Stamped) -> Airspeed:
        return super().diff_pressure_update(state, Vector3Stamped())


class DeadBattery(KernelSensors):
    def battery_update(self, state: SimState) -> BatteryStatus:
        return BatteryStatus(voltage=0.0, current=1.0)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_built_in_sensors_keep_the_contract(seed: int) -> None:
    sensors: SensorInterface = KernelSensors(seed=seed)
    check_sensors(sensors)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (GravityUp, "specific force at rest and level"),
        (AccelerationInsteadOfForce, "specific force at rest and level"),
        (GyroInDegrees, "rate of a turning body"),
        (GyroNotANumber, "angular_velocity.x is nan"),
        (TemperatureInKelvin, "degrees Celsius"),
        (OtherBiases, "get_imu_biases: accelerometer"),
        (MagInGauss, "strength of the field in tesla"),
        (MagThatNeverTurns, "half a turn of yaw"),
        (BaroInHectopascal, "pressure at the origin in Pa"),
        (BaroUpsideDown, "fall of pressure"),
        (BaroInCelsius, "baro_update: temperature in K"),
        (GnssInRadians, "degrees of latitude"),
        (GnssBodyVelocity, "nose east"),
        (RangeBeyondItsLimit, "must be max_range"),
        (PitotWithoutWind, "when the wind carries"),
        (DeadBattery, "voltage in V"),
    ],
)
def test_the_checker_finds_what_is_wrong(wrong: type[KernelSensors], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_sensors(wrong())
