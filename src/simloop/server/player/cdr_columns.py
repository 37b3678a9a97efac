"""Columns of numbers out of many CDR messages of one type at once, without making messages."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.messages import TYPE_BY_NAME, Message
from simloop.messages.definition import message_fields

_HEAD = 4
_DTYPES = {
    **{"bool": "u1", "float32": "<f4", "float64": "<f8"},
    **{"int8": "i1", "int16": "<i2", "int32": "<i4", "int64": "<i8"},
    **{"uint8": "u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8"},
}

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the numbers of a message lie, and which lengths in it must be what they are."""

    places: dict[str, tuple[int, str]]
    lengths: tuple[int, ...]


def layout_of(type_name: str, sample: bytes) -> Layout:
    """How the messages that are as long as this one are laid out."""
    places: dict[str, tuple[int, str]] = {}
    lengths: list[int] = []
    at = _HEAD
    for path, kind, length in _leaves(type_name):
        count = 1 if length is None else length
        if kind == "string" or length == 0:
            at = _aligned(at, 4)
            lengths.append(at)
            count = int.from_bytes(sample[at : at + 4], "little")
            at += 4
        if kind == "string":
            at += count
            continue
        size = np.dtype(_DTYPES[kind]).itemsize
        at = _aligned(at, size) if count else at
        if length != 0 and not path.startswith("header."):
            for number in range(count):
                name = path if length is None else f"{path}[{number}]"
                places[name] = at + number * size, _DTYPES[kind]
        at += count * size
    return Layout(places, tuple(lengths))


def fits(layout: Layout, rows: Bytes) -> bool:
    """Do all of these messages, of one length, have texts and lists of the same lengths?"""
    return all(bool((rows[:, at : at + 4] == rows[0, at : at + 4]).all()) for at in layout.lengths)


def column(layout: Layout, rows: Bytes, path: str) -> Numbers:
    """One field of all messages."""
    at, kind = layout.places[path]
    size = np.dtype(kind).itemsize
    numbers: NDArray[Any] = np.ascontiguousarray(rows[:, at : at + size]).view(kind)[:, 0]
    return numbers.astype(np.float64)


def text_at(layout: Layout, message: bytes, number: int = 0) -> str:
    """A text of a message, by its place among texts and lists."""
    at = layout.lengths[number]
    length = int.from_bytes(message[at : at + 4], "little")
    return message[at + 4 : at + 4 + length - 1].decode(errors="replace")


def _aligned(at: int, size: int) -> int:
    return at + -(at - _HEAD) % size


@cache
def _leaves(type_name: str) -> tuple[tuple[str, str, int | None], ...]:
    return tuple(_below(TYPE_BY_NAME[type_name], ""))


def _below(cls: type[Message], prefix: str) -> list[tuple[str, str, int | None]]:
    found: list[tuple[str, str, int | None]] = []
    for field in message_fields(cls):
        path = prefix + field.name
        if field.nested is not None:
            found += _below(field.nested, f"{path}.")
        else:
            found.append((path, field.ros_type, field.length))
    return found
