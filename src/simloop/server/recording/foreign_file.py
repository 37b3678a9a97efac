"""Takes a recording as one that anybody may have written: bounded, fit for a terminal, in a line.

Chunks are unpacked within limits, words cannot control a terminal, and what makes no sense is told
as a mistake of the file.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import fstat
from pathlib import Path
from typing import Any

from simloop.messages.simloop_msgs import RunEvent
from simloop.server.files.mistake import FileMistake
from simloop.server.recording.names import EVENTS
from simloop.server.recording.unpacking import MAX_CHUNK_BYTES, Unpacker
from simloop.world.one_line import one_line


def records_of(path: Path) -> Iterator[Any]:
    """The records of an MCAP file, with chunks taken apart; whatever is wrong is raised."""
    from mcap.records import Chunk
    from mcap.stream_reader import StreamReader, breakup_chunk

    with path.open("rb") as stream:
        unpacker = Unpacker(fstat(stream.fileno()).st_size)
        reader = StreamReader(
            stream, emit_chunks=True, validate_crcs=True, record_size_limit=2 * MAX_CHUNK_BYTES
        )
        for record in reader.records:
            if not isinstance(record, Chunk):
                yield record
                continue
            raw = unpacker.unpack(record.data, record.compression, record.uncompressed_size)
            plain = replace(record, compression="", data=raw)
            yield from breakup_chunk(plain, validate_crc=True)


@contextmanager
def making_sense(path: Path) -> Iterator[None]:
    """Tell of a recording that is whole and still nonsense in one line."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        fix = "it is damaged, or another program made it: record the run again"
        raise FileMistake(None, f"{path}: what it holds makes no sense", fix) from None


def plain_event(event: RunEvent) -> RunEvent:
    """An event fit for a terminal.

    Raises:
        FileMistake: its detail is no JSON object.
    """
    try:
        detail = json.loads(event.detail)
    except ValueError:
        detail = None
    if not isinstance(detail, dict):
        raise FileMistake(None, f"topic {EVENTS} is damaged: an event has no detail")
    words = {
        one_line(key): one_line(text) if isinstance(text, str) else text
        for key, text in detail.items()
    }
    vehicle, name = one_line(event.vehicle), one_line(event.name)
    return replace(event, vehicle=vehicle, name=name, detail=json.dumps(words))
