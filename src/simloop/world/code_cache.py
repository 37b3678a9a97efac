"""Where compiled code is kept, and what was made of which source."""

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.compiler.objects import ObjectStore


def cache_root() -> Path:
    """SIMLOOP_CACHE_DIR, or simloop's part of the user's cache directory."""
    chosen = os.environ.get("SIMLOOP_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "simloop"


def object_store() -> ObjectStore:
    """The objects of this user."""
    return ObjectStore(_folder(cache_root() / "objects"))


def memory_folder() -> Path:
    """Where it is remembered which source became which object."""
    return _folder(cache_root() / "memory")


@cache
def _folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"{error.strerror}: compiled code cannot be kept here, set SIMLOOP_CACHE_DIR"
        raise OSError(error.errno, what, str(folder)) from error
    return folder


def describe(array: NDArray[Any]) -> NDArray[np.int64]:
    """An array as compiled code takes it: its address, then its extents."""
    return np.array([array.ctypes.data, *array.shape], dtype=np.int64)
