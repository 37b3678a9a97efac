"""The line that a delayed sensor's samples wait in: slot 0 is the newest, the last one is due."""

from simloop.math.row import Row


def push(line: Row, size: int, slots: int) -> None:
    """Move every waiting sample of a column with `size` elements one slot on, to free slot 0."""
    for slot in range(slots - 1, 0, -1):
        for i in range(size):
            line[slot * size + i] = line[(slot - 1) * size + i]


def release(line: Row, column: Row, size: int, slots: int) -> None:
    """Copy the sample in the last slot to where readers see it."""
    for i in range(size):
        column[i] = line[(slots - 1) * size + i]
