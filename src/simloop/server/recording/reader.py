"""Reads recordings from the front, up to where they are whole: a crash costs only the end."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import Any, NamedTuple

from simloop.messages import TYPE_BY_NAME, Message
from simloop.messages.cdr import from_cdr
from simloop.messages.simloop_msgs import InboxEntry, RunEvent
from simloop.server.files.lock import Lock, read_lock
from simloop.server.files.mistake import FileMistake
from simloop.server.recording.branches import recordings_in
from simloop.server.recording.foreign_file import making_sense, plain_event, records_of
from simloop.server.recording.names import (
    CHECKPOINTS,
    EVENTS,
    FILE_NAME,
    FORMAT,
    INBOX,
    LAYOUTS,
    OWN_TYPES,
    STATES,
)
from simloop.server.recording.state_journal import RecordedState, StateReader
from simloop.systems.user_commands.verbs import RESETS
from simloop.transport.names import canonical_name
from simloop.world.one_line import one_line

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
        if self.topic in OWN_TYPES and OWN_TYPES[self.topic] != self.type:
            raise FileMistake(None, f"topic {self.topic} is a {self.type}, which makes no sense")
        try:
            return from_cdr(self.data, TYPE_BY_NAME[self.type])
        except ValueError as error:
            raise FileMistake(None, f"topic {self.topic} is damaged: {error}") from None


class End(NamedTuple):
    """How a recorded run ended."""

    tick: int
    state_hash: str


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
    branch_of: str = ""
    """The file from which it was branched off."""
    branch_tick: int | None = None


class RunFile:
    """A recording on disk, read anew each time it is asked."""

    def __init__(self, run: str | Path) -> None:
        """Find the file of a run.

        Raises:
            FileMistake: there is none, or it is none of ours.
        """
        given = Path(run)
        self.siblings = recordings_in(given) if given.is_dir() else ()
        """All recordings of a directory; without a choice the last one counts."""
        self.path = self.siblings[-1] if self.siblings else given
        if not self.path.is_file():
            hint = "record it: simloop run SCENARIO --record" if given.is_dir() else _FIX
            raise FileMistake(None, f"{given}: no recording there", hint)
        self.directory = self.path.parent
        self._is_broken = False
        self._read_to_ns = 0
        self.about = self._read_about()

    @property
    def lock(self) -> Path:
        """The locked scenario beside it."""
        return self.directory / "config.lock"

    @property
    def name(self) -> str:
        """What to call it among others: its directory, and its own name where that tells more."""
        directory = self.path.resolve().parent.name
        if self.about.branch_of:
            return f"{directory}/{self.path.stem}"
        return directory if directory and self.path.name == FILE_NAME else self.path.stem

    @property
    def is_last(self) -> bool:
        """Is it how the run ended? What a branch was taken from is not."""
        others = recordings_in(self.directory)
        return self.path not in others[:-1]

    @property
    def complete(self) -> bool:
        """Was it closed, and nothing of what has been read so far damaged?"""
        if self._is_broken:
            return False
        # A file that was closed ends as it begins.
        with self.path.open("rb") as stream:
            magic = stream.read(_MAGIC_BYTES)
            stream.seek(-_MAGIC_BYTES, SEEK_END)
            return stream.tell() > 0 and stream.read() == magic

    @property
    def cut(self) -> str:
        """Where what was read ends before it should, in words; empty for a whole recording."""
        if self.complete:
            return ""
        return (
            f"{self.path} was cut off or damaged: it is read up to {self._read_to_ns / 1e9:.2f} s"
        )

    def refuse_empty(self) -> None:
        """A file with its head alone is of no use to anybody.

        Raises:
            FileMistake: not one message can be read.
        """
        if next(self.items(), None) is None:
            fix = "it was cut off or damaged at its start: record the run again"
            raise FileMistake(None, f"{self.path}: nothing in it can be read", fix)

    def read_lock(self) -> Lock:
        """The lock beside it.

        Raises:
            FileMistake: there is none, or it is none of ours.
        """
        if not self.lock.exists():
            fix = "copy the config.lock of its run there"
            raise FileMistake(None, f"{self.lock}: not beside the recording", fix)
        return read_lock(self.lock)

    def items(self, topics: Collection[str] | None = None) -> Iterator[Item]:
        """All messages in the order in which they were written; only some topics if named."""
        from mcap.records import Channel, Schema
        from mcap.records import Message as Record

        schemas: dict[int, str] = {}
        channels: dict[int, tuple[str, str]] = {}
        with making_sense(self.path):
            for record in self.records():
                if isinstance(record, Record):
                    self._read_to_ns = max(self._read_to_ns, record.log_time)
                    topic, kind = channels[record.channel_id]
                    if topics is None or topic in topics:
                        yield Item(topic, kind, record.log_time, record.data)
                elif isinstance(record, Schema):
                    schemas[record.id] = one_line(record.name)
                elif isinstance(record, Channel):
                    topic = one_line(record.topic.removeprefix("/"))
                    channels[record.id] = topic, schemas[record.schema_id]

    def topics(self) -> dict[str, str]:
        """The recorded topics and their types, sorted."""
        return dict(sorted({item.topic: item.type for item in self.items()}.items()))

    def events(self) -> list[RunEvent]:
        """What happened, in order, without what a reset or a snapshot has made void."""
        told: list[RunEvent] = []
        for item in self.items({EVENTS, INBOX}):
            message = item.decode()
            if isinstance(message, RunEvent):
                told.append(plain_event(message))
            elif isinstance(message, InboxEntry) and (back := set_back_to(message)) is not None:
                told = [event for event in told if event.tick <= back]
        return told

    def end(self) -> End | None:
        """How its run ended; None if it was cut off."""
        told = None
        for item in self.items({INBOX}):
            entry = item.decode()
            if isinstance(entry, InboxEntry) and entry.kind == "end":
                told = End(entry.tick, entry.data.decode())
        return told

    def journal(self) -> Iterator[InboxEntry | RecordedState]:
        """Inputs and checkpoints in the order of the run."""
        states: Any = StateReader()
        with making_sense(self.path):
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

    def records(self) -> Iterator[Any]:
        """All records of the file, up to where it is whole."""
        records = records_of(self.path)
        while True:
            try:
                record = next(records)
            except StopIteration:
                return
            # Whatever the reader makes of half a record, the whole ones before it count.
            except Exception:
                self._is_broken = True
                return
            yield record

    def _read_about(self) -> About:
        from mcap.records import Metadata

        for record in self.records():
            if isinstance(record, Metadata) and record.name == "simloop":
                return self._about(record.metadata)
        raise FileMistake(None, f"{self.path}: this is no recording of simloop", _FIX)

    def _about(self, told: dict[str, str]) -> About:
        try:
            return self._understood(told)
        except (KeyError, ValueError):
            fix = "it is damaged: record the run again"
            raise FileMistake(None, f"{self.path}: its head makes no sense", fix) from None

    def _understood(self, told: dict[str, str]) -> About:
        if told.get("format") != str(FORMAT):
            fix = "read it with the simloop that wrote it"
            raise FileMistake(None, f"{self.path}: format {told.get('format')} of recordings", fix)
        versions, lines = json.loads(told["versions"]), json.loads(told["lines_heard"])
        if not isinstance(versions, dict) or not isinstance(lines, list):
            raise ValueError("versions and lines")
        return About(
            scenario=one_line(told["scenario"]),
            seed=int(told["seed"]),
            tick_rate_hz=_above_zero(told["tick_rate_hz"]),
            checkpoint_ticks=_above_zero(told["checkpoint_ticks"]),
            first_tick=_not_negative(told["first_tick"]),
            versions={str(name): one_line(str(text)) for name, text in versions.items()},
            lines_heard=tuple(canonical_name(str(line)) for line in lines),
            branch_of=one_line(told.get("branch_of", "")),
            branch_tick=int(told["branch_tick"]) if "branch_tick" in told else None,
        )


def _above_zero(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError(text)
    return number


def _not_negative(text: str) -> int:
    return _above_zero(text) if int(text) else 0


def set_back_to(entry: InboxEntry) -> int | None:
    """The tick to which this input set the run back, if it did: nothing happens up to 0."""
    if entry.kind == "command" and entry.name in RESETS:
        return 0
    return entry.tick if entry.kind == "restored" else None


def names_apart(runs: Sequence[RunFile]) -> list[str]:
    """What to call runs that stand side by side; where that is the same, their paths."""
    names = [run.name for run in runs]
    pairs = zip(runs, names, strict=True)
    return [name if names.count(name) == 1 else str(run.path) for run, name in pairs]
