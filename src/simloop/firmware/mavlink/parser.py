"""Finds the frames in what a link received, whatever lies between them.

A frame counts only if its kind is known and its check sum is right. What turns out to be none
costs one byte, not the length that it claimed, so that a frame behind it is never swallowed. At
most one unfinished frame is kept.
"""

import re
from bisect import bisect_left

import numpy as np

from simloop.firmware.mavlink import frame
from simloop.firmware.mavlink.messages import BY_ID

MARKS = re.compile(rb"[\xfd\xfe]")
# An unfinished frame on a serial line is given up after this silence.
SILENCE_US = 200_000
# Heads that turn out to be none: after a few the rest is searched as a whole, and of a datagram
# with so many nothing more is expected.
FEW = 16
MOST_BAD = 300
_KNOWN = np.zeros(1 << 16, np.bool_)
_KNOWN[[number for number in BY_ID if number < len(_KNOWN)]] = True
_SHORT = _KNOWN[:256]


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

    def feed(self, data: bytes, now_us: int) -> list[frame.Frame]:
        """The frames that these bytes complete, in their order."""
        if self._kept or self.notes_bytes:
            return self._feed_more(data, now_us)
        if data and data[0] == frame.MARK_2:
            # By far the most common case: one frame, nothing else.
            found = frame.read_2(data, 0)
            if type(found) is frame.Frame and found.length == len(data):
                self.frames += 1
                return [found]
        return self._feed_more(data, now_us)

    def poll(self, now_us: int) -> list[frame.Frame]:
        """Frames behind an unfinished one that nothing has followed for a while."""
        frames: list[frame.Frame] = []
        if self._kept and now_us - self._heard_us >= SILENCE_US:
            self._kept = self._scan(self._kept, frames, finished=True)
        return frames

    def _feed_more(self, data: bytes, now_us: int) -> list[frame.Frame]:
        frames = self.poll(now_us)
        self._heard_us = now_us
        self._kept = self._scan(self._kept + data, frames, finished=self.datagrams)
        return frames

    def _scan(self, data: bytes, frames: list[frame.Frame], *, finished: bool) -> bytes:
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
            found = frame.read_frame(data, place)
            if type(found) is frame.Frame:
                self.frames += 1
                frames.append(found)
                if self.notes_bytes:
                    self.noted.append(data[place : place + found.length])
                place += found.length
            elif found == frame.UNDECIDED and not finished:
                break
            else:
                self.bad_sums += found == frame.BAD_SUM
                self.unknown += found == frame.UNKNOWN
                self.dropped_bytes += 1
                place += 1
                bad += 1
        return data[place:]


def possible_heads(data: bytes, start: int) -> list[int]:
    """Places from `start` on with a mark and, as far as it can be seen, a number that is known."""
    row = np.frombuffer(data, np.uint8)[start:]
    heads = np.flatnonzero((row == frame.MARK_1) | (row == frame.MARK_2))
    # What is cut off at the end may still become a frame.
    whole = heads[heads < len(row) - frame.HEADER_2]
    number = row[whole + 7].astype(np.int64) | (row[whole + 8].astype(np.int64) << 8)
    second = _KNOWN[number] & (row[whole + 9] == 0) & (row[whole + 2] <= frame.SIGNED)
    first = _SHORT[row[whole + frame.HEADER_1 - 1]]
    fits = np.where(row[whole] == frame.MARK_2, second, first)
    cut_off = heads[heads >= len(row) - frame.HEADER_2]
    places: list[int] = (np.concatenate((whole[fits], cut_off)) + start).tolist()
    return places


def next_head(heads: list[int], place: int, end: int) -> int:
    """The first of these places that is not before this one."""
    number = bisect_left(heads, place)
    return heads[number] if number < len(heads) else end
