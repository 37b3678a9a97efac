"""`simloop run` with a page, as a process of a test."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

ENDLESS = ("square", "--set", "vehicles[0].mission.laps=100", "--set", "duration_s=20000")
"""A quad that flies squares for as long as tests take."""


@contextmanager
def paged_run(*arguments: str) -> Iterator[str]:
    """The address of the page of a run that has begun: what must be compiled is."""
    run = subprocess.Popen(
        [
            *(sys.executable, "-m", "simloop.cli.main", "run", *arguments),
            *("--no-out", "--page-port", "0"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr is not None
    found = next(filter(None, (re.search(r"http://\S+", line) for line in run.stderr)))
    assert any("Ctrl-C stops" in line for line in run.stderr)
    # A run that nobody hears would stop once the pipe is full.
    listener = Thread(target=run.stderr.read, daemon=True)
    listener.start()
    try:
        yield found.group()
    finally:
        run.terminate()
        listener.join()
        run.wait()
