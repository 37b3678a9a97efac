"""A progress line while the compiler works: nothing if it is quick, seconds counted if not."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_PATIENCE_S = 0.8


@contextmanager
def compiling(stream: TextIO, what: str, *, cached: bool = False) -> Iterator[None]:
    """Show that the first run of a scenario compiles its step, and for how long."""
    done = threading.Event()
    text = f"simloop: compiling the step of '{what}' (once; later runs start at once)"
    if cached:
        text = f"simloop: loading the compiled step of '{what}'"
    worker = threading.Thread(target=_count, args=(stream, text, done), daemon=True)
    worker.start()
    try:
        yield
    finally:
        done.set()
        worker.join()


def _count(stream: TextIO, text: str, done: threading.Event) -> None:
    begin = time.monotonic()
    if done.wait(_PATIENCE_S):
        return
    if not stream.isatty():
        stream.write(f"{text}\n")
        stream.flush()
        return
    while not done.wait(0.2):
        stream.write(f"\r{text} {time.monotonic() - begin:4.1f} s")
        stream.flush()
    stream.write(f"\r\033[K{text}: {time.monotonic() - begin:.1f} s\n")
    stream.flush()
