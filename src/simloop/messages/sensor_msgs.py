"""Package sensor_msgs: what sensors say, in the body frame (FRD on `sim/*` topics)."""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.geometry_msgs import LEVEL, ZERO, Quaternion, Vector3
from simloop.messages.scalars import Covariance3, Float32, Float64, UInt8
from simloop.messages.std_msgs import NO_HEADER, Header

COVARIANCE_UNKNOWN = (0.0,) * 9
NOT_MEASURED = (-1.0, *(0.0,) * 8)


@dataclass(frozen=True, slots=True)
class Imu:
    """Specific force, m/s^2, and angular rate, rad/s, both FRD; at rest the force is (0, 0, -g).

    Covariances are row by row; a first element of -1 says that the quantity is not measured,
    which is so for the orientation of every plain IMU.
    """

    ROS_TYPE: ClassVar[str] = "sensor_msgs/msg/Imu"
    header: Header = NO_HEADER
    orientation: Quaternion = LEVEL
    orientation_covariance: Covariance3 = NOT_MEASURED
    angular_velocity: Vector3 = ZERO
    angular_velocity_covariance: Covariance3 = COVARIANCE_UNKNOWN
    linear_acceleration: Vector3 = ZERO
    linear_acceleration_covariance: Covariance3 = COVARIANCE_UNKNOWN


@dataclass(frozen=True, slots=True)
class Temperature:
    """A temperature in degrees Celsius, as ROS has it, and its variance."""

    ROS_TYPE: ClassVar[str] = "sensor_msgs/msg/Temperature"
    header: Header = NO_HEADER
    temperature: Float64 = 0.0
    variance: Float64 = 0.0


@dataclass(frozen=True, slots=True)
class MagneticField:
    """The magnetic field at the sensor, T, FRD."""

    ROS_TYPE: ClassVar[str] = "sensor_msgs/msg/MagneticField"
    header: Header = NO_HEADER
    magnetic_field: Vector3 = ZERO
    magnetic_field_covariance: Covariance3 = COVARIANCE_UNKNOWN


@dataclass(frozen=True, slots=True)
class Range:
    """The distance along the beam, m; the field of view is in radians."""

    ROS_TYPE: ClassVar[str] = "sensor_msgs/msg/Range"
    ULTRASOUND: ClassVar[UInt8] = 0
    INFRARED: ClassVar[UInt8] = 1
    header: Header = NO_HEADER
    radiation_type: UInt8 = 0
    field_of_view: Float32 = 0.0
    min_range: Float32 = 0.0
    max_range: Float32 = 0.0
    range: Float32 = 0.0
