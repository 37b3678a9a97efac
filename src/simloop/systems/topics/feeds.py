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
    Vector3Stamped,
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


Row = list[float]
Build = Callable[..., Any]
_PWM = "sim/pwm_output", "pulse widths of the actuators, us, 1000 to 2000"

FEEDS = [
    Feed(
        "sim/truth_state",
        SimState,
        "true pose (NED), twist and acceleration (FRD)",
        ("position_ned_m", "attitude_wxyz"),
        state_of,
    ),
    Feed("sim/truth_wind", Vector3Stamped, "true wind, NED, m/s", ("wind_ned_mps",), wind_of),
]


def _feed(topic: str, doc: str, columns: str, **more: Any) -> Callable[[Build], Build]:
    """Let a function make the messages of a topic from columns; what it returns is their type."""
    names = tuple(columns.split())

    def register(make: Build) -> Build:
        def build(read: Read, head: Header) -> Any:
            return make(head, *map(read, names))

        FEEDS.append(Feed(topic, make.__annotations__["return"], doc, names, build, **more))
        return make

    return register


@_feed(
    "sim/forces_and_moments",
    "aerodynamic and propulsive wrench, FRD, N and N m; no gravity, no contact",
    "force_frd_n torque_frd_nm",
    adds=held_wrench,
)
def _wrench(head: Header, force: Row, torque: Row) -> WrenchStamped:
    return WrenchStamped(head, Wrench(Vector3(*force), Vector3(*torque)))


@_feed(*_PWM, "motor_command", without=("actuator_command",))
def _pwm(head: Header, motors: Row) -> PwmOutput:
    return PwmOutput(head, pulses_us(motors))


@_feed(*_PWM, "actuator_command output_least", without=("motor_command",))
def _servo_pwm(head: Header, outputs: Row, least: Row) -> PwmOutput:
    return PwmOutput(head, pulses_us(outputs, least))


@_feed(*_PWM, "motor_command actuator_command output_least")
def _vtol_pwm(head: Header, lift: Row, rest: Row, least: Row) -> PwmOutput:
    return PwmOutput(head, pulses_us(lift + rest, [0.0] * len(lift) + least))


@_feed(
    "estimated_state",
    "what the firmware believes, once it has aligned: pose (NED of the world), twist (FRD)",
    "fw_position_ned_m fw_attitude_wxyz fw_origin_llh origin_llh fw_velocity_ned_mps "
    "fw_rate_frd_radps",
    once="fw_aligned",
)
def _estimate(
    head: Header, place: Row, attitude: Row, own_origin: Row, origin: Row, speed: Row, rate: Row
) -> SimState:
    w, x, y, z = attitude
    latitude, longitude, height = own_origin
    # Without a fix there is no origin: the estimate then counts from where the vehicle woke up.
    if latitude != 0.0 or longitude != 0.0:
        north, east, down = place
        found = ned_to_llh(latitude, longitude, height, north, east, down)
        world_latitude, world_longitude, world_height = origin
        place = list(llh_to_ned(world_latitude, world_longitude, world_height, *found))
    twist = Twist(Vector3(*rotate_to_body(w, x, y, z, *speed)), Vector3(*rate))
    return SimState(head, Pose(Point(*place), Quaternion(x, y, z, w)), twist)


@_feed(
    "status",
    "what the firmware says about itself: armed, failsafe, why sticks rule, errors",
    "fw_armed fw_failsafe fw_override fw_offboard_used fw_control_level fw_error",
    rate_hz=10.0,
)
def _status(
    head: Header, armed: Row, failsafe: Row, override: Row, offboard: Row, level: Row, error: Row
) -> Status:
    errors = [number > 0.0 for number in error]
    return Status(
        head,
        armed=armed[0] > 0.0,
        failsafe=max(failsafe) > 0.0,
        rc_override=int(override[0]),
        offboard=offboard[0] > 0.0,
        control_mode=int(level[0]),
        # The first eight are ROSflight's, in its order.
        error_code=sum(1 << place for place, raised in enumerate(errors[:8]) if raised),
        num_errors=errors.count(True),
    )


@_feed(
    "sim/sensors/imu/data",
    "specific force m/s^2 and angular rate rad/s, FRD",
    "imu_gyro_frd_radps imu_accel_frd_mps2",
    fresh="imu_sequence",
)
@_feed(
    "sim/truth_imu_bias",
    "true biases of gyroscope and accelerometer, FRD",
    "imu_gyro_bias_frd_radps imu_accel_bias_frd_mps2",
    fresh="imu_sequence",
)
def _imu(head: Header, gyro: Row, accel: Row) -> Imu:
    rate, force = Vector3(*gyro), Vector3(*accel)
    return Imu(header=head, angular_velocity=rate, linear_acceleration=force)


@_feed(
    "sim/sensors/imu/temperature",
    "temperature of the IMU, degrees Celsius",
    "imu_temperature_k",
    fresh="imu_sequence",
)
def _temperature(head: Header, temperature: Row) -> Temperature:
    return Temperature(head, temperature[0] - KELVIN, 0.0)


@_feed("sim/sensors/mag", "magnetic field, FRD, T", "mag_field_frd_t", fresh="mag_sequence")
def _mag(head: Header, field: Row) -> MagneticField:
    return MagneticField(header=head, magnetic_field=Vector3(*field))


@_feed(
    "sim/sensors/baro",
    "static pressure Pa, temperature K, pressure altitude m",
    "baro_pressure_pa baro_temperature_k",
    fresh="baro_sequence",
)
def _baro(head: Header, pressure: Row, temperature: Row) -> Barometer:
    return Barometer(head, pressure_altitude(pressure[0]), pressure[0], temperature[0])


@_feed(
    "sim/sensors/gnss",
    "satellite fix: degrees, m above mean sea level, m/s NED",
    "gnss_llh gnss_velocity_ned_mps gnss_accuracy gnss_fix_type gnss_satellites",
    fresh="gnss_sequence",
)
def _gnss(
    head: Header, place: Row, velocity: Row, accuracy: Row, fix_type: Row, satellites: Row
) -> GNSS:
    latitude, longitude, altitude = place
    north, east, down = velocity
    horizontal, vertical, speed = accuracy
    return GNSS(
        header=head,
        fix_type=int(fix_type[0]),
        num_sat=int(satellites[0]),
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
    "diff_pressure_pa diff_pressure_temperature_k",
    fresh="diff_pressure_sequence",
)
def _diff_pressure(head: Header, pressure: Row, temperature: Row) -> Airspeed:
    # Indicated airspeed, by the sea-level density every airspeed indicator is made for.
    speed = (2.0 * abs(pressure[0]) / 1.225) ** 0.5
    return Airspeed(head, speed if pressure[0] >= 0.0 else -speed, pressure[0], temperature[0])


@_feed(
    "sim/sensors/range",
    "distance to the ground along the body's down axis, m",
    "sonar_range_m sonar_min_range_m sonar_max_range_m",
    fresh="sonar_sequence",
)
def _range(head: Header, distance: Row, least: Row, most: Row) -> Range:
    return Range(
        header=head,
        radiation_type=0,
        field_of_view=1.0472,
        min_range=least[0],
        max_range=most[0],
        range=distance[0],
    )


@_feed(
    "sim/sensors/battery",
    "battery voltage V and current A",
    "battery_voltage_v battery_current_a",
    fresh="battery_sequence",
)
def _battery(head: Header, voltage: Row, current: Row) -> BatteryStatus:
    return BatteryStatus(head, voltage[0], current[0])
