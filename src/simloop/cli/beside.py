"""Compiles in sight of who looks, and ends a program whose compiler still works."""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from simloop.server.compiler_thread import AT_WORK

# Often enough for a world that stands still, and seldom enough for the compiler.
_LOOK_EVERY_S = 0.2


def compile_in_sight(job: Callable[[], None], look: Callable[[], None]) -> None:
    """Compile now, and look around until it is done, so that nobody waits at a dead page."""
    faults: list[BaseException] = []

    def work() -> None:
        try:
            job()
        except BaseException as fault:
            faults.append(fault)

    compiler = threading.Thread(target=work, name=AT_WORK, daemon=True)
    compiler.start()
    while compiler.is_alive():
        look()
        compiler.join(_LOOK_EVERY_S)
    if faults:
        raise faults[0]


def leave(code: int) -> NoReturn:
    """End the program."""
    # A compiler cannot be stopped, and aborts the process when its tables are taken down around it.
    if any(thread.name == AT_WORK for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(code)
    sys.exit(code)
