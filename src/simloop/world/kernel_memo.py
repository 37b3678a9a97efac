"""Remembers which copy belongs to which sources, so that a warm start reads no kernel source."""

import importlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from simloop.compiler.objects import write_whole
from simloop.compiler.syntax import is_generated

Stamp = tuple[int, int]


def stamp_of(module: str) -> Stamp:
    """Time and size of a module's source file: cheap to ask, and different after an edit."""
    path = _file_of(module)
    if is_generated(str(path)):
        return 0, 0
    status = path.stat()
    return status.st_mtime_ns, status.st_size


@cache
def _file_of(module: str) -> Path:
    path = importlib.import_module(module).__file__
    assert path is not None
    return Path(path)


def recall(path: Path) -> str | None:
    """The copy's name as remembered, if none of its sources has changed since."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        stamps = {module: (int(t), int(size)) for module, (t, size) in note["sources"].items()}
        unchanged = all(stamp_of(module) == stamp for module, stamp in stamps.items())
        name = str(note["name"])
    except (OSError, ValueError, KeyError, TypeError, ImportError):
        return None
    return name if unchanged else None


def remember(path: Path, name: str, sources: Mapping[str, Stamp]) -> None:
    """Note a copy's name and everything it was made from."""
    write_whole(path, json.dumps({"name": name, "sources": dict(sources)}).encode())
