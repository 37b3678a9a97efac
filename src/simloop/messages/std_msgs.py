"""Package std_msgs: headers and bare values."""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.builtin_interfaces import START, Time
from simloop.messages.scalars import Bool8, Text


@dataclass(frozen=True, slots=True)
class Header:
    """When a message was true and in which frame."""

    ROS_TYPE: ClassVar[str] = "std_msgs/msg/Header"
    stamp: Time = START
    frame_id: Text = ""


@dataclass(frozen=True, slots=True)
class Bool:
    """One truth value."""

    ROS_TYPE: ClassVar[str] = "std_msgs/msg/Bool"
    data: Bool8 = False


@dataclass(frozen=True, slots=True)
class String:
    """One text."""

    ROS_TYPE: ClassVar[str] = "std_msgs/msg/String"
    data: Text = ""


NO_HEADER = Header()
