"""Compiled units on disk: files named by what they hold, shared by clones, tests and runs."""

import os
import threading
from pathlib import Path


class ObjectStore:
    """Objects in a folder; two processes that make the same one write the same bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path_of(self, digest: str) -> Path:
        """Where an object is, or would be."""
        return self.folder / digest[:2] / f"{digest}.o"

    def find(self, digest: str) -> bytes | None:
        """An object, if it is there and whole."""
        try:
            found = self.path_of(digest).read_bytes()
        except OSError:
            return None
        return found or None

    def has(self, digest: str) -> bool:
        """Is it there?"""
        return self.path_of(digest).exists()

    def keep(self, digest: str, code: bytes) -> None:
        """Write an object, whole or not at all."""
        write_whole(self.path_of(digest), code)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.draft")
    draft.write_bytes(content)
    draft.replace(path)
