"""Package simloop_msgs: what no standard package has a type for."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from simloop.messages.scalars import Bool8, Float64, Int64, Text, UInt8, UInt16, UInt32


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


@dataclass(frozen=True, slots=True)
class RunEvent:
    """Something that happened in a run; `detail` is a JSON object."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/RunEvent"
    tick: Int64 = 0
    vehicle: Text = ""
    name: Text = ""
    detail: Text = "{}"


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """One input of a recorded run, or what else a replay has to do when it has reached `tick`.

    `kind` is topic, service or command (`name`, `type` and `data` say what came), idle (`count`
    rounds of a paused world), restored (a program set the world back) or end. Inputs of one
    `round` came together; a `paused` round leaves the tick as it is. A service call that is
    `at_once` was answered between two ticks.
    """

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/InboxEntry"
    tick: Int64 = 0
    round: UInt32 = 0
    kind: Text = ""
    paused: Bool8 = False
    at_once: Bool8 = False
    count: UInt32 = 0
    source: Text = ""
    name: Text = ""
    type: Text = ""
    data: Annotated[bytes, "uint8[]"] = b""


@dataclass(frozen=True, slots=True)
class StateLayout:
    """Which columns a class of vehicles has: a JSON list of [name, dtype, size, unit, hashed]."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/StateLayout"
    layout: UInt16 = 0
    columns: Text = "[]"


@dataclass(frozen=True, slots=True)
class VehicleState:
    """Those columns of one vehicle that have changed since its last state in the recording.

    `columns` are numbers in its layout, `data` their little-endian values one after the other.
    """

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/VehicleState"
    tick: Int64 = 0
    vehicle: Text = ""
    layout: UInt16 = 0
    columns: Annotated[tuple[int, ...], "uint16[]"] = ()
    data: Annotated[bytes, "uint8[]"] = b""


@dataclass(frozen=True, slots=True)
class StateCheckpoint:
    """The state hash at the end of a tick; the states of `vehicles` vehicles stand before it."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/StateCheckpoint"
    tick: Int64 = 0
    state_hash: Text = ""
    vehicles: UInt32 = 0


@dataclass(frozen=True, slots=True)
class RunThings:
    """All lights, actors and obstacles from `tick` on: a JSON list of [name, kind, facts]."""

    ROS_TYPE: ClassVar[str] = "simloop_msgs/msg/RunThings"
    tick: Int64 = 0
    things: Text = "[]"
