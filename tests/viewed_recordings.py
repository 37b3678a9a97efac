"""`simloop view` on recordings as a process of a test."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def viewing(
    *runs: Path, stdin: int = subprocess.DEVNULL
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The address of a page that plays them, and the process that serves it."""
    arguments = ("view", *map(str, runs), "--page-port", "0")
    view = subprocess.Popen(
        [sys.executable, "-m", "simloop.cli.main", *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert view.stdout is not None
    words = next(filter(None, (re.search(r"http://\S+", line) for line in view.stdout)))
    yield words.group(), view
    view.terminate()
    view.communicate()


@contextmanager
def viewed(*runs: Path) -> Iterator[str]:
    """The address of a page that plays them, as long as the test wants."""
    # On a terminal it stays, however long nobody looks.
    keyboard, terminal = os.openpty()
    try:
        with viewing(*runs, stdin=terminal) as (address, _):
            yield address
    finally:
        os.close(keyboard)
        os.close(terminal)
