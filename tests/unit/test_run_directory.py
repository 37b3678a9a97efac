"""A run directory on a disk without room: the run goes on, and one line says what is missing."""

import errno
import os
from pathlib import Path
from typing import Any

from simloop.server.events import Event
from simloop.server.run_directory import RunDirectory


class _NoRoom:
    closed = False

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def close(self) -> None:
        """There is nothing to close."""


def test_events_that_cannot_be_stored_are_told_once(tmp_path: Path) -> None:
    directory: Any = RunDirectory(tmp_path)
    directory._events.close()
    directory._events = _NoRoom()
    for tick in range(3):
        directory.write_event(Event(tick, 0.0, "quad_0", "phase"))
    directory.finish({"outcome": "success"})
    assert directory.trouble == f"{tmp_path}: not all could be stored: No space left on device"
    assert (tmp_path / "summary.json").exists()


def test_with_room_there_is_no_trouble(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path)
    directory.write_event(Event(1, 0.0025, "quad_0", "phase"))
    directory.finish({})
    assert directory.trouble == ""
    assert (tmp_path / "events.jsonl").read_text().count("\n") == 1
