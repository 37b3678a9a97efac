"""Servo packets: what an autopilot asks its outputs for, 16 or 32 pulses in little-endian."""

from dataclasses import dataclass
from struct import Struct

from simloop.wire.ardupilot_json.malformed import Malformed

_HEAD = Struct("<HHI")
# Magic number and layout by the number of channels.
MAGIC = {16: 18458, 32: 29569}
_LAYOUT = {channels: Struct(f"<HHI{channels}H") for channels in MAGIC}
_CHANNELS = {magic: channels for channels, magic in MAGIC.items()}
_SIZES = {layout.size: channels for channels, layout in _LAYOUT.items()}
LARGEST_PACKET = max(_SIZES)


@dataclass(frozen=True, slots=True)
class ServoPacket:
    """One step's pulses; 0 us is an output that is not active."""

    frame_rate_hz: int
    """The steps per second that the autopilot would like."""
    frame_count: int
    """Rises by one per state that the autopilot took; repeated when no answer came."""
    pulses_us: tuple[int, ...]
    """16 or 32 pulses."""


def encode_servos(packet: ServoPacket) -> bytes:
    """The packet as an autopilot sends it."""
    channels = len(packet.pulses_us)
    if channels not in MAGIC:
        raise ValueError(f"a servo packet has 16 or 32 channels, not {channels}")
    head = MAGIC[channels], packet.frame_rate_hz & 0xFFFF, packet.frame_count & 0xFFFFFFFF
    return _LAYOUT[channels].pack(*head, *packet.pulses_us)


def decode_servos(data: bytes) -> ServoPacket:
    """Read a packet.

    Raises:
        Malformed: it has another size or another magic number.
    """
    channels = _SIZES.get(len(data))
    if channels is None:
        raise Malformed(f"a servo packet has 40 or 72 bytes, not {len(data)}")
    magic, frame_rate_hz, frame_count = _HEAD.unpack_from(data)
    if _CHANNELS.get(magic) != channels:
        expected = MAGIC[channels]
        raise Malformed(f"magic of {len(data)} bytes is {expected}, not {magic}")
    return ServoPacket(frame_rate_hz, frame_count, _LAYOUT[channels].unpack(data)[3:])
