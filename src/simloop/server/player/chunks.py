"""Reads the chunks of a recording by topic, a whole column of messages at a time.

The file is mapped into memory. Each chunk is followed by the places of its messages, so a topic is
found without looking at the others; a chunk whose places were cut off is searched instead.
"""

import mmap
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simloop.server.recording.mcap_file import MAGIC
from simloop.server.recording.unpacking import ChunkRefused, Unpacker

_RECORD = Struct("<BQ")
_CHUNK = Struct("<QQQII")
_INDEX = Struct("<HI")
_MESSAGE_HEAD = 31
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK_CODE, _INDEX_CODE, _DATA_END = 3, 4, 5, 6, 7, 15

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


class TopicPart(NamedTuple):
    """The messages of one topic in one chunk: when, and where in the chunk's bytes."""

    times_ns: Ints
    starts: Ints
    sizes: Ints


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Where a chunk lies in the file; the places of its messages follow it."""

    body: int
    end: int


class ChunkReader:
    """The chunks of one recording, up to the last whole one."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as stream:
            self._data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        self._types: dict[int, str] = {}
        self._channels: dict[int, tuple[str, str]] = {}
        self._unpacker = Unpacker(len(self._data))
        self._chunks, ended = _top_level(self._data)
        self.is_broken = not ended
        """Was it cut off, or has it turned out to be damaged? What follows is left out."""

    def close(self) -> None:
        """Let the file go."""
        self._data.close()

    @property
    def types(self) -> dict[str, str]:
        """The topics met so far and their types."""
        return dict(self._channels.values())

    def read(
        self, wanted: Callable[[str], bool], progress: Callable[[float], None] = lambda share: None
    ) -> Iterator[tuple[Bytes, dict[str, TopicPart]]]:
        """The bytes of each chunk, with the messages of the topics asked for."""
        for number, chunk in enumerate(self._chunks):
            raw = self._raw(chunk)
            if raw is None:
                # What follows a damaged chunk cannot be trusted.
                del self._chunks[number:]
                self.is_broken = True
                return
            data = np.frombuffer(raw, np.uint8)
            yield data, self._parts(chunk, raw, data, wanted)
            progress((number + 1) / len(self._chunks))

    def _raw(self, chunk: _Chunk) -> bytes | None:
        _, _, size, crc, name_length = _CHUNK.unpack_from(self._data, chunk.body)
        at = chunk.body + _CHUNK.size
        compression = self._data[at : at + name_length]
        at += name_length + 8
        packed = self._data[at : chunk.end]
        try:
            raw = self._unpacker.unpack(packed, compression.decode("latin-1"), size)
        except ChunkRefused:
            return None
        return raw if crc == 0 or zlib.crc32(raw) == crc else None

    def _parts(
        self, chunk: _Chunk, raw: bytes, data: Bytes, wanted: Callable[[str], bool]
    ) -> dict[str, TopicPart]:
        places = _places(self._data, chunk)
        if not places or not _are_places(places, data):
            places = _searched(raw)
        if not places.keys() <= self._channels.keys():
            self._meet_channels(raw)
            places = {channel: places[channel] for channel in places.keys() & self._channels.keys()}
        parts = {}
        for channel, (times_ns, starts) in places.items():
            topic, _ = self._channels[channel]
            if wanted(topic):
                lengths = _u64_at(data, starts + 1)
                ends = starts + _RECORD.size + lengths
                if not ((lengths >= _MESSAGE_HEAD - _RECORD.size) & (ends <= len(data))).all():
                    raise ValueError(f"a message of {topic} is longer than its chunk")
                parts[topic] = TopicPart(
                    times_ns, starts + _MESSAGE_HEAD, lengths - (_MESSAGE_HEAD - _RECORD.size)
                )
        return parts

    def _meet_channels(self, raw: bytes) -> None:
        """Learn of topics that begin in this chunk."""
        for code, at, _ in _records(raw, 0):
            if code == _SCHEMA:
                self._types[int.from_bytes(raw[at : at + 2], "little")] = _text(raw, at + 2)
            elif code == _CHANNEL:
                number, schema = (int.from_bytes(raw[n : n + 2], "little") for n in (at, at + 2))
                topic = _text(raw, at + 4).removeprefix("/")
                self._channels[number] = topic, self._types.get(schema, "")


def _top_level(data: mmap.mmap) -> tuple[list[_Chunk], bool]:
    """The chunks whose records are whole, and whether the file tells of its end."""
    found: list[_Chunk] = []
    for code, at, end in _records(data, len(MAGIC)):
        if code == _CHUNK_CODE:
            found.append(_Chunk(at, end))
        elif code == _DATA_END:
            return found, True
    return found, False


def _records(data: mmap.mmap | bytes, start: int) -> Iterator[tuple[int, int, int]]:
    """Code, begin and end of each whole record's content."""
    at, size = start, len(data)
    while at + _RECORD.size <= size:
        code, length = _RECORD.unpack_from(data, at)
        at += _RECORD.size
        if at + length > size or code == 0:
            return
        yield code, at, at + length
        at += length


def _places(data: mmap.mmap, chunk: _Chunk) -> dict[int, tuple[Ints, Ints]]:
    """Times and places of messages by channel, as the file tells them; empty if it does not."""
    found: dict[int, tuple[Ints, Ints]] = {}
    for code, at, end in _records(data, chunk.end):
        if code != _INDEX_CODE:
            return found
        channel, length = _INDEX.unpack_from(data, at)
        if at + _INDEX.size + length != end or length % 16:
            return {}
        pairs = np.frombuffer(data, "<i8", length // 8, at + _INDEX.size).reshape(-1, 2)
        # Copies, since a map with views on it cannot be closed.
        found[channel] = pairs[:, 0].copy(), pairs[:, 1].copy()
    # The last chunk of a file that was cut off may lack some of its channels.
    return {}


def _are_places(places: dict[int, tuple[Ints, Ints]], data: Bytes) -> bool:
    """Is there a message of the channel at each? No checksum guards what the file tells."""
    for channel, (_, starts) in places.items():
        if not ((starts >= 0) & (starts + _MESSAGE_HEAD <= len(data))).all():
            return False
        head = data[starts[:, None] + np.array([0, _RECORD.size, _RECORD.size + 1])]
        if not (head == np.array([_MESSAGE, channel & 0xFF, channel >> 8])).all():
            return False
    return True


def _searched(raw: bytes) -> dict[int, tuple[Ints, Ints]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for code, at, _ in _records(raw, 0):
        if code == _MESSAGE:
            channel = int.from_bytes(raw[at : at + 2], "little")
            time_ns = int.from_bytes(raw[at + 6 : at + 14], "little")
            found.setdefault(channel, []).append((time_ns, at - _RECORD.size))
    return {
        channel: (np.array([t for t, _ in pairs]), np.array([s for _, s in pairs]))
        for channel, pairs in found.items()
    }


def _u64_at(data: Bytes, starts: Ints) -> Ints:
    wide = data[starts[:, None] + np.arange(8)]
    return np.ascontiguousarray(wide).view("<i8")[:, 0]


def _text(raw: bytes, at: int) -> str:
    length = int.from_bytes(raw[at : at + 4], "little")
    return raw[at + 4 : at + 4 + length].decode(errors="replace")


def messages_of(data: Bytes, part: TopicPart) -> Iterable[tuple[int, bytes]]:
    """Time and bytes of each message."""
    for time_ns, start, size in zip(*(each.tolist() for each in part), strict=True):
        yield time_ns, data[start : start + size].tobytes()
