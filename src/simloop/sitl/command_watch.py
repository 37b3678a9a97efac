"""Watches what a peer sends for one command that the simulator answers, not the vehicle.

All else is handed on as it came and in its order. Bytes are held back only while they may be the
beginning of a frame, and a whole frame behind them proves that they are none: so a good frame
is handed on as soon as its last byte has come, whatever lies before it.
"""

import re
from collections.abc import Callable

from simloop.firmware.mavlink.frame import MARK_2, UNDECIDED, Frame, read_2, read_frame
from simloop.firmware.mavlink.parser import SILENCE_US

MARKS = re.compile(rb"[\xfd\xfe]")
COMMANDS = ("COMMAND_LONG", "COMMAND_INT")

Take = Callable[[Frame], bool]
"""Acts on a command; False leaves it to the vehicle."""


class CommandWatch:
    """One peer's stream of bytes; holds at most one unfinished frame."""

    def __init__(self, command: int) -> None:
        self._command = command
        self._kept = b""
        self._heard_us = 0

    @property
    def kept(self) -> int:
        """Bytes that wait for more."""
        return len(self._kept)

    def feed(self, data: bytes, now_us: int, take: Take) -> bytes:
        """What the vehicle is to get of all that has come so far."""
        if not self._kept and data and data[0] == MARK_2:
            # By far the most common case: one frame, nothing else.
            found = read_2(data, 0)
            if type(found) is Frame and found.length == len(data):
                return b"" if self._takes(found, take) else data
        passed = self.poll(now_us, take)
        self._heard_us = now_us
        return passed + self._scan(self._kept + data, take)

    def poll(self, now_us: int, take: Take) -> bytes:
        """What was held back and has waited in vain."""
        if not self._kept or now_us - self._heard_us < SILENCE_US:
            return b""
        return self._scan(self._kept, take, finished=True)

    def save(self) -> tuple[bytes, int]:
        """What waits."""
        return self._kept, self._heard_us

    def load(self, saved: tuple[bytes, int]) -> None:
        """Back to what was saved."""
        self._kept, self._heard_us = saved

    def _scan(self, data: bytes, take: Take, *, finished: bool = False) -> bytes:
        """Everything but the commands that were taken and an unfinished frame, which is kept."""
        passed: list[bytes] = []
        begin = place = 0
        while (mark := MARKS.search(data, place)) is not None:
            place = mark.start()
            found = read_frame(data, place)
            if type(found) is Frame:
                if self._takes(found, take):
                    passed.append(data[begin:place])
                    begin = place + found.length
                place += found.length
            elif found == UNDECIDED and not finished:
                behind = _first_frame(data, place + 1)
                if behind is None:
                    break
                place = behind
            else:
                place += 1
        end = len(data) if mark is None else place
        passed.append(data[begin:end])
        self._kept = data[end:]
        return b"".join(passed)

    def _takes(self, frame: Frame, take: Take) -> bool:
        wanted = frame.definition.name in COMMANDS and frame.message.command == self._command
        return wanted and take(frame)


def _first_frame(data: bytes, start: int) -> int | None:
    """Where the first whole frame begins, if there is one."""
    for mark in MARKS.finditer(data, start):
        if type(read_frame(data, mark.start())) is Frame:
            return mark.start()
    return None
