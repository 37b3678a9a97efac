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
    return _root_of(*map(os.environ.get, ("SIMLOOP_CACHE_DIR", "XDG_CACHE_HOME", "HOME")))


def object_store() -> ObjectStore:
    """The objects of this user."""
    return ObjectStore(_folder(cache_root() / "objects"))


def memory_folder() -> Path:
    """Where it is remembered which source became which object."""
    return _folder(cache_root() / "memory")


@cache
def _root_of(chosen: str | None, caches: str | None, home: str | None) -> Path:
    # Asked for every unit: finding out who is at home takes longer than the rest.
    if chosen:
        return Path(chosen)
    return Path(caches or Path.home() / ".cache") / "simloop"


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
