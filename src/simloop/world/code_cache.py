"""Where compiled code is kept, and what was made of which source."""

import errno
import os
import stat
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.compiler.objects import ObjectStore
from simloop.world.kernel_memo import Notes
from simloop.world.shipped import shipped


def cache_root() -> Path:
    """SIMLOOP_CACHE_DIR, or simloop's part of the user's cache directory."""
    return _trusted(_root_of(*map(os.environ.get, ("SIMLOOP_CACHE_DIR", "XDG_CACHE_HOME", "HOME"))))


@cache
def _root_of(chosen: str | None, caches: str | None, home: str | None) -> Path:
    # Asked for every unit: finding out who is at home takes longer than the rest.
    if chosen:
        return Path(chosen)
    return Path(caches or Path.home() / ".cache") / "simloop"


@cache
def _trusted(folder: Path) -> Path:
    """A folder that nobody else writes to: what lies in it is run."""
    try:
        status = folder.stat()
    except OSError:
        return folder
    user = os.getuid() if hasattr(os, "getuid") else 0
    foreign = user != 0 and status.st_uid not in (user, 0)
    # Windows has other permissions, and these bits always set.
    if foreign or (os.name == "posix" and status.st_mode & stat.S_IWOTH):
        what = "others can write compiled code here: chmod o-w it, or set SIMLOOP_CACHE_DIR"
        raise PermissionError(errno.EPERM, what, str(folder))
    return folder


def object_store() -> ObjectStore:
    """The objects that came along, and those of this user."""
    return ObjectStore(cache_root() / "objects", shipped())


def notes() -> Notes:
    """Where it is remembered which source became which object."""
    return Notes(cache_root() / "memory", shipped())


def describe(array: NDArray[Any]) -> NDArray[np.int64]:
    """An array as compiled code takes it: its address, then its extents."""
    return np.array([array.ctypes.data, *array.shape], dtype=np.int64)
