"""MAVLink 2 frames: payloads wrapped for the wire, and found again in a stream of bytes."""

from binascii import crc_hqx
from collections.abc import Mapping
from dataclasses import dataclass

MAGIC = 0xFD
HEADER_BYTES = 10
CHECKSUM_BYTES = 2
SIGNATURE_BYTES = 13
_SIGNED = 0x01

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def checksum(data: bytes, extra: int) -> int:
    """CRC-16/MCRF4XX of the frame without its magic, closed by the message's own byte.

    The standard library has the same polynomial with bits the other way round.
    """
    crc = crc_hqx((data + bytes((extra,))).translate(_REVERSED), 0xFFFF)
    return _REVERSED[crc >> 8] | _REVERSED[crc & 0xFF] << 8


@dataclass(frozen=True, slots=True)
class Frame:
    """A message as it was found: its number, its sender, its payload without the trailing zeros."""

    message_id: int
    payload: bytes
    sequence: int = 0
    system_id: int = 1
    component_id: int = 1


def pack(frame: Frame, extra: int) -> bytes:
    """The bytes of a frame; `extra` is the message's CRC byte."""
    payload = frame.payload.rstrip(b"\0") or frame.payload[:1]
    head = bytes(
        (
            len(payload),
            0,
            0,
            frame.sequence & 0xFF,
            frame.system_id,
            frame.component_id,
            frame.message_id & 0xFF,
            frame.message_id >> 8 & 0xFF,
            frame.message_id >> 16 & 0xFF,
        )
    )
    body = head + payload
    return bytes((MAGIC,)) + body + checksum(body, extra).to_bytes(2, "little")


class FrameReader:
    """Finds frames in what a stream delivers, however it is cut, and passes over what is none.

    Only messages whose CRC byte is known can be told from garbage; others are passed over.
    """

    def __init__(self, extras: Mapping[int, int]) -> None:
        self._extras = extras
        self._buffer = bytearray()
        self.passed_over = 0
        """Bytes so far that belonged to no frame."""

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete now."""
        self._buffer += data
        frames: list[Frame] = []
        while True:
            start = self._buffer.find(MAGIC)
            if start < 0:
                self._pass_over(len(self._buffer))
                return frames
            self._pass_over(start)
            size = self._size()
            if size is None or len(self._buffer) < size:
                return frames
            frame = self._frame(size)
            if frame is None:
                # The next magic may stand inside of what looked like a frame.
                self._pass_over(1)
            else:
                del self._buffer[:size]
                frames.append(frame)

    def clear(self) -> None:
        """Forget what has come so far: a new stream begins."""
        self._buffer.clear()

    def _pass_over(self, count: int) -> None:
        del self._buffer[:count]
        self.passed_over += count

    def _size(self) -> int | None:
        """How long the frame at the front is; None if that cannot be said yet."""
        if len(self._buffer) < 3:
            return None
        signature = SIGNATURE_BYTES if self._buffer[2] & _SIGNED else 0
        return HEADER_BYTES + self._buffer[1] + CHECKSUM_BYTES + signature

    def _frame(self, size: int) -> Frame | None:
        raw = bytes(self._buffer[:size])
        message_id = int.from_bytes(raw[7:10], "little")
        extra = self._extras.get(message_id)
        end = HEADER_BYTES + raw[1]
        if extra is None or checksum(raw[1:end], extra) != int.from_bytes(
            raw[end : end + 2], "little"
        ):
            return None
        return Frame(message_id, raw[HEADER_BYTES:end], raw[4], raw[5], raw[6])
