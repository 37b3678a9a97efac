"""Reads single keys of a terminal in a thread, and leaves the terminal as it was."""

import os
import select
import termios
import tty
from collections.abc import Callable
from threading import Event, Thread

LOOK_AROUND_S = 0.1
ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}


class KeyReader:
    """Calls `press` with each key; arrows have names."""

    def __init__(self, descriptor: int, press: Callable[[str], None]) -> None:
        self._descriptor = descriptor
        self._press = press
        self._before = termios.tcgetattr(descriptor)
        self._stop = Event()
        self._thread = Thread(target=self._read, name="keyboard", daemon=True)

    def start(self) -> None:
        """Take keys one by one, without an echo; Ctrl-C still ends the run."""
        tty.setcbreak(self._descriptor)
        self._thread.start()

    def close(self) -> None:
        """Give the terminal back."""
        self._stop.set()
        self._thread.join(timeout=1.0)
        termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def _read(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._descriptor], [], [], LOOK_AROUND_S)
            if not ready:
                continue
            try:
                data = os.read(self._descriptor, 64)
            except OSError:
                return
            if not data:
                return
            for key in keys_of(data):
                self._press(key)


def keys_of(data: bytes) -> list[str]:
    """Keys in the bytes that a terminal sent at once."""
    keys = []
    rest = data
    while rest:
        if rest[:2] == b"\x1b[" and rest[2:3] in ARROWS:
            keys.append(ARROWS[rest[2:3]])
            rest = rest[3:]
        else:
            keys.append(chr(rest[0]))
            rest = rest[1:]
    return keys
