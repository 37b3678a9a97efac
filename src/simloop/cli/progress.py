"""Progress while the compiler works: which part, and for how long; nothing if it is quick."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from simloop.server.simulation import Simulation
from simloop.world.compile_progress import CompileProgress, TellProgress

_PATIENCE_S = 0.8


def prepare_in_sight(simulation: Simulation, what: str = "") -> None:
    """Compile what a simulation needs, and show how far that is."""
    if not simulation.compiled:
        simulation.prepare()
        return
    what, cached = what or simulation.scenario.name, simulation.runner.cached
    with compiling(sys.stderr, what, cached=cached) as tell:
        simulation.prepare(progress=tell)


@contextmanager
def compiling(stream: TextIO, what: str, *, cached: bool = False) -> Iterator[TellProgress]:
    """Show that the first run of a scenario compiles its step: on a terminal for how long.

    Gives what is to be told of each part. A log gets a line for each that is compiled.
    """
    text = f"simloop: compiling the step of '{what}' (once; later runs start at once)"
    if cached:
        text = f"simloop: loading the compiled step of '{what}'"
    shown = _Counter(stream, text) if stream.isatty() else _Lines(stream, text)
    done = threading.Event()
    worker = threading.Thread(target=shown.wait, args=(done,), daemon=True)
    worker.start()
    try:
        yield shown.tell
    finally:
        done.set()
        worker.join()


class _Lines:
    """For a log: one line when it takes long, and one for every part that is compiled."""

    def __init__(self, stream: TextIO, text: str) -> None:
        self._stream = stream
        self._text = text
        self._said = False

    def tell(self, progress: CompileProgress) -> None:
        if not progress.cached:
            self._say(f"{self._text}: {progress}")

    def wait(self, done: threading.Event) -> None:
        if not done.wait(_PATIENCE_S) and not self._said:
            self._say(self._text)

    def _say(self, line: str) -> None:
        self._said = True
        self._stream.write(f"{line}\n")
        self._stream.flush()


class _Counter:
    """For a terminal: one line that counts seconds."""

    def __init__(self, stream: TextIO, text: str) -> None:
        self._stream = stream
        self._text = text
        self._part = ""
        self._begin_s = time.monotonic()

    def tell(self, progress: CompileProgress) -> None:
        self._part = f", {progress}"

    def wait(self, done: threading.Event) -> None:
        if done.wait(_PATIENCE_S):
            return
        while not done.wait(0.2):
            self._stream.write(f"\r\033[K{self._text}: {self._seconds}{self._part}")
            self._stream.flush()
        self._stream.write(f"\r\033[K{self._text}: {self._seconds}\n")
        self._stream.flush()

    @property
    def _seconds(self) -> str:
        return f"{time.monotonic() - self._begin_s:.1f} s"
