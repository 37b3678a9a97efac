"""Package nav_msgs: where a vehicle believes it is."""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.geometry_msgs import PoseWithCovariance, TwistWithCovariance
from simloop.messages.scalars import Text
from simloop.messages.std_msgs import NO_HEADER, Header

NO_POSE = PoseWithCovariance()
NO_TWIST = TwistWithCovariance()


@dataclass(frozen=True, slots=True)
class Odometry:
    """A pose in the header's frame and a twist in the child's, ENU and FLU as in ROS."""

    ROS_TYPE: ClassVar[str] = "nav_msgs/msg/Odometry"
    header: Header = NO_HEADER
    child_frame_id: Text = ""
    pose: PoseWithCovariance = NO_POSE
    twist: TwistWithCovariance = NO_TWIST
