"""Package geometry_msgs: places, directions and what moves them.

The frame is that of the topic: `sim/*` topics are NED in the world and FRD on the body.
"""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.scalars import Covariance6, Float64
from simloop.messages.std_msgs import NO_HEADER, Header


@dataclass(frozen=True, slots=True)
class Vector3:
    """A free vector; unit and frame are those of the field that holds it."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Vector3"
    x: Float64 = 0.0
    y: Float64 = 0.0
    z: Float64 = 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """A place, m; NED from the world's origin on `sim/*` topics."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Point"
    x: Float64 = 0.0
    y: Float64 = 0.0
    z: Float64 = 0.0


@dataclass(frozen=True, slots=True)
class Quaternion:
    """An attitude, rotating body (FRD) to world (NED) on `sim/*` topics.

    ROS puts w last; everywhere else in simloop it comes first.
    """

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Quaternion"
    x: Float64 = 0.0
    y: Float64 = 0.0
    z: Float64 = 0.0
    w: Float64 = 1.0


ZERO = Vector3()
ORIGIN = Point()
LEVEL = Quaternion()


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a body is, m NED, and how it points, FRD to NED."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Pose"
    position: Point = ORIGIN
    orientation: Quaternion = LEVEL


@dataclass(frozen=True, slots=True)
class Twist:
    """How a body moves: m/s and rad/s, both FRD on `sim/*` topics."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Twist"
    linear: Vector3 = ZERO
    angular: Vector3 = ZERO


@dataclass(frozen=True, slots=True)
class Accel:
    """How the motion changes: m/s^2 and rad/s^2, both FRD on `sim/*` topics."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Accel"
    linear: Vector3 = ZERO
    angular: Vector3 = ZERO


@dataclass(frozen=True, slots=True)
class Wrench:
    """Force, N, and torque about the centre of mass, N m, both FRD on `sim/*` topics."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Wrench"
    force: Vector3 = ZERO
    torque: Vector3 = ZERO


NO_POSE = Pose()
NO_TWIST = Twist()
NO_ACCEL = Accel()
NO_WRENCH = Wrench()


@dataclass(frozen=True, slots=True)
class Vector3Stamped:
    """A vector with time and frame; `sim/truth_wind` is m/s NED, where the air goes to."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/Vector3Stamped"
    header: Header = NO_HEADER
    vector: Vector3 = ZERO


@dataclass(frozen=True, slots=True)
class WrenchStamped:
    """A wrench with time; `sim/forces_and_moments` is FRD and holds no gravity and no contact."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/WrenchStamped"
    header: Header = NO_HEADER
    wrench: Wrench = NO_WRENCH


UNKNOWN_COVARIANCE = (0.0,) * 36


@dataclass(frozen=True, slots=True)
class PoseWithCovariance:
    """A pose and how sure it is: rows of x, y, z and the rotations about them."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/PoseWithCovariance"
    pose: Pose = NO_POSE
    covariance: Covariance6 = UNKNOWN_COVARIANCE


@dataclass(frozen=True, slots=True)
class TwistWithCovariance:
    """A twist and how sure it is: rows of x, y, z and the rotations about them."""

    ROS_TYPE: ClassVar[str] = "geometry_msgs/msg/TwistWithCovariance"
    twist: Twist = NO_TWIST
    covariance: Covariance6 = UNKNOWN_COVARIANCE
