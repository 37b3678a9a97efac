"""Reads columns of one vehicle's row, also those that it may not have."""

from collections.abc import Callable

Read = Callable[[str], list[float]]


def read_if_there(read: Read, column: str) -> list[float] | None:
    """A column's numbers, or None for a vehicle without it."""
    try:
        return read(column)
    except KeyError:
        return None
