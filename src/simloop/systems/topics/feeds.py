"""One feed per topic: which columns it needs, how often it goes out, and how a message is built."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import degrees
from typing import Any

from simloop.math.atmosphere import pressure_altitude
from simloop.math.geodesy import llh_to_ned, ned_to_llh
from simloop.math.quaternion import rotate_to_body
from simloop.messages.geometry_msgs import (
    Point,
    Pose,
    Quaternion,
    Twist,
    Vector3,
    Wrench,
    WrenchStamped,
)
from simloop.messages.rosflight_msgs import (
    GNSS,
    Airspeed,
    Barometer,
    BatteryStatus,
    PwmOutput,
    SimState,
    Status,
)
from simloop.messages.sensor_msgs import Imu, MagneticField, Range, Temperature
from simloop.messages.std_msgs import Header
from simloop.world.dynamics_interface import Read, state_of, wind_of
from simloop.world.entities import Record
from simloop.world.forces_interface import held_wrench, pulses_us
from simloop.world.table import Table

KELVIN = 273.15


@dataclass(frozen=True, slots=True)
class Feed:
    """A topic of every vehicle that has the columns, and none of those in `without`.

    `fresh` is the counter of its sensor, `once` a column that is above zero when there is
    something to tell. With `rate_hz` it goes out so often, and when a column has changed.
    `adds` has what belongs to columns in a tick and is not in them.
    """

    topic: str
    message: type[Any]
    doc: str
    columns: tuple[str, ...]
    build: Callable[[Read, Header], Any]
    rate_hz: float | None = None
    fresh: str | None = None
    without: tuple[str, ...] = ()
    once: str | None = None
    adds: Callable[[Record, int], Mapping[str, Sequence[float]]] | None = None

    def reader(self, record: Record, table: Table, tick: int) -> Read:
        """A function that reads the columns of one vehicle, as they are told on the topic."""
        read = table.reader(record.row)
        more = self.adds(record, tick) if self.adds is not None else {}
        if not more:
            return read

        def summed(column: str) -> list[float]:
            own = read(column)
            return [a + b for a, b in zip(own, more.get(column, [0.0] * len(own)), strict=True)]

        return summed


Build = Callable[[Read, Header], Any]
FEEDS: list[Feed] = []
_PWM = "sim/pwm_output", "pulse widths of the actuators, us, 1000 to 2000"


def _feed(topic: str, doc: str, columns: str, **more: Any) -> Callable[[Build], Build]:
    """Let a function build the messages of a topic; what it returns is their type."""

    def register(build: Build) -> Build:
        message = build.__annotations__["return"]
        FEEDS.append(Feed(topic, message, doc, tuple(columns.split()), build, **more))
        return build

    return register


def _vector(read: Read, column: str) -> Vector3:
    return Vector3(*read(column))


def _of_imu(read: Read, head: Header, gyro: str, accel: str) -> Imu:
    rate, force = _vector(read, gyro), _vector(read, accel)
    return Imu(header=head, angular_velocity=rate, linear_acceleration=force)


_feed(
    "sim/truth_state",
    "true pose (NED), twist and acceleration (FRD)",
    "position_ned_m attitude_wxyz",
)(state_of)
_feed("sim/truth_wind", "true wind, NED, m/s", "wind_ned_mps")(wind_of)


@_feed(
    "sim/forces_and_moments",
    "aerodynamic and propulsive wrench, FRD, N and N m; no gravity, no contact",
    "force_frd_n torque_frd_nm",
    adds=held_wrench,
)
def _wrench(read: Read, head: Header) -> WrenchStamped:
    return WrenchStamped(head, Wrench(_vector(read, "force_frd_n"), _vector(read, "torque_frd_nm")))


@_feed(*_PWM, "motor_command", without=("actuator_command",))
def _pwm(read: Read, head: Header) -> PwmOutput:
    return PwmOutput(head, pulses_us(read("motor_command")))


@_feed(*_PWM, "actuator_command", without=("motor_command",))
def _servo_pwm(read: Read, head: Header) -> PwmOutput:
    return PwmOutput(head, pulses_us(read("actuator_command"), read("output_least")))


@_feed(*_PWM, "motor_command actuator_command")
def _vtol_pwm(read: Read, head: Header) -> PwmOutput:
    lift, rest = read("motor_command"), read("actuator_command")
    return PwmOutput(head, pulses_us(lift + rest, [0.0] * len(lift) + read("output_least")))


@_feed(
    "estimated_state",
    "what the firmware believes, once it has aligned: pose (NED of the world), twist (FRD)",
    "fw_position_ned_m fw_attitude_wxyz fw_origin_llh origin_llh",
    once="fw_aligned",
)
def _estimate(read: Read, head: Header) -> SimState:
    w, x, y, z = read("fw_attitude_wxyz")
    place = read("fw_position_ned_m")
    latitude, longitude, height = read("fw_origin_llh")
    # Without a fix there is no origin: the estimate then counts from where the vehicle woke up.
    if latitude != 0.0 or longitude != 0.0:
        north, east, down = place
        found = ned_to_llh(latitude, longitude, height, north, east, down)
        world_latitude, world_longitude, world_height = read("origin_llh")
        place = list(llh_to_ned(world_latitude, world_longitude, world_height, *found))
    velocity = rotate_to_body(w, x, y, z, *read("fw_velocity_ned_mps"))
    return SimState(
        head,
        Pose(Point(*place), Quaternion(x, y, z, w)),
        Twist(Vector3(*velocity), _vector(read, "fw_rate_frd_radps")),
    )


@_feed(
    "status",
    "what the firmware says about itself: armed, failsafe, why sticks rule, errors",
    "fw_armed fw_failsafe fw_override fw_offboard_used fw_control_level fw_error",
    rate_hz=10.0,
)
def _status(read: Read, head: Header) -> Status:
    errors = [number > 0.0 for number in read("fw_error")]
    return Status(
        head,
        armed=read("fw_armed")[0] > 0.0,
        failsafe=max(read("fw_failsafe")) > 0.0,
        rc_override=int(read("fw_override")[0]),
        offboard=read("fw_offboard_used")[0] > 0.0,
        control_mode=int(read("fw_control_level")[0]),
        # The first eight are ROSflight's, in its order.
        error_code=sum(1 << place for place, raised in enumerate(errors[:8]) if raised),
        num_errors=errors.count(True),
    )


@_feed(
    "sim/truth_imu_bias",
    "true biases of gyroscope and accelerometer, FRD",
    "imu_gyro_bias_frd_radps imu_accel_bias_frd_mps2",
    fresh="imu_sequence",
)
def _imu_bias(read: Read, head: Header) -> Imu:
    return _of_imu(read, head, "imu_gyro_bias_frd_radps", "imu_accel_bias_frd_mps2")


@_feed(
    "sim/sensors/imu/data",
    "specific force m/s^2 and angular rate rad/s, FRD",
    "imu_gyro_frd_radps imu_accel_frd_mps2",
    fresh="imu_sequence",
)
def _imu(read: Read, head: Header) -> Imu:
    return _of_imu(read, head, "imu_gyro_frd_radps", "imu_accel_frd_mps2")


@_feed(
    "sim/sensors/imu/temperature",
    "temperature of the IMU, degrees Celsius",
    "imu_temperature_k",
    fresh="imu_sequence",
)
def _temperature(read: Read, head: Header) -> Temperature:
    return Temperature(head, read("imu_temperature_k")[0] - KELVIN, 0.0)


@_feed("sim/sensors/mag", "magnetic field, FRD, T", "mag_field_frd_t", fresh="mag_sequence")
def _mag(read: Read, head: Header) -> MagneticField:
    return MagneticField(header=head, magnetic_field=_vector(read, "mag_field_frd_t"))


@_feed(
    "sim/sensors/baro",
    "static pressure Pa, temperature K, pressure altitude m",
    "baro_pressure_pa baro_temperature_k",
    fresh="baro_sequence",
)
def _baro(read: Read, head: Header) -> Barometer:
    pressure = read("baro_pressure_pa")[0]
    return Barometer(head, pressure_altitude(pressure), pressure, read("baro_temperature_k")[0])


@_feed(
    "sim/sensors/gnss",
    "satellite fix: degrees, m above mean sea level, m/s NED",
    "gnss_llh gnss_velocity_ned_mps",
    fresh="gnss_sequence",
)
def _gnss(read: Read, head: Header) -> GNSS:
    latitude, longitude, altitude = read("gnss_llh")
    north, east, down = read("gnss_velocity_ned_mps")
    horizontal, vertical, speed = read("gnss_accuracy")
    return GNSS(
        header=head,
        fix_type=int(read("gnss_fix_type")[0]),
        num_sat=int(read("gnss_satellites")[0]),
        lat=degrees(latitude),
        lon=degrees(longitude),
        alt=altitude,
        horizontal_accuracy=horizontal,
        vertical_accuracy=vertical,
        vel_n=north,
        vel_e=east,
        vel_d=down,
        speed_accuracy=speed,
        gnss_unix_seconds=head.stamp.sec,
        gnss_unix_nanos=head.stamp.nanosec,
    )


@_feed(
    "sim/sensors/diff_pressure",
    "differential pressure Pa, indicated airspeed m/s, temperature K",
    "diff_pressure_pa",
    fresh="diff_pressure_sequence",
)
def _diff_pressure(read: Read, head: Header) -> Airspeed:
    pressure = read("diff_pressure_pa")[0]
    # Indicated airspeed, by the sea-level density every airspeed indicator is made for.
    speed = (2.0 * abs(pressure) / 1.225) ** 0.5
    return Airspeed(
        head, speed if pressure >= 0.0 else -speed, pressure, read("diff_pressure_temperature_k")[0]
    )


@_feed(
    "sim/sensors/range",
    "distance to the ground along the body's down axis, m",
    "sonar_range_m sonar_min_range_m sonar_max_range_m",
    fresh="sonar_sequence",
)
def _range(read: Read, head: Header) -> Range:
    return Range(
        header=head,
        radiation_type=0,
        field_of_view=1.0472,
        min_range=read("sonar_min_range_m")[0],
        max_range=read("sonar_max_range_m")[0],
        range=read("sonar_range_m")[0],
    )


@_feed(
    "sim/sensors/battery",
    "battery voltage V and current A",
    "battery_voltage_v battery_current_a",
    fresh="battery_sequence",
)
def _battery(read: Read, head: Header) -> BatteryStatus:
    return BatteryStatus(head, read("battery_voltage_v")[0], read("battery_current_a")[0])
