"""Everything a report tells, gathered from a run directory."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simloop.server.events import Event
from simloop.server.files.lock import Lock
from simloop.server.recording.branches import later_summaries, recordings_in, summary_of
from simloop.server.recording.names import SUMMARY_NAME
from simloop.server.recording.reader import RunFile
from simloop.server.recording.series import read_tables
from simloop.server.report.track import TOPICS, Track, tracks_of
from simloop.systems.recorder.selection import Selection

Words = Callable[[Event], str]
# A summary tells how the run ended, which is not in a file that it left.
_LEFT = {"outcome": "left for a branch"}


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run, as far as it was recorded."""

    directory: Path
    path: Path
    lock: Lock
    summary: dict[str, Any]
    events: tuple[Event, ...]
    tracks: tuple[Track, ...]
    last_s: float
    complete: bool

    @property
    def outcome(self) -> str:
        """The verdict in a word."""
        return str(self.summary.get("outcome", "cut off"))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is no success."""
        return tuple(map(str, self.summary.get("reasons", ())))

    def waypoints(self) -> tuple[tuple[float, float, float], ...]:
        """The mission of the only vehicle; fleets would draw over each other."""
        vehicles = self.lock.scenario.vehicles
        if len(vehicles) != 1 or vehicles[0].mission is None:
            return ()
        # Laps are written out: each place once.
        return tuple(dict.fromkeys(vehicles[0].mission.waypoints_ned_m))

    def phases(self, vehicle: str) -> list[tuple[float, str]]:
        """When each phase of a vehicle began."""
        return [
            (event.time_s, str(event.detail.get("phase", "")))
            for event in self.events
            if event.name == "phase" and event.vehicle == vehicle
        ]


def gather(run: RunFile) -> RunFacts:
    """Read what there is; a run that was killed has no summary and no verdict."""
    lock = run.read_lock()
    wanted = Selection(TOPICS)
    topics = [topic for topic in run.topics() if wanted.takes(topic)]
    tables = read_tables(run, topics)
    vehicles = lock.scenario.vehicles
    tracks = tracks_of(tables, vehicles[0].name if vehicles else "vehicle")
    rate = run.about.tick_rate_hz
    events = (
        Event(told.tick, told.tick / rate, told.vehicle, told.name, json.loads(told.detail))
        for told in run.events()
    )
    last_ns = max((item.time_ns for item in run.items()), default=0)
    return RunFacts(
        run.directory,
        run.path,
        lock,
        _summary_of(run),
        tuple(events),
        tuple(tracks),
        last_ns / 1e9,
        run.complete,
    )


def _summary_of(run: RunFile) -> dict[str, Any]:
    """How this very file ended: a summary tells the state hash of the end that it is about."""
    ended = _end_hash(run)
    told = [
        found
        for path in (
            summary_of(run.path),
            run.directory / SUMMARY_NAME,
            *later_summaries(run.directory),
        )
        if (found := _summary(path))
    ]
    for found in told:
        if found.get("state_hash", ended) == ended:
            return found
    if not run.is_last:
        return _LEFT
    # A file that broke off has no end to compare: its summary is the one that is of no other file.
    others = {_end_hash(RunFile(path)) for path in recordings_in(run.directory) if path != run.path}
    left = [found for found in told if not ended and found.get("state_hash") not in others]
    return left[0] if left else {}


def _end_hash(run: RunFile) -> str:
    end = run.end()
    return "" if end is None else end.state_hash


def _summary(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
