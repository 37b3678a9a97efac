"""The messages between PX4 and its simulator: layouts, units and bits as PX4 reads them.

Values are in the message's own units; whoever fills them in converts. Fields stand in the order of
the wire.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from struct import Struct, error
from typing import Any, ClassVar, TypeAlias

from simloop.wire.mavlink_frame import Frame, pack

# Bits of fields_updated; PX4 uses a group only if all of its bits are set.
ACCEL, GYRO, MAG, BARO, DIFF_PRESSURE = 0x7, 0x38, 0x1C0, 0x1A00, 0x400
SIMULATOR_RESET = 0x8000_0000

LOCKSTEP_FLAG = 0x1
ARMED_MODE = 0x80
UNKNOWN_COURSE = 65535
SET_MESSAGE_INTERVAL = 511
ACCEPTED, DENIED, UNSUPPORTED = 0, 2, 3
GENERIC, NO_AUTOPILOT, ACTIVE, MAVLINK_VERSION = 0, 8, 4, 3

Three: TypeAlias = tuple[float, float, float]
Four: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class HilSensor:
    """What the sensors say; `sensor_id` 0 drives PX4's clock."""

    ID: ClassVar[int] = 107
    EXTRA: ClassVar[int] = 108
    LAYOUT: ClassVar[Struct] = Struct("<Q13fIB")
    time_us: int
    accel_mps2: Three = (0.0, 0.0, 0.0)
    gyro_radps: Three = (0.0, 0.0, 0.0)
    mag_gauss: Three = (0.0, 0.0, 0.0)
    pressure_hpa: float = 0.0
    diff_pressure_hpa: float = 0.0
    pressure_altitude_m: float = 0.0
    temperature_c: float = 0.0
    fields_updated: int = 0
    sensor_id: int = 0


@dataclass(frozen=True, slots=True)
class HilGps:
    """A satellite fix. PX4 reads eph and epv as centimetres."""

    ID: ClassVar[int] = 113
    EXTRA: ClassVar[int] = 124
    LAYOUT: ClassVar[Struct] = Struct("<Q3i3H3hHBBBH")
    time_us: int
    latitude_1e7_deg: int = 0
    longitude_1e7_deg: int = 0
    altitude_mm: int = 0
    eph_cm: int = 0
    epv_cm: int = 0
    speed_cmps: int = 0
    velocity_ned_cmps: tuple[int, int, int] = (0, 0, 0)
    course_cdeg: int = UNKNOWN_COURSE
    fix_type: int = 0
    satellites: int = 0
    sensor_id: int = 0
    yaw_cdeg: int = 0


@dataclass(frozen=True, slots=True)
class HilStateQuaternion:
    """The truth, which PX4 only logs."""

    ID: ClassVar[int] = 115
    EXTRA: ClassVar[int] = 4
    LAYOUT: ClassVar[Struct] = Struct("<Q7f3i3h2H3h")
    time_us: int
    attitude_wxyz: Four = (1.0, 0.0, 0.0, 0.0)
    rate_frd_radps: Three = (0.0, 0.0, 0.0)
    latitude_1e7_deg: int = 0
    longitude_1e7_deg: int = 0
    altitude_mm: int = 0
    velocity_ned_cmps: tuple[int, int, int] = (0, 0, 0)
    indicated_airspeed_cmps: int = 0
    true_airspeed_cmps: int = 0
    acceleration_mg: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class RcChannels:
    """What the pilot's radio says; 18 channels of which `count` are there."""

    ID: ClassVar[int] = 65
    EXTRA: ClassVar[int] = 118
    LAYOUT: ClassVar[Struct] = Struct("<I18HBB")
    time_boot_ms: int
    channels_us: tuple[int, ...] = (65535,) * 18
    count: int = 0
    rssi: int = 255


@dataclass(frozen=True, slots=True)
class HilActuatorControls:
    """What PX4 asks of the outputs: motors 0 to 1, servos -1 to 1, zeros while disarmed."""

    ID: ClassVar[int] = 93
    EXTRA: ClassVar[int] = 47
    LAYOUT: ClassVar[Struct] = Struct("<QQ16fB")
    time_us: int
    flags: int = LOCKSTEP_FLAG
    controls: tuple[float, ...] = (0.0,) * 16
    mode: int = 1

    @property
    def armed(self) -> bool:
        """May motors turn?"""
        return bool(self.mode & ARMED_MODE)

    @property
    def lockstep(self) -> bool:
        """Does PX4's clock follow ours?"""
        return bool(self.flags & LOCKSTEP_FLAG)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Somebody is there."""

    ID: ClassVar[int] = 0
    EXTRA: ClassVar[int] = 50
    LAYOUT: ClassVar[Struct] = Struct("<I5B")
    custom_mode: int = 0
    kind: int = GENERIC
    autopilot: int = NO_AUTOPILOT
    base_mode: int = 0
    system_status: int = ACTIVE
    version: int = MAVLINK_VERSION


@dataclass(frozen=True, slots=True)
class CommandLong:
    """A request with seven numbers."""

    ID: ClassVar[int] = 76
    EXTRA: ClassVar[int] = 152
    LAYOUT: ClassVar[Struct] = Struct("<7fHBBB")
    parameters: tuple[float, ...] = (0.0,) * 7
    command: int = 0
    target_system: int = 0
    target_component: int = 0
    confirmation: int = 0


@dataclass(frozen=True, slots=True)
class CommandAck:
    """The answer to a request."""

    ID: ClassVar[int] = 77
    EXTRA: ClassVar[int] = 143
    LAYOUT: ClassVar[Struct] = Struct("<HBBiBB")
    command: int = 0
    result: int = ACCEPTED
    progress: int = 0
    result_parameter: int = 0
    target_system: int = 0
    target_component: int = 0


Px4Message: TypeAlias = (
    HilSensor
    | HilGps
    | HilStateQuaternion
    | RcChannels
    | HilActuatorControls
    | Heartbeat
    | CommandLong
    | CommandAck
)

MESSAGES: Mapping[int, type[Px4Message]] = {
    kind.ID: kind
    for kind in (
        HilSensor,
        HilGps,
        HilStateQuaternion,
        RcChannels,
        HilActuatorControls,
        Heartbeat,
        CommandLong,
        CommandAck,
    )
}
EXTRAS: Mapping[int, int] = {number: kind.EXTRA for number, kind in MESSAGES.items()}


def encode(
    message: Px4Message, sequence: int = 0, *, system_id: int = 1, component_id: int = 1
) -> bytes:
    """A message as a frame.

    Raises:
        ValueError: a number does not fit its field.
    """
    numbers: list[float] = []
    for name, size in _FIELDS[type(message)]:
        value = getattr(message, name)
        if size:
            numbers += value
        else:
            numbers.append(value)
    try:
        payload = message.LAYOUT.pack(*numbers)
    except error as cause:
        raise ValueError(f"{type(message).__name__} cannot be sent: {cause}") from None
    return pack(Frame(message.ID, payload, sequence, system_id, component_id), message.EXTRA)


def decode(frame: Frame) -> Px4Message | None:
    """The message of a frame; None if it is another one. What MAVLink 2 cuts off is zero."""
    kind = MESSAGES.get(frame.message_id)
    if kind is None:
        return None
    size = kind.LAYOUT.size
    numbers = kind.LAYOUT.unpack(frame.payload[:size].ljust(size, b"\0"))
    return kind(*_grouped(kind, numbers))


def _grouped(kind: type[Px4Message], numbers: tuple[float, ...]) -> list[Any]:
    """Numbers of the wire as fields, arrays as tuples."""
    values: list[Any] = []
    at = 0
    for _, size in _FIELDS[kind]:
        values.append(numbers[at] if size == 0 else numbers[at : at + size])
        at += max(size, 1)
    return values


# Each field's name and how many numbers it holds, 0 for a plain one; arrays have defaults.
_FIELDS: Mapping[type[Px4Message], tuple[tuple[str, int], ...]] = {
    kind: tuple(
        (f.name, len(f.default) if isinstance(f.default, tuple) else 0) for f in fields(kind)
    )
    for kind in MESSAGES.values()
}
