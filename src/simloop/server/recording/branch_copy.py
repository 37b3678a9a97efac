"""What a branch has in common with the recording of its run, copied into a file of its own."""

from pathlib import Path

from mcap.records import Channel, Message, Schema

from simloop.messages.cdr import from_cdr
from simloop.messages.simloop_msgs import InboxEntry
from simloop.server.recording.mcap_file import McapFile
from simloop.server.recording.names import INBOX
from simloop.server.recording.reader import RunFile
from simloop.timing.clock import nanoseconds_at

_CHUNK_BYTES = 1_000_000


def copy_common(source: Path, target: McapFile, *, whole: int, tick: int) -> None:
    """Copy the first `whole` messages, and of those after them what happened up to a tick."""
    run = RunFile(source)
    last_ns = nanoseconds_at(tick, run.about.tick_rate_hz)
    schemas: dict[int, Schema] = {}
    topics: dict[int, str] = {}
    channels: dict[int, int] = {}
    seen = 0
    for record in run.records():
        if isinstance(record, Schema):
            schemas[record.id] = record
        elif isinstance(record, Channel):
            schema = schemas[record.schema_id]
            topics[record.id] = topic = record.topic.removeprefix("/")
            channels[record.id] = target.channel_of(topic, schema.name, schema.data)
        elif isinstance(record, Message):
            seen += 1
            if seen <= whole or _is_common(topics[record.channel_id], record, tick, last_ns):
                target.add(channels[record.channel_id], record.log_time, record.data)
            if target.pending > _CHUNK_BYTES:
                target.flush()
    target.flush()


def _is_common(topic: str, record: Message, tick: int, last_ns: int) -> bool:
    if record.log_time > last_ns:
        return False
    return topic != INBOX or _counts(from_cdr(record.data, InboxEntry), tick)


def _counts(entry: InboxEntry, tick: int) -> bool:
    """Had it taken effect by then? Outside a pause an input belongs to the tick that follows."""
    return entry.kind != "end" and (entry.tick if entry.paused else entry.tick + 1) <= tick
