"""Package simloop_msgs: what no standard package has a type for."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from simloop.messages.scalars import UInt8


@dataclass(frozen=True, slots=True)
class SerialData:
    """Bytes of one serial line of a vehicle's board."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/SerialData"
    channel: UInt8 = 0
    data: Annotated[bytes, "uint8[]"] = b""
