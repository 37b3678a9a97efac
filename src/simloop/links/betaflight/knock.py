"""Knocks at Betaflight's door: a state that comes while it starts would end it.

Its ports are open some milliseconds before its sensors are there, and a state is written to them
unseen. So it gets none before its port has been open for a while.
"""

import socket

from simloop.timing.wall import WallClock

# Betaflight drops whatever has not the size of a state.
_KNOCK = b"\0"
# Its start takes 5 ms, and longer on a busy host.
_OPEN_NS = 200_000_000


class Knock:
    """Asks with a byte whether a UDP port is open; a host refuses what comes to a closed one."""

    def __init__(self, address: str, port: int, wall: WallClock | None = None) -> None:
        self._wall = wall or WallClock()
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.setblocking(False)
        self._line.connect((address, port))
        self._open_since_ns: int | None = None

    def is_answered(self) -> bool:
        """Knock again: has none been refused for long enough?"""
        now_ns = self._wall.monotonic_ns()
        try:
            # Linux tells with the next packet that the last one was refused.
            self._line.send(_KNOCK)
        except OSError:
            self._open_since_ns = None
            return False
        if self._open_since_ns is None:
            self._open_since_ns = now_ns
        return now_ns - self._open_since_ns >= _OPEN_NS

    def close(self) -> None:
        """Let the port go."""
        self._line.close()
