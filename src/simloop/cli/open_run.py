"""Opens the recording that a command was given, and says which one where there are several."""

import sys

from simloop.server.recording.reader import RunFile


def open_run(given: str) -> RunFile:
    """A recording by its path, or the last one of a run directory.

    Raises:
        FileMistake: there is none, or nothing in it can be read.
    """
    run = RunFile(given)
    run.refuse_empty()
    tell_choice(run)
    return run


def tell_cut(run: RunFile) -> None:
    """Say that what was read ends before it should, if it does."""
    if run.cut:
        print(f"simloop: {run.cut}", file=sys.stderr)


def tell_choice(run: RunFile) -> None:
    """Name all recordings of a directory, if one of several was taken."""
    if len(run.siblings) > 1:
        names = ", ".join(path.name for path in run.siblings)
        print(
            f"simloop: {run.directory} holds {names}: the last is taken; name a file for another",
            file=sys.stderr,
        )
