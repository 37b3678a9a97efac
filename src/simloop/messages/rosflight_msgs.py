"""Package rosflight_msgs: the vocabulary of ROSflight, SI, NED and FRD."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from simloop.messages.geometry_msgs import NO_ACCEL, NO_POSE, NO_TWIST, Accel, Pose, Twist
from simloop.messages.scalars import (
    Bool8,
    Float32,
    Float64,
    Int16,
    Int32,
    Int64,
    Text,
    UInt8,
    UInt16,
)
from simloop.messages.std_msgs import NO_HEADER, Header

PWM_CHANNELS = 14
RC_CHANNELS = 8


@dataclass(frozen=True, slots=True)
class SimState:
    """The truth about one body: position m NED and attitude FRD to NED; the rest FRD.

    Twist is m/s and rad/s; acceleration is inertial, gravity included, m/s^2 and rad/s^2.
    """

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/SimState"
    header: Header = NO_HEADER
    pose: Pose = NO_POSE
    twist: Twist = NO_TWIST
    acceleration: Accel = NO_ACCEL


@dataclass(frozen=True, slots=True)
class PwmOutput:
    """Pulse widths of the 14 outputs, us, 1000 to 2000."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/PwmOutput"
    header: Header = NO_HEADER
    values: Annotated[tuple[int, ...], "uint16[14]"] = (1000,) * PWM_CHANNELS

    def __post_init__(self) -> None:
        if len(self.values) != PWM_CHANNELS:
            raise ValueError(f"PwmOutput has {PWM_CHANNELS} values, not {len(self.values)}")


@dataclass(frozen=True, slots=True)
class RCRaw:
    """Pulse widths of the 8 receiver channels, us: roll, pitch, throttle, yaw, then switches."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/RCRaw"
    header: Header = NO_HEADER
    values: Annotated[tuple[int, ...], "uint16[8]"] = (1500,) * RC_CHANNELS

    def __post_init__(self) -> None:
        if len(self.values) != RC_CHANNELS:
            raise ValueError(f"RCRaw has {RC_CHANNELS} values, not {len(self.values)}")


@dataclass(frozen=True, slots=True)
class Barometer:
    """Altitude from pressure, m; static pressure, Pa; air temperature, K."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/Barometer"
    header: Header = NO_HEADER
    altitude: Float32 = 0.0
    pressure: Float32 = 0.0
    temperature: Float32 = 0.0


@dataclass(frozen=True, slots=True)
class GNSS:
    """A satellite fix: latitude and longitude in degrees, altitude m above mean sea level.

    Velocity is m/s NED; accuracies are one standard deviation in m and m/s; time is Unix time.
    """

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/GNSS"
    FIX_NONE: ClassVar[UInt8] = 0
    FIX_DEAD_RECKONING: ClassVar[UInt8] = 1
    FIX_2D: ClassVar[UInt8] = 2
    FIX_3D: ClassVar[UInt8] = 3
    FIX_COMBINED: ClassVar[UInt8] = 4
    FIX_TIME_ONLY: ClassVar[UInt8] = 5
    header: Header = NO_HEADER
    fix_type: UInt8 = 0
    num_sat: UInt8 = 0
    lat: Float64 = 0.0
    lon: Float64 = 0.0
    alt: Float32 = 0.0
    horizontal_accuracy: Float32 = 0.0
    vertical_accuracy: Float32 = 0.0
    vel_n: Float32 = 0.0
    vel_e: Float32 = 0.0
    vel_d: Float32 = 0.0
    speed_accuracy: Float32 = 0.0
    gnss_unix_seconds: Int64 = 0
    gnss_unix_nanos: Int32 = 0


@dataclass(frozen=True, slots=True)
class Airspeed:
    """Indicated airspeed, m/s; differential pressure, Pa; air temperature, K."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/Airspeed"
    header: Header = NO_HEADER
    velocity: Float32 = 0.0
    differential_pressure: Float32 = 0.0
    temperature: Float32 = 0.0


@dataclass(frozen=True, slots=True)
class BatteryStatus:
    """Battery voltage, V, and current drawn, A."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/BatteryStatus"
    header: Header = NO_HEADER
    voltage: Float32 = 0.0
    current: Float32 = 0.0


@dataclass(frozen=True, slots=True)
class Status:
    """What the firmware says about itself; `rc_override` is a bit field of reasons."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/msg/Status"
    header: Header = NO_HEADER
    armed: Bool8 = False
    failsafe: Bool8 = False
    rc_override: UInt16 = 0
    offboard: Bool8 = False
    control_mode: UInt8 = 0
    error_code: UInt8 = 0
    num_errors: Int16 = 0
    loop_time_us: Int16 = 0


NO_STATE = SimState()


@dataclass(frozen=True, slots=True)
class SetSimStateRequest:
    """Put the body into this state (NED and FRD, as on `sim/truth_state`).

    There are six groups: position, orientation, and four vectors. A NaN in a group keeps the whole
    group as it is. Infinities and quaternions that are not of unit length are refused.
    """

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/srv/SetSimState_Request"
    state: SimState = NO_STATE


@dataclass(frozen=True, slots=True)
class SetSimStateResponse:
    """Whether the state was accepted, and why not."""

    ROS_TYPE: ClassVar[str] = "rosflight_msgs/srv/SetSimState_Response"
    success: Bool8 = False
    message: Text = ""
