"""Where compiled code is kept, and what was made of which source."""

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.compiler.objects import ObjectStore
from simloop.world.kernel_memo import Notes
from simloop.world.shipped import shipped


def cache_root() -> Path:
    """SIMLOOP_CACHE_DIR, or simloop's part of the user's cache directory."""
    chosen = os.environ.get("SIMLOOP_CACHE_DIR")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "simloop"


def object_store() -> ObjectStore:
    """The objects that came along, and those of this user."""
    return ObjectStore(cache_root() / "objects", shipped())


def notes() -> Notes:
    """Where it is remembered which source became which object."""
    return Notes(cache_root() / "memory", shipped())


def describe(array: NDArray[Any]) -> NDArray[np.int64]:
    """An array as compiled code takes it: its address, then its extents."""
    return np.array([array.ctypes.data, *array.shape], dtype=np.int64)
