"""Checks that sensors keep the contract: signs, frames, units, and numbers that are numbers.

Sensors are noisy, so each check averages some samples and its bounds are wide: wide enough for
any sane sensor, too narrow for a wrong sign, a wrong unit or a wrong frame.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from math import isfinite, pi
from statistics import fmean
from typing import Any, TypeVar

from simloop.math.ordered_sum import ordered_sum
from simloop.math.quaternion import from_euler
from simloop.messages.geometry_msgs import (
    Accel,
    Point,
    Pose,
    Quaternion,
    Twist,
    Vector3,
    Vector3Stamped,
    WrenchStamped,
)
from simloop.messages.rosflight_msgs import SimState
from simloop.messages.sensor_msgs import Imu
from simloop.world.sensor_interface import SensorInterface

SAMPLES = 40
GRAVITY_MPS2 = 9.8
STILL_AIR = Vector3Stamped()

MessageT = TypeVar("MessageT")


def check_sensors(sensors: SensorInterface) -> None:
    """Raise AssertionError, saying what is wrong, unless the sensors keep the contract."""
    _check_accelerometer(sensors)
    _check_gyro(sensors)
    _check_imu_temperature_and_biases(sensors)
    _check_magnetometer(sensors)
    _check_barometer(sensors)
    _check_gnss_place(sensors)
    _check_gnss_velocity(sensors)
    _check_range(sensors)
    _check_differential_pressure(sensors)
    _check_battery(sensors)


def sim_state(
    *,
    ned_m: tuple[float, float, float] = (0.0, 0.0, 0.0),
    roll: float = 0.0,
    yaw: float = 0.0,
    velocity_frd_mps: tuple[float, float, float] = (0.0, 0.0, 0.0),
    rate_frd_radps: tuple[float, float, float] = (0.0, 0.0, 0.0),
    acceleration_frd_mps2: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> SimState:
    """A state to look at: level, at the origin and at rest unless told otherwise."""
    w, x, y, z = from_euler(roll, 0.0, yaw)
    return SimState(
        pose=Pose(position=Point(*ned_m), orientation=Quaternion(x, y, z, w)),
        twist=Twist(linear=Vector3(*velocity_frd_mps), angular=Vector3(*rate_frd_radps)),
        acceleration=Accel(linear=Vector3(*acceleration_frd_mps2)),
    )


def _check_accelerometer(sensors: SensorInterface) -> None:
    cases = (
        ("at rest and level", sim_state(), (0.0, 0.0, -GRAVITY_MPS2)),
        ("at rest and upside down", sim_state(roll=pi), (0.0, 0.0, GRAVITY_MPS2)),
        ("at rest on the right side", sim_state(roll=pi / 2.0), (0.0, -GRAVITY_MPS2, 0.0)),
        (
            "in free fall",
            sim_state(acceleration_frd_mps2=(0.0, 0.0, GRAVITY_MPS2)),
            (0.0, 0.0, 0.0),
        ),
        (
            "pushed forward with 5 m/s^2",
            sim_state(acceleration_frd_mps2=(5.0, 0.0, 0.0)),
            (5.0, 0.0, -GRAVITY_MPS2),
        ),
    )
    for situation, state, expected in cases:
        accel = _mean_vector(_imu_samples(sensors, state), "linear_acceleration")
        _near(accel, expected, 1.5, f"imu_update: specific force {situation}, m/s^2 FRD")


def _check_gyro(sensors: SensorInterface) -> None:
    rest = _mean_vector(_imu_samples(sensors, sim_state()), "angular_velocity")
    _near(rest, (0.0, 0.0, 0.0), 0.5, "imu_update: rate at rest, rad/s")
    turning = sim_state(rate_frd_radps=(1.0, -2.0, 3.0))
    rate = _mean_vector(_imu_samples(sensors, turning), "angular_velocity")
    _near(rate, (1.0, -2.0, 3.0), 0.5, "imu_update: rate of a turning body, rad/s FRD")


def _check_imu_temperature_and_biases(sensors: SensorInterface) -> None:
    reading = _sample(lambda: sensors.imu_temperature_update(sim_state())).temperature
    _within(reading, -60.0, 100.0, "imu_temperature_update: temperature in degrees Celsius")
    samples = _imu_samples(sensors, sim_state())
    biases = _sample(sensors.get_imu_biases)
    accel = _mean_vector(samples, "linear_acceleration")
    gyro = _mean_vector(samples, "angular_velocity")
    without = (accel[0], accel[1], accel[2] + GRAVITY_MPS2)
    _near(
        _triple(biases.linear_acceleration),
        without,
        0.4,
        "get_imu_biases: accelerometer bias against what the samples at rest contain, m/s^2",
    )
    _near(
        _triple(biases.angular_velocity),
        gyro,
        0.1,
        "get_imu_biases: gyro bias against what the samples at rest contain, rad/s",
    )


def _check_magnetometer(sensors: SensorInterface) -> None:
    def mean_field(yaw: float) -> tuple[float, float, float]:
        state = sim_state(yaw=yaw)
        samples = _samples(lambda: sensors.mag_update(state))
        return _mean_vector(samples, "magnetic_field")

    north, south = mean_field(0.0), mean_field(pi)
    strength_t = ordered_sum(part * part for part in north) ** 0.5
    _within(strength_t, 1.5e-5, 9e-5, "mag_update: strength of the field in tesla")
    turned = (-north[0], -north[1], north[2])
    _near(south, turned, 5e-6, "mag_update: field after half a turn of yaw, T FRD")


def _check_barometer(sensors: SensorInterface) -> None:
    def mean(height_m: float, field: str) -> float:
        state = sim_state(ned_m=(0.0, 0.0, -height_m))
        return _mean(_samples(lambda: sensors.baro_update(state)), field)

    ground_pa = mean(0.0, "pressure")
    _within(ground_pa, 40000.0, 115000.0, "baro_update: pressure at the origin in Pa")
    fall_pa = ground_pa - mean(100.0, "pressure")
    _within(fall_pa, 600.0, 1500.0, "baro_update: fall of pressure over a climb of 100 m in Pa")
    climb_m = mean(100.0, "altitude") - mean(0.0, "altitude")
    _within(climb_m, 80.0, 120.0, "baro_update: altitude gained in a climb of 100 m")
    _within(mean(0.0, "temperature"), 200.0, 350.0, "baro_update: temperature in K")


def _check_gnss_place(sensors: SensorInterface) -> None:
    def mean(ned_m: tuple[float, float, float], field: str) -> float:
        return _mean(_samples(lambda: sensors.gnss_update(sim_state(ned_m=ned_m))), field)

    origin, latitude = (0.0, 0.0, 0.0), mean((0.0, 0.0, 0.0), "lat")
    _within(latitude, -90.0, 90.0, "gnss_update: latitude in degrees")
    north = mean((10000.0, 0.0, 0.0), "lat") - latitude
    _within(north, 0.085, 0.095, "gnss_update: degrees of latitude over 10 km to the north")
    east = mean((0.0, 10000.0, 0.0), "lon") - mean(origin, "lon")
    assert east > 0.05, f"gnss_update: 10 km to the east must raise the longitude, got {east} deg"
    climb_m = mean((0.0, 0.0, -100.0), "alt") - mean(origin, "alt")
    _within(climb_m, 80.0, 120.0, "gnss_update: altitude gained in a climb of 100 m")
    fix = sensors.gnss_update(sim_state())
    _within(float(fix.fix_type), 0.0, 5.0, "gnss_update: fix type")


def _check_gnss_velocity(sensors: SensorInterface) -> None:
    state = sim_state(yaw=pi / 2.0, velocity_frd_mps=(10.0, 0.0, 0.0))
    samples = _samples(lambda: sensors.gnss_update(state))
    velocity = (_mean(samples, "vel_n"), _mean(samples, "vel_e"), _mean(samples, "vel_d"))
    _near(velocity, (0.0, 10.0, 0.0), 1.0, "gnss_update: flying forward with the nose east, NED")


def _check_range(sensors: SensorInterface) -> None:
    state = sim_state(ned_m=(0.0, 0.0, -3.0))
    samples = _samples(lambda: sensors.range_update(state))
    _within(_mean(samples, "range"), 2.5, 3.5, "range_update: range 3 m above the ground")
    far = _sample(lambda: sensors.range_update(sim_state(ned_m=(0.0, 0.0, -5000.0))))
    assert far.range == far.max_range, (
        f"range_update: without echo the range must be max_range {far.max_range}, got {far.range}"
    )


def _check_differential_pressure(sensors: SensorInterface) -> None:
    state = sim_state(velocity_frd_mps=(20.0, 0.0, 0.0))

    def mean(wind: Vector3Stamped, field: str) -> float:
        return _mean(_samples(lambda: sensors.diff_pressure_update(state, wind)), field)

    still_pa = mean(STILL_AIR, "differential_pressure")
    _within(still_pa, 120.0, 280.0, "diff_pressure_update: Pa at 20 m/s in still air")
    carried = Vector3Stamped(vector=Vector3(20.0, 0.0, 0.0))
    carried_pa = mean(carried, "differential_pressure")
    _within(carried_pa, -20.0, 20.0, "diff_pressure_update: Pa when the wind carries the vehicle")
    _within(mean(STILL_AIR, "velocity"), 13.0, 25.0, "diff_pressure_update: airspeed in m/s")
    _within(mean(STILL_AIR, "temperature"), 200.0, 350.0, "diff_pressure_update: temperature in K")


def _check_battery(sensors: SensorInterface) -> None:
    samples = _samples(lambda: sensors.battery_update(sim_state()))
    _within(_mean(samples, "voltage"), 0.5, 1000.0, "battery_update: voltage in V")
    _within(_mean(samples, "current"), -1.0, 10000.0, "battery_update: current in A")


def _imu_samples(sensors: SensorInterface, state: SimState) -> list[Imu]:
    return _samples(lambda: sensors.imu_update(state, WrenchStamped()))


def _samples(take: Callable[[], MessageT]) -> list[MessageT]:
    return [_sample(take) for _ in range(SAMPLES)]


def _sample(take: Callable[[], MessageT]) -> MessageT:
    """One sample, with every number in it finite."""
    message = take()
    for path, number in _numbers(message, type(message).__name__):
        assert isfinite(number), f"{path} is {number}: samples must be finite"
    return message


def _numbers(value: Any, path: str) -> list[tuple[str, float]]:
    if isinstance(value, int | float):
        return [(path, float(value))]
    if is_dataclass(value):
        parts = [(f"{path}.{part.name}", getattr(value, part.name)) for part in fields(value)]
        return [found for name, part in parts for found in _numbers(part, name)]
    return []


def _mean(samples: list[Any], field: str) -> float:
    return fmean(float(getattr(sample, field)) for sample in samples)


def _mean_vector(samples: list[Any], field: str) -> tuple[float, float, float]:
    vectors = [getattr(sample, field) for sample in samples]
    return _mean(vectors, "x"), _mean(vectors, "y"), _mean(vectors, "z")


def _triple(vector: Vector3) -> tuple[float, float, float]:
    return vector.x, vector.y, vector.z


def _near(got: tuple[float, ...], expected: tuple[float, ...], tolerance: float, what: str) -> None:
    worst = max(abs(a - b) for a, b in zip(got, expected, strict=True))
    shown = tuple(float(f"{part:.4g}") for part in got)
    assert worst <= tolerance, f"{what}: expected about {expected}, got {shown}"


def _within(got: float, low: float, high: float, what: str) -> None:
    assert low <= got <= high, f"{what}: expected {low} to {high}, got {got:.6g}"
