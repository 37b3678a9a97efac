"""Package simloop_msgs: what no standard package has a type for."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from simloop.messages.scalars import Float64, Text, UInt8


@dataclass(frozen=True, slots=True)
class SerialData:
    """Bytes of one serial line of a vehicle's board."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/SerialData"
    channel: UInt8 = 0
    data: Annotated[bytes, "uint8[]"] = b""


@dataclass(frozen=True, slots=True)
class InjectFailureRequest:
    """Let something of a vehicle fail; kind `ok` clears it. No vehicle means all of them.

    Instances count from 1, 0 is all. Times are in s; a duration of 0 lasts until it is cleared.
    `strength` has numbers of the kind: share=0.3,length=5.
    """

    ROS_TYPE: ClassVar[str] = "simloop_msgs/srv/InjectFailure_Request"
    vehicle: Text = ""
    component: Text = ""
    kind: Text = ""
    instance: UInt8 = 0
    onset_s: Float64 = 0.0
    duration_s: Float64 = 0.0
    ramp_s: Float64 = 0.0
    probability: Float64 = 1.0
    strength: Text = ""


@dataclass(frozen=True, slots=True)
class InjectFailureResponse:
    """Whether it will fail: `accepted`, `unsupported` or `denied`, and why not."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/srv/InjectFailure_Response"
    result: Text = ""
    reason: Text = ""
