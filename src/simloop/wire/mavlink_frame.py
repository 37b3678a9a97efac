"""MAVLink 2 frames: payloads wrapped for the wire, and found again in a stream of bytes."""

import re
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

    Only messages whose CRC byte is known can be told from garbage; others are passed over. A length
    is believed only together with its checksum: while one frame lacks bytes, whole ones behind its
    header are found all the same, and then it was none.
    """

    def __init__(self, extras: Mapping[int, int]) -> None:
        self._extras = extras
        known = (re.escape(number.to_bytes(3, "little")) for number in extras)
        # Junk is searched for headers of known messages at the speed of a regular expression.
        self._header = re.compile(b"\xfd.{6}(?:" + b"|".join(known) + b")", re.DOTALL)
        self._buffer = bytearray()
        self.passed_over = 0
        """Bytes so far that belonged to no frame."""

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete now."""
        self._buffer += data
        frames: list[Frame] = []
        place, unfinished = 0, None
        while (found := self._header.search(self._buffer, place)) is not None:
            start = found.start()
            end = start + self._size(start)
            frame = self._frame(start, end) if end <= len(self._buffer) else None
            if frame is not None:
                self.passed_over += start - place if unfinished is None else start - unfinished
                frames.append(frame)
                place, unfinished = end, None
                continue
            if unfinished is None:
                # What lies before it is no frame, and neither is it, if all of it is here.
                unfinished = start if end > len(self._buffer) else None
                self.passed_over += (start if unfinished is not None else start + 1) - place
            place = start + 1
        self._keep(place, unfinished)
        return frames

    def clear(self) -> None:
        """Forget what has come so far: a new stream begins."""
        self._buffer.clear()

    def _keep(self, place: int, unfinished: int | None) -> None:
        """Forget all but a frame that lacks bytes, or what may be the start of a header."""
        if unfinished is None:
            tail = self._buffer.find(MAGIC, max(place, len(self._buffer) - HEADER_BYTES + 1))
            unfinished = len(self._buffer) if tail < 0 else tail
            self.passed_over += unfinished - place
        del self._buffer[:unfinished]

    def _size(self, start: int) -> int:
        """How long the frame with this header says it is."""
        signature = SIGNATURE_BYTES if self._buffer[start + 2] & _SIGNED else 0
        return HEADER_BYTES + self._buffer[start + 1] + CHECKSUM_BYTES + signature

    def _frame(self, start: int, end: int) -> Frame | None:
        raw = bytes(self._buffer[start:end])
        message_id = int.from_bytes(raw[7:10], "little")
        close = HEADER_BYTES + raw[1]
        told = int.from_bytes(raw[close : close + CHECKSUM_BYTES], "little")
        if checksum(raw[1:close], self._extras[message_id]) != told:
            return None
        return Frame(message_id, raw[HEADER_BYTES:close], raw[4], raw[5], raw[6])
