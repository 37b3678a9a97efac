"""Where in many bytes a frame could begin: all places at once, by mark and number."""

from bisect import bisect_left

import numpy as np

from simloop.firmware.mavlink.frame import HEADER_1, HEADER_2, MARK_1, MARK_2, SIGNED
from simloop.firmware.mavlink.messages import BY_ID

_KNOWN = np.zeros(1 << 16, np.bool_)
_KNOWN[[number for number in BY_ID if number < len(_KNOWN)]] = True
_SHORT = _KNOWN[:256]


def possible_heads(data: bytes, start: int) -> list[int]:
    """Places from `start` on with a mark and, as far as it can be seen, a number that is known."""
    row = np.frombuffer(data, np.uint8)[start:]
    heads = np.flatnonzero((row == MARK_1) | (row == MARK_2))
    # What is cut off at the end may still become a frame.
    whole = heads[heads < len(row) - HEADER_2]
    number = row[whole + 7].astype(np.int64) | (row[whole + 8].astype(np.int64) << 8)
    second = _KNOWN[number] & (row[whole + 9] == 0) & (row[whole + 2] <= SIGNED)
    first = _SHORT[row[whole + HEADER_1 - 1]]
    fits = np.where(row[whole] == MARK_2, second, first)
    cut_off = heads[heads >= len(row) - HEADER_2]
    places: list[int] = (np.concatenate((whole[fits], cut_off)) + start).tolist()
    return places


def next_head(heads: list[int], place: int, end: int) -> int:
    """The first of these places that is not before this one."""
    number = bisect_left(heads, place)
    return heads[number] if number < len(heads) else end
