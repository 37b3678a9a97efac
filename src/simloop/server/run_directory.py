"""A run's directory: the locked configuration, events as they happen, and the summary."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from simloop.server.events import Event
from simloop.server.files.lock import write_lock
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.recording.branches import later_summaries
from simloop.server.recording.names import SUMMARY_NAME

_EVENTS_NAME = "events.jsonl"


class RunDirectory:
    """Writes as the run goes, so that an interrupted run loses nothing already seen.

    Every verdict ends a part: `events.jsonl` and `summary.json`, then `events_2.jsonl` and so on.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._part = 1
        self.trouble = ""
        """Why not all of the run could be stored, if that is so."""
        path.mkdir(parents=True, exist_ok=True)
        for old in (*path.glob("events_*.jsonl"), *later_summaries(path)):
            old.unlink()
        self._events: TextIO = self._open_events()

    @property
    def lock(self) -> Path:
        """The file that reproduces the run."""
        return self.path / "config.lock"

    def begin(self, scenario: ResolvedScenario) -> None:
        """Store what runs."""
        write_lock(scenario, self.lock)

    def write_event(self, event: Event) -> None:
        """Store an event at once; a full disk is no reason to end the run."""
        if self.trouble:
            return
        try:
            if self._events.closed:
                self._events = self._open_events()
            self._events.write(json.dumps(event.plain()) + "\n")
            self._events.flush()
        except OSError as error:
            self._note(error)

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Store the summary and close; what comes after it is stored in files of its own."""
        text = json.dumps(dict(summary), indent=1) + "\n"
        try:
            (self.path / self._named(SUMMARY_NAME)).write_text(text, encoding="utf-8")
            self._events.close()
        except OSError as error:
            self._note(error)
        self._part += 1

    def _open_events(self) -> TextIO:
        return (self.path / self._named(_EVENTS_NAME)).open("w", encoding="utf-8")

    def _named(self, name: str) -> str:
        """A file's name in this part of the run: as it is up to the first verdict."""
        stem, _, suffix = name.partition(".")
        return name if self._part == 1 else f"{stem}_{self._part}.{suffix}"

    def _note(self, error: OSError) -> None:
        self.trouble = self.trouble or f"{self.path}: not all could be stored: {error.strerror}"


def fresh_directory(root: Path, stem: str) -> Path:
    """A directory of this name that does not exist yet: the stem, or the stem and a number."""
    path, number = root / stem, 1
    while path.exists():
        number += 1
        path = root / f"{stem}_{number}"
    return path
