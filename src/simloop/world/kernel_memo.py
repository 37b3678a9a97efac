"""Remembers what was made of which sources, so that a warm start reads and translates none.

A note names its sources and holds a digest of what they said. It does not matter where they are
or when they were written: notes come along with an installation, and clones share theirs.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from simloop.compiler.objects import write_whole
from simloop.world.source_stamp import Stamp, joined, stamp_of


class OtherNotes(Protocol):
    """Notes from elsewhere, which are asked first."""

    def note(self, name: str) -> Any:
        """What was noted under a name, if anything."""


class Notes:
    """Notes by name: those that came along, then those of this user."""

    def __init__(self, folder: Path, others: OtherNotes | None = None) -> None:
        self._folder = folder
        self._others = others

    def find(self, name: str) -> Iterator[Any]:
        """All notes of a name, the first one first; each may have been made of other sources."""
        if self._others is not None:
            note = self._others.note(name)
            if note is not None:
                yield note
        try:
            yield json.loads((self._folder / f"{name}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return

    def keep(self, name: str, note: Mapping[str, Any]) -> None:
        """Write a note of this user."""
        write_whole(self._folder / f"{name}.json", json.dumps(note).encode())


def recall(notes: Notes, name: str) -> str | None:
    """The copy's name as remembered, if none of its sources has changed since."""
    for note in notes.find(name):
        try:
            modules, stamp, copy = note["sources"], note["stamp"], str(note["name"])
            if stamp == joined(stamp_of(module) for module in modules):
                return copy
        except (OSError, KeyError, TypeError, ImportError):
            continue
    return None


def remember(notes: Notes, name: str, copy: str, sources: Mapping[str, Stamp]) -> None:
    """Note a copy's name and everything it was made from."""
    modules = sorted(sources)
    stamp = joined(sources[module] for module in modules)
    notes.keep(name, {"name": copy, "sources": modules, "stamp": stamp})
