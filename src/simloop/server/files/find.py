"""Finds the file a name means: a path, then the project's directories, then the libraries.

A package brings files of its own through the entry point group `simloop.library`: the entry names
a package whose folders are `vehicles`, `worlds` and `scenarios`. Its own files come last, so that
no package can change what a name of simloop's library means.
"""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from simloop.server.files.mistake import FileMistake, Mark
from simloop.server.files.yaml_tree import missing_fix, read_yaml
from simloop.server.nearest import nearest

Kind = Literal["world", "vehicle", "scenario"]

LIBRARY = Path(str(files("simloop.library")))
LIBRARIES = "simloop.library"
SUFFIX = ".yaml"


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of the library or the project, as `simloop list` shows it."""

    name: str
    description: str
    path: Path


def folder_of(kind: Kind) -> str:
    """The directory that holds files of a kind, in a project and in the library."""
    return f"{kind}s"


def find_file(kind: Kind, name: str, mark: Mark | None = None) -> Path:
    """The path of a file; `mark` is where the name was written, if in another file."""
    if _is_path(name):
        return _from_path(name, mark)
    for folder in _folders(kind):
        path = folder / (name + SUFFIX)
        if path.is_file():
            return path
    raise _unknown(kind, name, mark)


def check_known(kind: Kind, name: str) -> None:
    """Refuse what is no name of the project or a library: a path, for one."""
    if name not in known_names(kind):
        raise _unknown(kind, name, None)


def known_names(kind: Kind) -> list[str]:
    """Every name `find_file` knows, sorted."""
    return sorted({path.stem for folder in _folders(kind) for path in folder.glob(f"*{SUFFIX}")})


def list_files(kind: Kind) -> list[Listed]:
    """Every file of a kind with its description, without checking the rest of it."""
    return [_listed(find_file(kind, name)) for name in known_names(kind)]


def library_folders() -> list[Path]:
    """Where the files of simloop and of installed packages lie."""
    return [folder.resolve() for folder in (LIBRARY, *_brought_by_packages())]


def is_in_library(path: Path) -> bool:
    """Does a file come with simloop or with an installed package?"""
    whole = path.resolve()
    return any(whole.is_relative_to(folder) for folder in library_folders())


def _listed(path: Path) -> Listed:
    try:
        value = read_yaml(path).value
    except FileMistake as mistake:
        return Listed(path.stem, f"cannot be read: {mistake.message}", path)
    entry = value.get("description") if isinstance(value, dict) else None
    return Listed(path.stem, str(entry.value) if entry else "", path)


def _unknown(kind: Kind, name: str, mark: Mark | None) -> FileMistake:
    near = nearest(name, known_names(kind))
    hint = f"did you mean '{near}'? " if near else ""
    command = f"simloop list {folder_of(kind)}"
    return FileMistake(mark, f"unknown {kind} '{name}'", f"{hint}'{command}' shows all")


def _is_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith((SUFFIX, ".yml", ".lock"))


def _from_path(name: str, mark: Mark | None) -> Path:
    # A path in a file is meant from that file; one on the command line from here.
    path = Path(name).expanduser()
    if mark is None or not mark.path:
        return path
    beside = Path(mark.path).parent / path
    if not beside.exists() and not path.exists():
        raise FileMistake(mark, f"no such file '{name}'", missing_fix(beside))
    return beside if beside.exists() else path


def _folders(kind: Kind) -> list[Path]:
    folder = folder_of(kind)
    return [Path(folder), LIBRARY / folder, *(each / folder for each in _brought_by_packages())]


@cache
def _brought_by_packages() -> tuple[Path, ...]:
    """The libraries of installed packages; finding them imports none of them."""
    found = []
    for entry in sorted(entry_points(group=LIBRARIES), key=lambda entry: entry.name):
        spec = find_spec(entry.value)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin).parent)
    return tuple(found)
