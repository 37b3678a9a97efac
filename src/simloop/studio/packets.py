"""Packets between a simulator's scene port and a studio: length, kind, body."""

import json
import struct
from typing import Any

TEXT, POSES = b"T", b"P"
TURNED_AWAY = "turned_away"
"""Type of the last words to a studio that is not served, with the reason."""
_HEAD = struct.Struct("<Ic")
HEAD_BYTES = _HEAD.size
MOST_BYTES = 64 * 1024 * 1024
"""Of a scene, which may have terrain and a thousand vehicles."""


class BadPacket(ValueError):
    """Bytes that are no packet of ours."""


def pack(kind: bytes, body: bytes) -> bytes:
    """A packet ready to be sent."""
    return _HEAD.pack(len(body), kind) + body


def pack_text(message: Any) -> bytes:
    """A message of plain values as a packet."""
    return pack(TEXT, json.dumps(message, separators=(",", ":"), allow_nan=False).encode())


def head_of(data: bytes, most_bytes: int = MOST_BYTES) -> tuple[int, bytes]:
    """Length of the body, and kind, from the first bytes of a packet."""
    length, kind = _HEAD.unpack(data[:HEAD_BYTES])
    if kind not in (TEXT, POSES) or length > most_bytes:
        raise BadPacket("not a scene packet")
    return length, kind


class PacketReader:
    """Cuts a stream of bytes into packets, none of which may be longer than it takes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._data = bytearray()
        self._most_bytes = most_bytes

    def feed(self, data: bytes) -> list[tuple[bytes, bytes]]:
        """Take bytes, and give back the packets that are complete: kind and body."""
        self._data += data
        packets = []
        while len(self._data) >= HEAD_BYTES:
            length, kind = head_of(bytes(self._data[:HEAD_BYTES]), self._most_bytes)
            if len(self._data) < HEAD_BYTES + length:
                break
            packets.append((kind, bytes(self._data[HEAD_BYTES : HEAD_BYTES + length])))
            del self._data[: HEAD_BYTES + length]
        return packets
