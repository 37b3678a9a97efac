"""Compiled units on disk: files named by what they hold, shared by clones, tests and runs."""

import os
import threading
from pathlib import Path
from typing import Protocol


class OtherObjects(Protocol):
    """Objects from elsewhere, which are asked first."""

    def find(self, digest: str) -> bytes | None:
        """An object, if it is there and whole."""

    def has(self, digest: str) -> bool:
        """Is it there?"""


class ObjectStore:
    """Objects in a folder; two processes that make the same one write the same bytes."""

    def __init__(self, folder: Path, others: OtherObjects | None = None) -> None:
        self.folder = folder
        self._others = others

    def path_of(self, digest: str) -> Path:
        """Where an object is, or would be."""
        return self.folder / digest[:2] / f"{digest}.o"

    def find(self, digest: str) -> bytes | None:
        """An object, if it is there and whole."""
        if self._others is not None:
            code = self._others.find(digest)
            if code is not None:
                return code
        try:
            found = self.path_of(digest).read_bytes()
        except OSError:
            return None
        return found or None

    def has(self, digest: str) -> bool:
        """Is it there?"""
        known = self._others is not None and self._others.has(digest)
        return known or self.path_of(digest).exists()

    def keep(self, digest: str, code: bytes) -> None:
        """Write an object, whole or not at all."""
        write_whole(self.path_of(digest), code)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    draft = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        what = f"{error.strerror}: compiled code cannot be kept here, set SIMLOOP_CACHE_DIR"
        raise OSError(error.errno, what, str(path.parent)) from error
