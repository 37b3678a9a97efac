"""Waits for what another thread or process does, for as long as a busy machine may take."""

import time
from collections.abc import Callable

_PATIENCE_S = 60.0


def wait_until(reached: Callable[[], bool]) -> None:
    """Come back once it is so; fail if it never is."""
    deadline = time.monotonic() + _PATIENCE_S
    while not reached():
        assert time.monotonic() < deadline, f"it did not happen within {_PATIENCE_S:.0f} s"
        time.sleep(0.002)
