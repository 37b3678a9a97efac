"""A run's directory: the locked configuration, events as they happen, and the summary."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from simloop.server.events import Event
from simloop.server.files.lock import write_lock
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.recording.names import SUMMARY_NAME


class RunDirectory:
    """Writes as the run goes, so that an interrupted run loses nothing already seen."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""
        """Why not all of the run could be stored, if that is so."""
        path.mkdir(parents=True, exist_ok=True)
        self._events: TextIO = (path / "events.jsonl").open("w", encoding="utf-8")

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
            self._events.write(json.dumps(event.plain()) + "\n")
            self._events.flush()
        except OSError as error:
            self._note(error)

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Store the summary and close."""
        text = json.dumps(dict(summary), indent=1) + "\n"
        try:
            (self.path / SUMMARY_NAME).write_text(text, encoding="utf-8")
            self._events.close()
        except OSError as error:
            self._note(error)

    def _note(self, error: OSError) -> None:
        self.trouble = self.trouble or f"{self.path}: not all could be stored: {error.strerror}"


def fresh_directory(root: Path, stem: str) -> Path:
    """A directory of this name that does not exist yet: the stem, or the stem and a number."""
    path, number = root / stem, 1
    while path.exists():
        number += 1
        path = root / f"{stem}_{number}"
    return path
