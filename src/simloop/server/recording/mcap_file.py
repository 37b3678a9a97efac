"""An MCAP file in the making: chunks that are whole once written, an index at the end."""

import os
import zlib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from struct import Struct

import zstandard
from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Channel,
    Chunk,
    ChunkIndex,
    DataEnd,
    Footer,
    Header,
    McapRecord,
    MessageIndex,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    SummaryOffset,
)

from simloop.messages import Message, ros_type
from simloop.server.recording.ros_schema import ros_schema

MAGIC = b"\x89MCAP0\r\n"
COMPRESSION = "zstd"
_MESSAGE_HEAD = Struct("<BQHIQQ")
_HEAD_BYTES = 22
_FOOTER_HEAD = Struct("<BQQQ")
_FOOTER_BYTES = 20


class McapFile:
    """Writes through to the operating system, chunk by chunk.

    A write that fails leaves the file as it was after the chunk before.
    """

    def __init__(self, path: Path, metadata: Mapping[str, str]) -> None:
        self.path = path
        self._file = path.open("wb", buffering=0)
        self._size = 0
        self._schemas: dict[str, Schema] = {}
        self._channels: dict[str, Channel] = {}
        self._counts: Counter[int] = Counter()
        self._chunks: list[ChunkIndex] = []
        self._metadata: list[MetadataIndex] = []
        self._compressor = zstandard.ZstdCompressor(level=1)
        self._chunk = bytearray()
        self._index: dict[int, list[tuple[int, int]]] = {}
        self._span_ns: tuple[int, int] | None = None
        self._write(MAGIC + _bytes_of(Header("ros2", "simloop")))
        about = _bytes_of(Metadata("simloop", dict(metadata)))
        self._metadata.append(MetadataIndex(self._size, len(about), "simloop"))
        self._write(about)

    @property
    def pending(self) -> int:
        """How many bytes the operating system does not have yet."""
        return len(self._chunk)

    @property
    def size(self) -> int:
        """How many bytes it has so far."""
        return self._size + len(self._chunk)

    @property
    def messages(self) -> int:
        """How many messages it holds."""
        return self._counts.total()

    def rename(self, path: Path) -> None:
        """Give it another name while it is being written."""
        self.path = self.path.rename(path)

    def channel(self, topic: str, message_type: type[Message]) -> int:
        """The number of a topic's channel; a new one goes into the chunk under way."""
        found = self._channels.get(topic)
        if found is not None:
            return int(found.id)
        return self.channel_of(topic, ros_type(message_type), ros_schema(message_type).encode())

    def channel_of(self, topic: str, type_name: str, definition: bytes) -> int:
        """The same for a type that is known by its definition only."""
        found = self._channels.get(topic)
        if found is None:
            schema = self._schema(type_name, definition)
            number = len(self._channels) + 1
            found = Channel(number, f"/{topic}", "cdr", {"offered_qos_profiles": ""}, schema.id)
            self._channels[topic] = found
            self._chunk += _bytes_of(found)
        return int(found.id)

    def add(self, channel: int, time_ns: int, data: bytes) -> None:
        """Put a message into the chunk under way."""
        self._index.setdefault(channel, []).append((time_ns, len(self._chunk)))
        length, count = _HEAD_BYTES + len(data), self._counts[channel]
        self._chunk += _MESSAGE_HEAD.pack(
            Opcode.MESSAGE, length, channel, count & 0xFFFFFFFF, time_ns, time_ns
        )
        self._chunk += data
        self._counts[channel] += 1
        first, last = self._span_ns or (time_ns, time_ns)
        self._span_ns = min(first, time_ns), max(last, time_ns)

    def flush(self) -> None:
        """Close the chunk under way and hand it to the operating system."""
        if not self._chunk:
            return
        raw, (first_ns, last_ns) = bytes(self._chunk), self._span_ns or (0, 0)
        packed = self._compressor.compress(raw)
        chunk = _bytes_of(Chunk(COMPRESSION, packed, last_ns, first_ns, zlib.crc32(raw), len(raw)))
        start, offsets, parts = self._size, {}, [chunk]
        for channel, records in self._index.items():
            offsets[channel] = start + sum(map(len, parts))
            parts.append(_bytes_of(MessageIndex(channel, records)))
        self._write(b"".join(parts))
        self._chunks.append(
            ChunkIndex(
                chunk_length=len(chunk),
                chunk_start_offset=start,
                compression=COMPRESSION,
                compressed_size=len(packed),
                message_end_time=last_ns,
                message_index_length=self._size - start - len(chunk),
                message_index_offsets=offsets,
                message_start_time=first_ns,
                uncompressed_size=len(raw),
            )
        )
        self._chunk.clear()
        self._index, self._span_ns = {}, None

    def finish(self) -> None:
        """Write the index and close; without it the file is still read from the front."""
        self.flush()
        end = _bytes_of(DataEnd(0))
        start = self._size + len(end)
        groups: tuple[tuple[int, list[McapRecord]], ...] = (
            (Opcode.SCHEMA, list(self._schemas.values())),
            (Opcode.CHANNEL, list(self._channels.values())),
            (Opcode.STATISTICS, [self._statistics()]),
            (Opcode.CHUNK_INDEX, list(self._chunks)),
            (Opcode.METADATA_INDEX, list(self._metadata)),
        )
        summary, offsets = bytearray(), []
        for opcode, records in groups:
            group = b"".join(_bytes_of(record) for record in records)
            offsets.append(SummaryOffset(opcode, start + len(summary), len(group)))
            summary += group
        offset_start = start + len(summary)
        for offset in offsets:
            summary += _bytes_of(offset)
        head = _FOOTER_HEAD.pack(Opcode.FOOTER, _FOOTER_BYTES, start, offset_start)
        footer = Footer(start, offset_start, zlib.crc32(head, zlib.crc32(summary)))
        self._write(end + bytes(summary) + _bytes_of(footer) + MAGIC)
        self.close()

    def close(self) -> None:
        """Let the file go as it is."""
        self._file.close()

    def _schema(self, name: str, definition: bytes) -> Schema:
        if name not in self._schemas:
            schema = Schema(len(self._schemas) + 1, definition, "ros2msg", name)
            self._schemas[name] = schema
            self._chunk += _bytes_of(schema)
        return self._schemas[name]

    def _statistics(self) -> Statistics:
        spans = [(chunk.message_start_time, chunk.message_end_time) for chunk in self._chunks]
        return Statistics(
            attachment_count=0,
            channel_count=len(self._channels),
            channel_message_counts=dict(self._counts),
            chunk_count=len(self._chunks),
            message_count=self._counts.total(),
            metadata_count=len(self._metadata),
            message_start_time=min((first for first, _ in spans), default=0),
            message_end_time=max((last for _, last in spans), default=0),
            schema_count=len(self._schemas),
        )

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._file.fileno(), rest) :]
        except OSError as error:
            # Half a chunk is of no use, and a full disk is glad of the room.
            with suppress(OSError):
                os.ftruncate(self._file.fileno(), self._size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._size += len(data)


def _bytes_of(record: McapRecord) -> bytes:
    builder = RecordBuilder()
    record.write(builder)
    data: bytes = builder.end()
    return data
