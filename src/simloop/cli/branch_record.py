"""The recording of a branch of a run: beside that run, or where the user wants it."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from simloop.server.files.mistake import FileMistake
from simloop.server.files.scenario_file import Record
from simloop.server.recording.branches import first_of, next_branch, recordings_in, summary_of
from simloop.server.recording.names import FILE_NAME
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Origin, Recording
from simloop.server.run_directory import RunDirectory
from simloop.server.session import Result
from simloop.server.simulation import Simulation

_UNASKED = "name a directory for it with 'simloop view RUN --out DIR'"


def refuse_taken(out: str | None) -> None:
    """A branch takes the place of no other run."""
    if out is not None and recordings_in(Path(out)):
        raise FileMistake(None, f"{out} holds a recording already", "name another directory")


class BranchRecord:
    """Records a simulation from its first tick, while it repeats the run that it branches from."""

    def __init__(
        self,
        simulation: Simulation,
        run: RunFile,
        tick: int,
        out: str | None,
        tell: Callable[[str], None],
    ) -> None:
        self._directory = None if out is None else self._begun(simulation, Path(out))
        path = next_branch(first_of(run.path)) if out is None else Path(out) / FILE_NAME
        record = simulation.scenario.record or Record()
        self.recording = Recording(
            simulation,
            path,
            replace(record, checkpoint_ticks=run.about.checkpoint_ticks),
            tell=tell,
            origin=Origin(run.path, tick),
        )

    @property
    def path(self) -> Path:
        """The file."""
        return self.recording.path

    def conclude(self, result: Result) -> None:
        """Note what the branch came to; what may come later gets files of its own."""
        self.recording.conclude()
        summary = {**result.plain(), "events": len(result.events)}
        if self._directory is None:
            _write(summary_of(self.path), summary)
        else:
            self._directory.finish(summary)

    @staticmethod
    def _begun(simulation: Simulation, out: Path) -> RunDirectory:
        directory = RunDirectory(out)
        simulation.log.listen(directory.write_event, from_start=True)
        return directory


def begin_record(
    simulation: Simulation, run: RunFile, tick: int, out: str | None, tell: Callable[[str], None]
) -> BranchRecord | None:
    """Begin to record; where nothing can be written, say so and do without."""
    try:
        return BranchRecord(simulation, run, tick, out, tell)
    except OSError as error:
        tell(f"the branch is not recorded: {error.filename}: {error.strerror}: {_UNASKED}")
        return None


def _write(path: Path, summary: dict[str, Any]) -> None:
    try:
        path.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        print(f"simloop: {path}: {error.strerror}", file=sys.stderr)
