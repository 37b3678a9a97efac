"""Compiles beside a run that goes on interpreted, and ends a program whose compiler still works."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_COMPILER = "compiler"


def compile_beside(job: Callable[[], None]) -> None:
    """Start the compiler; nobody waits for it."""
    threading.Thread(target=job, name=_COMPILER, daemon=True).start()


def leave(code: int) -> NoReturn:
    """End the program."""
    # A compiler cannot be stopped, and aborts the process when its tables are taken down around it.
    if any(thread.name == _COMPILER for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
