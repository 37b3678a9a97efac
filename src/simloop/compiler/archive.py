"""Many objects in one file, with the notes which source became which; read whole, opened at once.

A line that says what it is, the length of the list of contents, that list, all notes together,
objects one by one. Everything after the first line is compressed, and so has a sum to check.
"""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simloop.compiler.objects import write_whole

_TITLE = b"simloop objects 1\n"
_LENGTH_BYTES = 8
_LEVEL = 9


class Damaged(Exception):
    """A file is no archive, or not all of it is there."""


class Archive:
    """An archive that was read; it is never written again."""

    def __init__(self, content: bytes) -> None:
        begin = len(_TITLE) + _LENGTH_BYTES
        if content[: len(_TITLE)] != _TITLE:
            raise Damaged("it begins otherwise")
        length = int.from_bytes(content[len(_TITLE) : begin], "little")
        self._content = content
        self._begin = begin + length
        try:
            contents = json.loads(_unpacked(content[begin : self._begin]))
            self.mark: str = contents["mark"]
            self._objects: dict[str, list[int]] = contents["objects"]
            self._notes: dict[str, list[int]] = contents["notes"]
            start, end = contents["text"]
        except (ValueError, KeyError, TypeError) as error:
            raise Damaged("its list of contents cannot be read") from error
        self._text = _unpacked(self._part(start, end))

    def __len__(self) -> int:
        """How many objects there are."""
        return len(self._objects)

    def note(self, name: str) -> Any:
        """What was noted under a name, if anything."""
        place = self._notes.get(name)
        return None if place is None else json.loads(self._text[place[0] : place[1]])

    def object(self, digest: str) -> bytes | None:
        """An object's bytes, if it is there."""
        place = self._objects.get(digest)
        return None if place is None else _unpacked(self._part(*place))

    def has(self, digest: str) -> bool:
        """Is an object there?"""
        return digest in self._objects

    def _part(self, start: int, end: int) -> bytes:
        return self._content[self._begin + start : self._begin + end]


def write_archive(
    path: Path, mark: str, notes: Mapping[str, bytes], objects: Mapping[str, bytes]
) -> None:
    """Write notes and objects; `mark` says what they were made for."""
    texts = sorted(notes.items())
    parts = [zlib.compress(b"".join(text for _, text in texts), _LEVEL)]
    ordered = sorted(objects.items())
    parts += [zlib.compress(code, _LEVEL) for _, code in ordered]
    places = _places([len(part) for part in parts])
    contents = {
        "mark": mark,
        "text": places[0],
        "notes": dict(zip(dict(texts), _places([len(text) for _, text in texts]), strict=True)),
        "objects": dict(zip(dict(ordered), places[1:], strict=True)),
    }
    head = zlib.compress(json.dumps(contents, separators=(",", ":")).encode(), _LEVEL)
    length = len(head).to_bytes(_LENGTH_BYTES, "little")
    write_whole(path, b"".join([_TITLE, length, head, *parts]))


def _places(lengths: list[int]) -> list[tuple[int, int]]:
    """Where parts of these lengths begin and end, one behind the other."""
    places, at = [], 0
    for length in lengths:
        places.append((at, at + length))
        at += length
    return places


def _unpacked(part: bytes) -> bytes:
    try:
        return zlib.decompress(part)
    except zlib.error as error:
        raise Damaged("a part of it is not what was written") from error
