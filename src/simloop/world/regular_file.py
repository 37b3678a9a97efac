"""Reads files that are files: a device or a pipe would never end, or never begin."""

import os
import stat
from pathlib import Path


class IrregularFile(ValueError):
    """Something else than a file of sensible size; the words say what."""


def read_regular(path: Path, max_bytes: int) -> bytes:
    """All bytes of a regular file.

    Raises:
        IrregularFile: it is a device, a pipe or a directory, or larger than `max_bytes`.
        OSError: it cannot be read.
    """
    # A pipe that nobody writes to would hold up whoever opens it.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise IrregularFile("this is a device or a pipe, not a file")
        # One byte more than allowed: it may grow while it is read.
        data = file.read(max_bytes + 1) if found.st_size <= max_bytes else b""
        if found.st_size > max_bytes or len(data) > max_bytes:
            raise IrregularFile(f"the file is too large: keep it below {max_bytes:,} bytes")
        return data
