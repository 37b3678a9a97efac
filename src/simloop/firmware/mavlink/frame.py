"""Frames of MAVLink 2 and 1: from a message to bytes, and back.

Hundreds of vehicles send dozens of frames a second each, so the functions for MAVLink 2 avoid
calls: a call costs as much as a check sum.
"""

import struct
from binascii import crc_hqx
from collections.abc import Sequence
from typing import Any, NamedTuple

from simloop.firmware.mavlink.crc import MIRRORED, START, check_sum
from simloop.firmware.mavlink.definition import Definition, Message
from simloop.firmware.mavlink.messages import BY_ID

MARK_1 = 0xFE
MARK_2 = 0xFD
HEADER_1 = 6
HEADER_2 = 10
CHECK_SUM = 2
SIGNATURE = 13
SIGNED = 0x01
LONGEST = HEADER_2 + 255 + CHECK_SUM + SIGNATURE

# Length, both kinds of flags, sequence, system, component and number in three bytes.
WRITE_HEADER_2 = struct.Struct("<BBBBBBHB").pack
# The number together with the byte behind it, which is faster than three bytes on their own.
READ_HEADER_2 = struct.Struct("<xBBxBBBI").unpack_from
READ_HEADER_1 = struct.Struct("<xBBBBB").unpack_from
BIG_ENDIAN = struct.Struct(">H").pack

# Why there is no frame where one seems to begin.
UNDECIDED = 0
IMPOSSIBLE = 1
UNKNOWN = 2
BAD_SUM = 3


class Frame(NamedTuple):
    """A message with its sender; `raw` are the bytes that came, of a signed frame only."""

    definition: Definition
    message: Message
    system: int
    component: int
    sequence: int
    version: int
    length: int
    raw: bytes


# A named tuple made this way does not count its fields once more.
new = tuple.__new__


def packed(definition: Definition, values: Sequence[Any]) -> bytes:
    """The payload of a message in MAVLink 2, from its values in the order of the wire.

    A number that does not fit its field is held at the nearest limit.
    """
    payload = definition.pack(values)
    # Zeros at the end do not travel, but for the first byte.
    return payload if payload[-1] else payload.rstrip(b"\0") or b"\0"


def framed(
    definition: Definition,
    payload: bytes,
    sequence: int,
    system: int,
    component: int,
    flags: int = 0,
) -> bytes:
    """A frame of MAVLink 2 around a payload."""
    number = definition.id
    body = (
        WRITE_HEADER_2(
            len(payload), flags, 0, sequence, system, component, number & 0xFFFF, number >> 16
        )
        + payload
    )
    crc = crc_hqx(definition.crc_extra_mirrored, crc_hqx(body.translate(MIRRORED), START))
    return b"\xfd" + body + BIG_ENDIAN(crc).translate(MIRRORED)


def encode(
    definition: Definition,
    values: Sequence[Any],
    sequence: int,
    system: int,
    component: int,
    flags: int = 0,
) -> bytes:
    """A frame of MAVLink 2, from the values of a message in the order of the wire."""
    payload = packed(definition, values)
    return framed(definition, payload, sequence, system, component, flags)


def encode_1(
    definition: Definition, values: Sequence[Any], sequence: int, system: int, component: int
) -> bytes:
    """A frame of MAVLink 1, without extensions; for messages with numbers below 256."""
    payload = definition.pack(values)[: definition.base_size]
    body = bytes((len(payload), sequence, system, component, definition.id)) + payload
    return b"\xfe" + body + check_sum(body, definition.crc_extra_mirrored)


def read_frame(data: bytes, start: int) -> Frame | int:
    """The frame whose mark stands here, or why there is none; UNDECIDED asks for more bytes."""
    return read_2(data, start) if data[start] == MARK_2 else read_1(data, start)


def read_2(data: bytes, start: int) -> Frame | int:
    """As read_frame, for MAVLink 2."""
    left = len(data) - start
    if left <= HEADER_2:
        return UNDECIDED
    length, flags, sequence, system, component, number = READ_HEADER_2(data, start)
    definition = BY_ID.get(number & 0xFFFFFF)
    if definition is None:
        return UNKNOWN
    if flags > SIGNED:
        return IMPOSSIBLE
    head = start + HEADER_2
    end = head + length
    whole = HEADER_2 + CHECK_SUM + length + SIGNATURE * flags
    if left < whole:
        return UNDECIDED
    crc = crc_hqx(data[start + 1 : end].translate(MIRRORED), START)
    crc = crc_hqx(definition.crc_extra_mirrored, crc)
    if BIG_ENDIAN(crc).translate(MIRRORED) != data[end : end + CHECK_SUM]:
        return BAD_SUM
    if length == definition.plain_size:
        message = new(definition.message, definition.payload.unpack_from(data, head))
    else:
        message = definition.unpack(data[head:end])
    raw = data[start : start + whole] if flags else b""
    return new(Frame, (definition, message, system, component, sequence, 2, whole, raw))


def read_1(data: bytes, start: int) -> Frame | int:
    """As read_frame, for MAVLink 1."""
    left = len(data) - start
    if left < HEADER_1:
        return UNDECIDED
    length, sequence, system, component, number = READ_HEADER_1(data, start)
    definition = BY_ID.get(number)
    if definition is None:
        return UNKNOWN
    # MAVLink 1 leaves no zeros out; some senders put extensions into it.
    if not definition.base_size <= length <= definition.size:
        return IMPOSSIBLE
    whole = HEADER_1 + length + CHECK_SUM
    if left < whole:
        return UNDECIDED
    end = start + HEADER_1 + length
    if check_sum(data[start + 1 : end], definition.crc_extra_mirrored) != data[end : end + 2]:
        return BAD_SUM
    message = definition.unpack(data[start + HEADER_1 : end])
    return Frame(definition, message, system, component, sequence, 1, whole, b"")
