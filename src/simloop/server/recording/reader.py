"""Reads recordings from the front, up to where they are whole: a crash costs only the end."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Any, NamedTuple

from simloop.messages import TYPE_BY_NAME, Message
from simloop.messages.cdr import from_cdr
from simloop.messages.simloop_msgs import InboxEntry, RunEvent
from simloop.server.files.mistake import FileMistake
from simloop.server.recording.names import (
    CHECKPOINTS,
    EVENTS,
    FILE_NAME,
    FORMAT,
    INBOX,
    LAYOUTS,
    STATES,
)
from simloop.server.recording.state_journal import RecordedState, StateReader

_MAGIC_BYTES = 8
_FIX = "name a run directory with run.mcap, or an .mcap file of simloop"


class Item(NamedTuple):
    """One message of a recording, still encoded."""

    topic: str
    type: str
    time_ns: int
    data: bytes

    def decode(self) -> Message:
        """The message; a type that simloop does not know is a mistake of the caller."""
        if self.type not in TYPE_BY_NAME:
            raise FileMistake(None, f"topic {self.topic} is a {self.type}, which is not known here")
        return from_cdr(self.data, TYPE_BY_NAME[self.type])


@dataclass(frozen=True, slots=True)
class About:
    """What a recording says of its run."""

    scenario: str
    seed: int
    tick_rate_hz: int
    checkpoint_ticks: int
    first_tick: int
    versions: dict[str, str]
    lines_heard: tuple[str, ...]


class RunFile:
    """A recording on disk, read anew each time it is asked."""

    def __init__(self, run: str | Path) -> None:
        """Find the file of a run.

        Raises:
            FileMistake: there is none, or it is none of ours.
        """
        given = Path(run)
        self.path = given / FILE_NAME if given.is_dir() else given
        if not self.path.is_file():
            hint = "record it: simloop run SCENARIO --record" if given.is_dir() else _FIX
            raise FileMistake(None, f"{given}: no recording there", hint)
        self.directory = self.path.parent
        self.about = self._read_about()

    @property
    def lock(self) -> Path:
        """The locked scenario beside it."""
        return self.directory / "config.lock"

    @property
    def complete(self) -> bool:
        """Was it closed, or cut off? A file that was closed ends as it begins."""
        with self.path.open("rb") as stream:
            magic = stream.read(_MAGIC_BYTES)
            stream.seek(-_MAGIC_BYTES, SEEK_END)
            return stream.tell() > 0 and stream.read() == magic

    def items(self, topics: Collection[str] | None = None) -> Iterator[Item]:
        """All messages in the order in which they were written; only some topics if named."""
        from mcap.records import Channel, Schema
        from mcap.records import Message as Record

        schemas: dict[int, str] = {}
        channels: dict[int, tuple[str, str]] = {}
        for record in self._records():
            if isinstance(record, Record):
                topic, kind = channels[record.channel_id]
                if topics is None or topic in topics:
                    yield Item(topic, kind, record.log_time, record.data)
            elif isinstance(record, Schema):
                schemas[record.id] = record.name
            elif isinstance(record, Channel):
                channels[record.id] = record.topic.removeprefix("/"), schemas[record.schema_id]

    def topics(self) -> dict[str, str]:
        """The recorded topics and their types, sorted."""
        return dict(sorted({item.topic: item.type for item in self.items()}.items()))

    def events(self) -> list[RunEvent]:
        """What happened, in order."""
        found = (item.decode() for item in self.items({EVENTS}))
        return [event for event in found if isinstance(event, RunEvent)]

    def journal(self) -> Iterator[InboxEntry | RecordedState]:
        """Inputs and checkpoints in the order of the run."""
        states: Any = StateReader()
        for item in self.items({INBOX, LAYOUTS, STATES, CHECKPOINTS}):
            message: Any = item.decode()
            if item.topic == INBOX:
                yield message
            elif item.topic == LAYOUTS:
                states.add_layout(message)
            elif item.topic == STATES:
                states.add_state(message)
            else:
                yield states.close_checkpoint(message)

    def checkpoints(self) -> Iterator[RecordedState]:
        """The recorded states."""
        return (each for each in self.journal() if isinstance(each, RecordedState))

    def _records(self) -> Iterator[Any]:
        from mcap.stream_reader import StreamReader

        with self.path.open("rb") as stream:
            records = StreamReader(stream, validate_crcs=True).records
            while True:
                try:
                    record = next(records)
                except StopIteration:
                    return
                # Whatever the reader makes of half a record, the whole ones before it count.
                except Exception:
                    return
                yield record

    def _read_about(self) -> About:
        from mcap.records import Metadata

        for record in self._records():
            if isinstance(record, Metadata) and record.name == "simloop":
                return self._about(record.metadata)
        raise FileMistake(None, f"{self.path}: this is no recording of simloop", _FIX)

    def _about(self, told: dict[str, str]) -> About:
        if told.get("format") != str(FORMAT):
            fix = "read it with the simloop that wrote it"
            raise FileMistake(None, f"{self.path}: format {told.get('format')} of recordings", fix)
        return About(
            scenario=told["scenario"],
            seed=int(told["seed"]),
            tick_rate_hz=int(told["tick_rate_hz"]),
            checkpoint_ticks=int(told["checkpoint_ticks"]),
            first_tick=int(told["first_tick"]),
            versions=json.loads(told["versions"]),
            lines_heard=tuple(json.loads(told["lines_heard"])),
        )
