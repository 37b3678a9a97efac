"""The bytes of parameters in memory: magic, version, layout, sequence, entries, checksum.

Little endian. A head of 18 bytes (magic, u16 version, u32 hash of the layout, u32 sequence,
u16 count, u16 bytes per entry), one entry of 21 bytes per parameter (name padded with zeros, u8
type, value), and the CRC-32 of all before it.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from simloop.firmware.parameters.parameter import NAME_LENGTH, Parameter, ParameterType

MAGIC = b"SLPM"
VERSION = 1

_HEAD = struct.Struct("<4sHIIHH")
_ENTRY = struct.Struct(f"<{NAME_LENGTH}sB4s")
_CHECK = struct.Struct("<I")


class BrokenImage(ValueError):
    """Bytes that are no parameters, with the reason."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One parameter as it was stored."""

    name: str
    type: ParameterType
    value: float


@dataclass(frozen=True, slots=True)
class Image:
    """What memory holds; of two, the one with the higher sequence is newer."""

    sequence: int
    layout: int
    entries: tuple[Entry, ...]


def layout_hash(parameters: Iterable[Parameter]) -> int:
    """A number that changes when a parameter comes, goes or changes its type."""
    words = "\n".join(f"{each.name} {each.type.value}" for each in parameters)
    return crc32(words.encode())


def encode(image: Image) -> bytes:
    """The bytes of an image."""
    head = _HEAD.pack(MAGIC, VERSION, image.layout, image.sequence, len(image.entries), _ENTRY.size)
    body = head + b"".join(map(_encode_entry, image.entries))
    return body + _CHECK.pack(crc32(body))


def decode(data: bytes) -> Image:
    """The image that bytes hold.

    Raises:
        BrokenImage: they do not, with the reason.
    """
    if len(data) < _HEAD.size + _CHECK.size:
        raise BrokenImage(f"{len(data)} bytes are too few")
    magic, version, layout, sequence, count, entry_size = _HEAD.unpack_from(data)
    if magic != MAGIC:
        raise BrokenImage(f"it begins with {magic!r}, not {MAGIC!r}")
    if version != VERSION:
        raise BrokenImage(f"it has format version {version}, this firmware reads {VERSION}")
    end = _HEAD.size + count * entry_size
    if entry_size != _ENTRY.size or len(data) < end + _CHECK.size:
        raise BrokenImage(f"{count} entries of {entry_size} bytes do not fit {len(data)} bytes")
    # Memory of fixed size may have more behind.
    if _CHECK.unpack_from(data, end)[0] != crc32(data[:end]):
        raise BrokenImage("the checksum is wrong")
    return Image(sequence, layout, _decode_entries(data[_HEAD.size : end]))


def _encode_entry(entry: Entry) -> bytes:
    whole = entry.type is ParameterType.INT32
    value = struct.pack("<i", int(entry.value)) if whole else struct.pack("<f", entry.value)
    return _ENTRY.pack(entry.name.encode(), entry.type.value, value)


def _decode_entries(data: bytes) -> tuple[Entry, ...]:
    return tuple(_decode_entry(*fields) for fields in _ENTRY.iter_unpack(data))


def _decode_entry(name: bytes, number: int, value: bytes) -> Entry:
    try:
        kind = ParameterType(number)
        text = name.rstrip(b"\x00").decode("ascii")
    except ValueError as error:
        raise BrokenImage(f"an entry makes no sense: {error}") from error
    (found,) = struct.unpack("<i" if kind is ParameterType.INT32 else "<f", value)
    return Entry(text, kind, float(found))
