"""Parameters in the board's memory: found again by name, in two slots so that one is always whole.

Images are written to slots 0 and 1 in turn, so a write that power cuts short leaves the other as it
was. Bytes that cannot be read are copied to slot 2 before anything overwrites them.

An image is little endian. A head of 18 bytes (magic, u16 version, u32 hash of the layout, u32
sequence, u16 count, u16 bytes per entry), one entry of 21 bytes per parameter (name padded with
zeros, u8 type, value), and the CRC-32 of all before it.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from zlib import crc32

from simloop.firmware.board import Memory
from simloop.firmware.parameters.parameter import NAME_LENGTH, Parameter, ParameterType
from simloop.firmware.parameters.table import ParameterTable

MAGIC = b"SLPM"
VERSION = 1

_HEAD = struct.Struct("<4sHIIHH")
_ENTRY = struct.Struct(f"<{NAME_LENGTH}sB4s")
_CHECK = struct.Struct("<I")
IMAGE_SLOTS = (0, 1)
ASIDE_SLOT = 2


@dataclass(slots=True)
class LoadReport:
    """Names of parameters by what became of them, and what was wrong with the source.

    `kept` took the stored value, `new` were not stored and have their default, `dropped` were
    stored but exist no more, `adjusted` and `refused` tell why, `broken` tells of memory that could
    not be read. With `layout_changed` another firmware, with other parameters, had stored them.
    """

    kept: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    adjusted: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    layout_changed: bool = False

    @property
    def clean(self) -> bool:
        """Was every stored value taken as it is?"""
        return not (self.dropped or self.adjusted or self.refused or self.broken)

    @property
    def sentences(self) -> list[str]:
        """What a pilot should be told."""
        told = [*self.broken, *self.refused, *self.adjusted]
        if self.dropped:
            told.append(f"stored parameters that exist no more: {', '.join(self.dropped)}")
        return told


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


class ParameterStore:
    """Saves and loads the parameters of one lane; `unsaved` while memory has other values."""

    def __init__(self, table: ParameterTable, memory: Memory, lane: int = 0) -> None:
        self._table = table
        self._memory = memory
        self._lane = lane
        self._sequence = 0
        self._next_slot = 0
        self.unsaved = True
        table.listen(self._note_change)

    def load(self) -> LoadReport:
        """Give the table the newest values that memory has, and tell all that is not as stored."""
        report = LoadReport()
        images = self._read_images(report)
        if not images:
            report.new = [parameter.name for parameter in self._table.parameters]
            return report
        slot = max(images, key=lambda each: images[each].sequence)
        self._sequence, self._next_slot = images[slot].sequence, 1 - slot
        self._apply(images[slot], report)
        self.unsaved = not report.clean or bool(report.new)
        return report

    def save(self) -> bool:
        """Write all values into the older slot; False if memory does not hold them afterwards."""
        data = encode(self._image(self._sequence + 1))
        slot = self._next_slot
        written = self._memory.memory_write(self._lane, data, slot)
        if not written or self._memory.memory_read(self._lane, slot) != data:
            return False
        self._sequence, self._next_slot = self._sequence + 1, 1 - slot
        self.unsaved = False
        return True

    def _image(self, sequence: int) -> Image:
        parameters = self._table.parameters
        entries = tuple(
            Entry(each.name, each.type, self._table.get(each.name)) for each in parameters
        )
        return Image(sequence, layout_hash(parameters), entries)

    def _read_images(self, report: LoadReport) -> dict[int, Image]:
        """The images that can be read, by slot; the bytes of others are put aside."""
        images: dict[int, Image] = {}
        broken = b""
        for slot in IMAGE_SLOTS:
            data = self._memory.memory_read(self._lane, slot)
            if data is None:
                continue
            try:
                images[slot] = decode(data)
            except BrokenImage as error:
                broken += data
                report.broken.append(f"parameters in slot {slot} are broken: {error}")
        if broken:
            rescue = "the older slot is used" if images else "all have their defaults"
            report.broken.append(f"{rescue}; the broken bytes {self._put_aside(broken)}")
        return images

    def _put_aside(self, data: bytes) -> str:
        if self._memory.memory_read(self._lane, ASIDE_SLOT) == data or (
            self._memory.memory_write(self._lane, data, ASIDE_SLOT)
        ):
            return f"are in slot {ASIDE_SLOT}"
        return "could not be kept"

    def _apply(self, image: Image, report: LoadReport) -> None:
        stored = {entry.name: entry for entry in image.entries}
        report.layout_changed = image.layout != layout_hash(self._table.parameters)
        report.dropped = [name for name in stored if name not in self._table]
        for parameter in self._table.parameters:
            entry = stored.get(parameter.name)
            if entry is None:
                report.new.append(parameter.name)
            else:
                self._apply_entry(entry, report)

    def _apply_entry(self, entry: Entry, report: LoadReport) -> None:
        outcome = self._table.set(entry.name, entry.value)
        if outcome.accepted:
            report.kept.append(entry.name)
            return
        # A value that was fine once: the nearest that is fine now, if there is one.
        if isfinite(entry.value):
            nearest = self._table.parameter(entry.name).clamped(entry.value)
            second = self._table.set(entry.name, nearest)
            if second.accepted:
                report.adjusted.append(f"{outcome.reason}: now {nearest:g}")
                return
        report.refused.append(f"{outcome.reason}: now {outcome.value:g}")

    def _note_change(self, name: str, value: float) -> None:
        self.unsaved = True
