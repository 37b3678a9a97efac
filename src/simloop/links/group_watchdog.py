"""Ends the process groups of launched programs when simloop is gone, however it went.

A killed process cannot tidy up, and what a launched script has started would stay. So a small
process of its own waits for the end of a pipe that only simloop holds open.
"""

import subprocess
import sys
from contextlib import suppress

# It lives in a session of its own: what ends a terminal's programs must not end it first.
_SCRIPT = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    verb, number = line.split()
    (groups.add if verb == "watch" else groups.discard)(int(number))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class GroupWatchdog:
    """Knows which groups have to go; started with the first one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def watch(self, group: int) -> None:
        """From now on this group ends with us."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                start_new_session=True,
            )
        self._tell(f"watch {group}")

    def forget(self, group: int) -> None:
        """The group is gone, and its number may be another's soon."""
        self._tell(f"forget {group}")

    def _tell(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            return
        with suppress(OSError):
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()


WATCHDOG = GroupWatchdog()
"""The one of this process."""
