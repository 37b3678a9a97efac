"""Package rosgraph_msgs: the clock."""

from dataclasses import dataclass
from typing import ClassVar

from simloop.messages.builtin_interfaces import START, Time


@dataclass(frozen=True, slots=True)
class Clock:
    """The simulated time that the world has reached."""

    ROS_TYPE: ClassVar[str] = "rosgraph_msgs/msg/Clock"
    clock: Time = START
