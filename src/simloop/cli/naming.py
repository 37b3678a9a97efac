"""Errors of files that say which file it was."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Around writing: the system opens files by name, but is full without one."""
    try:
        yield
    except OSError as error:
        where = error.filename or str(path)
        raise OSError(error.errno, error.strerror or str(error), where) from None
