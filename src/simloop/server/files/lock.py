"""Writes a resolved scenario as one self-contained document, and reads it back equal."""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from simloop.server.files.convert import build
from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.resolved import ResolvedScenario
from simloop.server.files.settings import Settings
from simloop.server.files.yaml_tree import CONTROLS, Node, node_of, read_text

LOCK_FORMAT = 1
MAX_LOCK_BYTES = 200_000_000
MAX_LOCK_VALUES = 10_000_000
# How plugins call a setting that names a file.
FILE_KEY = "file"

_PACKAGES = ("simloop", "numpy", "llvmlite")


@dataclass(frozen=True, slots=True)
class Lock:
    """The document: what ran, and on what."""

    format: int
    """Number of the lock format."""
    versions: Mapping[str, str]
    """Of the packages that decide the bits of a run."""
    scenario: ResolvedScenario
    """The run."""

    def __post_init__(self) -> None:
        """Refuse documents of another time."""
        if self.format != LOCK_FORMAT:
            raise ValueError(
                f"format is {self.format}: this simloop reads {LOCK_FORMAT}, run the scenario again"
            )


def write_lock(resolved: ResolvedScenario, path: Path) -> None:
    """Write `config.lock`."""
    if resolved.memory is not None:
        # A repeated run begins with the same memory, and leaves that of others alone.
        resolved = replace(resolved, memory=replace(resolved.memory, directory=None))
    document = plain(Lock(LOCK_FORMAT, installed_versions(), resolved))
    path.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def read_lock(path: Path) -> Lock:
    """The whole document, with the versions it was written by."""
    try:
        text = read_text(path, MAX_LOCK_BYTES)
        _refuse_crowd(text, path)
        document = json.loads(text)
        _refuse_controls(document, Mark(str(path)))
        root = node_of(document, Mark(str(path)))
    except json.JSONDecodeError as error:
        mark = Mark(str(path), error.lineno, error.colno)
        fix = "run the scenario again to write a new one"
        raise FileMistake(mark, f"this is no lock file ({error.msg.lower()})", fix) from None
    # Brackets without end, and numbers longer than Python reads.
    except (RecursionError, ValueError):
        fix = "run the scenario again to write a new one"
        raise FileMistake(Mark(str(path)), "this is no lock file", fix) from None
    return build(Lock, root, "")


def _refuse_crowd(text: str, path: Path) -> None:
    """Count values before they are made: each takes many times its bytes in the file."""
    values = text.count(",") + text.count("[") + text.count("{")
    if values > MAX_LOCK_VALUES:
        fix = f"keep it below {MAX_LOCK_VALUES:,} values"
        raise FileMistake(Mark(str(path)), "too many values", fix)


def _refuse_controls(value: Any, mark: Mark) -> None:
    if isinstance(value, str) and CONTROLS.search(value):
        raise FileMistake(mark, "a text holds a control character", "remove it")
    if isinstance(value, dict):
        for key, child in value.items():
            _refuse_controls(key, mark)
            _refuse_controls(child, mark)
    elif isinstance(value, list):
        for child in value:
            _refuse_controls(child, mark)


def load_lock(path: Path) -> ResolvedScenario:
    """The scenario of a lock file, equal to the one that was written."""
    return read_lock(path).scenario


def installed_versions() -> dict[str, str]:
    """Versions of everything that decides the bits of a run."""
    found = {"python": platform.python_version(), "machine": platform.machine()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def version_changes(lock: Lock) -> list[str]:
    """One line for each version that differs from the one the lock was written by."""
    now = installed_versions()
    return [
        f"{name} is {now.get(name, 'not installed')}, was {then}"
        for name, then in lock.versions.items()
        if now.get(name) != then
    ]


def plain(value: Any) -> Any:
    """A typed value as dict, list and scalars."""
    if isinstance(value, Settings) and value.off:
        return False
    if isinstance(value, Settings):
        return _with_whole_paths(value.node) or {}
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    return value


def _with_whole_paths(node: Node) -> Any:
    """Settings as they are, but files that lie beside the file that names them by their whole path.

    A lock lies elsewhere, and what it names must be found from there.
    """
    if isinstance(node.value, list):
        return [_with_whole_paths(child) for child in node.value]
    if not isinstance(node.value, dict):
        return plain(node.value)
    return {
        key: _whole_path(child) if key == FILE_KEY else _with_whole_paths(child)
        for key, child in node.value.items()
    }


def _whole_path(node: Node) -> Any:
    beside = Path(node.mark.path).parent / str(node.value)
    return str(beside.absolute()) if beside.is_file() else plain(node.plain())
