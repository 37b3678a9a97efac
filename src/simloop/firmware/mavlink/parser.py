"""Finds the frames in what a link received, whatever lies between them.

A frame counts only if its kind is known and its check sum is right. What turns out to be none
costs one byte, not the length that it claimed, so that a frame behind it is never swallowed. At
most one unfinished frame is kept.
"""

import re

from simloop.firmware.mavlink.frame import (
    BAD_SUM,
    MARK_2,
    UNDECIDED,
    UNKNOWN,
    Frame,
    read_2,
    read_frame,
)
from simloop.firmware.mavlink.heads import next_head, possible_heads

MARKS = re.compile(rb"[\xfd\xfe]")
# An unfinished frame on a serial line is given up after this silence.
SILENCE_US = 200_000
# Heads that turn out to be none: after a few the rest is searched as a whole, and of a datagram
# with so many nothing more is expected.
FEW = 16
MOST_BAD = 300


class Parser:
    """The receiving end of one link; counts what it had to leave out.

    With `datagrams` every call of `feed` brings whole frames, and nothing is kept after it. One
    that `notes_bytes` has the bytes of each frame in `noted`, for a switch that hands them on.
    """

    def __init__(self, *, datagrams: bool = True, notes_bytes: bool = False) -> None:
        self.datagrams = datagrams
        self.notes_bytes = notes_bytes
        self.noted: list[bytes] = []
        self.frames = 0
        self.bad_sums = 0
        self.unknown = 0
        self.dropped_bytes = 0
        self._kept = b""
        self._heard_us = 0

    @property
    def kept(self) -> int:
        """Bytes of an unfinished frame that wait for more."""
        return len(self._kept)

    def feed(self, data: bytes, now_us: int) -> list[Frame]:
        """The frames that these bytes complete, in their order."""
        if self._kept or self.notes_bytes:
            return self._feed_more(data, now_us)
        if data and data[0] == MARK_2:
            # By far the most common case: one frame, nothing else.
            found = read_2(data, 0)
            if type(found) is Frame and found.length == len(data):
                self.frames += 1
                return [found]
        return self._feed_more(data, now_us)

    def poll(self, now_us: int) -> list[Frame]:
        """Frames behind an unfinished one that nothing has followed for a while."""
        frames: list[Frame] = []
        if self._kept and now_us - self._heard_us >= SILENCE_US:
            self._kept = self._scan(self._kept, frames, finished=True)
        return frames

    def _feed_more(self, data: bytes, now_us: int) -> list[Frame]:
        frames = self.poll(now_us)
        self._heard_us = now_us
        self._kept = self._scan(self._kept + data, frames, finished=self.datagrams)
        return frames

    def _scan(self, data: bytes, frames: list[Frame], *, finished: bool) -> bytes:
        """Append all frames; what is left is the unfinished one, unless no more bytes will come."""
        place = bad = 0
        end = len(data)
        heads: list[int] | None = None
        while place < end:
            if data[place] not in b"\xfd\xfe":
                mark = MARKS.search(data, place)
                following = mark.start() if mark else end
                self.dropped_bytes += following - place
                place = following
                continue
            if bad >= FEW:
                if heads is None:
                    # Mostly junk: look at once where a frame could begin at all.
                    heads = possible_heads(data, place)
                following = next_head(heads, place, end)
                self.dropped_bytes += following - place
                place = following
                if place == end:
                    break
            if bad > MOST_BAD and finished:
                self.dropped_bytes += end - place
                return b""
            found = read_frame(data, place)
            if type(found) is Frame:
                self.frames += 1
                frames.append(found)
                if self.notes_bytes:
                    self.noted.append(data[place : place + found.length])
                place += found.length
            elif found == UNDECIDED and not finished:
                break
            else:
                self.bad_sums += found == BAD_SUM
                self.unknown += found == UNKNOWN
                self.dropped_bytes += 1
                place += 1
                bad += 1
        return data[place:]
