"""The datagrams of Betaflight's simulator target: native structs of x86-64, told by their size."""

from dataclasses import dataclass
from struct import Struct
from typing import TypeAlias

Three: TypeAlias = tuple[float, float, float]
Four: TypeAlias = tuple[float, float, float, float]

_FDM = Struct("<18d")
_RC = Struct("<d16H")
_OUTPUTS = Struct("<H2x16f")
_MOTORS = Struct("<4f")
FDM_BYTES, RC_BYTES, OUTPUTS_BYTES, MOTORS_BYTES = (
    layout.size for layout in (_FDM, _RC, _OUTPUTS, _MOTORS)
)
RC_CHANNELS = 16


@dataclass(frozen=True, slots=True)
class FlightState:
    """What the simulator says; which frames it is in depends on the release, see links/betaflight.

    Betaflight passes over a packet whose timestamp goes back.
    """

    timestamp_s: float
    rate_radps: Three = (0.0, 0.0, 0.0)
    accel_mps2: Three = (0.0, 0.0, 0.0)
    attitude_wxyz: Four = (1.0, 0.0, 0.0, 0.0)
    velocity: Three = (0.0, 0.0, 0.0)
    position: Three = (0.0, 0.0, 0.0)
    pressure_pa: float = 101325.0


@dataclass(frozen=True, slots=True)
class Radio:
    """Channels of the pilot's radio, us: roll, pitch, throttle, yaw, then switches."""

    timestamp_s: float
    channels_us: tuple[int, ...] = (1500,) * RC_CHANNELS


@dataclass(frozen=True, slots=True)
class Outputs:
    """Pulses in Betaflight's own order, us: the motors, and the servos right behind them."""

    motor_count: int
    pulses_us: tuple[float, ...]


def encode_state(state: FlightState) -> bytes:
    """144 bytes for port 9003."""
    return _FDM.pack(
        state.timestamp_s,
        *state.rate_radps,
        *state.accel_mps2,
        *state.attitude_wxyz,
        *state.velocity,
        *state.position,
        state.pressure_pa,
    )


def decode_state(data: bytes) -> FlightState | None:
    """The other way round; None for a datagram of another size."""
    if len(data) != FDM_BYTES:
        return None
    n = _FDM.unpack(data)
    return FlightState(n[0], n[1:4], n[4:7], n[7:11], n[11:14], n[14:17], n[17])


def encode_radio(radio: Radio) -> bytes:
    """40 bytes for port 9004."""
    return _RC.pack(radio.timestamp_s, *radio.channels_us)


def decode_radio(data: bytes) -> Radio | None:
    """The other way round; None for a datagram of another size."""
    if len(data) != RC_BYTES:
        return None
    timestamp_s, *channels_us = _RC.unpack(data)
    return Radio(timestamp_s, tuple(channels_us))


def encode_outputs(outputs: Outputs) -> bytes:
    """68 bytes for port 9001."""
    return _OUTPUTS.pack(outputs.motor_count, *outputs.pulses_us)


def decode_outputs(data: bytes) -> Outputs | None:
    """What came to port 9001; None for a datagram of another size."""
    if len(data) != OUTPUTS_BYTES:
        return None
    motor_count, *pulses_us = _OUTPUTS.unpack(data)
    return Outputs(motor_count, tuple(pulses_us))


def encode_motors(shares: Four) -> bytes:
    """16 bytes for port 9002."""
    return _MOTORS.pack(*shares)


def decode_motors(data: bytes) -> Four | None:
    """Four motors from port 9002, 0 to 1; None for a datagram of another size."""
    if len(data) != MOTORS_BYTES:
        return None
    first, second, third, fourth = _MOTORS.unpack(data)
    return first, second, third, fourth
