"""Objects and notes that came with simloop, made when it was built: read, never written."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from simloop.compiler.archive import Archive, Damaged
from simloop.compiler.target import Target, digest_of, host_target

LEFT_OUT_VARIABLE = "SIMLOOP_NO_SHIPPED_OBJECTS"
FOLDER = Path(__file__).parents[1] / "library" / "objects"


def archive_path(target: Target, folder: Path | None = None) -> Path:
    """Where a processor's archive is, or would be."""
    return (folder or FOLDER) / f"{target.name}.objects"


def mark_of(target: Target) -> str:
    """What an archive's objects fit: this LLVM, these rules of making code, this processor."""
    return digest_of("shipped", target)


class Shipped:
    """What came along for this processor; a damaged archive counts as none, and is told once."""

    def __init__(self, path: Path, mark: str) -> None:
        self._path = path
        self._archive: Archive | None = None
        try:
            archive = Archive(path.read_bytes())
        except OSError:
            return
        except Damaged as damage:
            self._give_up(damage)
            return
        if archive.mark == mark:
            self._archive = archive

    def note(self, name: str) -> Any:
        """What was noted under a name, if anything."""
        return None if self._archive is None else self._archive.note(name)

    def find(self, digest: str) -> bytes | None:
        """An object, if it came along and is whole."""
        try:
            return None if self._archive is None else self._archive.object(digest)
        except Damaged as damage:
            self._give_up(damage)
            return None

    def has(self, digest: str) -> bool:
        """Did an object come along?"""
        return self._archive is not None and self._archive.has(digest)

    def _give_up(self, damage: Damaged) -> None:
        self._archive = None
        advice = "units are compiled here instead; install simloop again, or delete the file"
        print(f"simloop: {self._path} is damaged ({damage}): {advice}", file=sys.stderr)


def shipped() -> Shipped | None:
    """What came along for this process's processor, unless it is to be left out."""
    return None if os.environ.get(LEFT_OUT_VARIABLE) else _opened()


@cache
def _opened() -> Shipped:
    target = host_target()
    return Shipped(archive_path(target), mark_of(target))
