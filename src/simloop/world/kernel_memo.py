"""Remembers which copy belongs to which sources, so that a warm start reads no kernel source."""

import importlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

Stamp = tuple[int, int]


def stamp_of(module: str) -> Stamp:
    """Time and size of a module's source file: cheap to ask, and different after an edit."""
    path = importlib.import_module(module).__file__
    assert path is not None
    status = Path(path).stat()
    return status.st_mtime_ns, status.st_size


def recall(path: Path) -> tuple[str, dict[str, Stamp]] | None:
    """The copy and its sources as remembered, if none of the sources has changed since."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        stamps = {module: (int(t), int(size)) for module, (t, size) in note["sources"].items()}
        unchanged = all(stamp_of(module) == stamp for module, stamp in stamps.items())
        stem = str(note["stem"])
    except (OSError, ValueError, KeyError, TypeError, ImportError):
        return None
    return (stem, stamps) if unchanged and path.with_name(f"{stem}.py").exists() else None


def remember(path: Path, stem: str, sources: Mapping[str, Stamp]) -> None:
    """Note a copy and everything it was made from."""
    draft = path.with_suffix(f".{os.getpid()}.draft")
    draft.write_text(json.dumps({"stem": stem, "sources": dict(sources)}), encoding="utf-8")
    draft.replace(path)
