"""What tells a source from any other: a digest of its text, wherever it is and however old."""

import ast
import hashlib
import importlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from simloop.compiler.syntax import is_generated, source_of

Stamp = str

_PACKAGE = Path(__file__).parents[1]
_HERE = "simloop:"
_known: dict[str, tuple[int, int, Stamp]] = {}


def stamp_of(module: str) -> Stamp:
    """What tells a module's source from any other text."""
    return stamp_of_file(_path_of(module))


def stamp_of_file(path: str) -> Stamp:
    """The digest of a file, read anew only if it was written since; a generated one's name is."""
    if is_generated(path):
        return path
    # Asked for every unit: finding out what a path says takes longer than the rest.
    status = _file(path).stat()
    found = _known.get(path)
    if found is None or found[:2] != (status.st_mtime_ns, status.st_size):
        text = Path(path).read_bytes()
        stamp = hashlib.blake2b(text, digest_size=12).hexdigest()
        found = _known[path] = status.st_mtime_ns, status.st_size, stamp
    return found[2]


@cache
def _file(path: str) -> Path:
    return Path(path)


def imported_below(module: str) -> set[str]:
    """A module, and those of its package and of simloop whose names its values may be made of."""
    found, waiting = set[str](), [module]
    packages = (f"{module.partition('.')[0]}.", "simloop.")
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            origins = _origins(name, stamp_of(name))
            waiting += [origin for origin in origins if origin.startswith(packages)]
    return found


@cache
def _origins(module: str, _stamp: Stamp) -> list[str]:
    """The modules that one imports from; asked again when its source says something else."""
    nodes = ast.walk(ast.parse(source_of(_path_of(module))))
    return [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]


def joined(stamps: Iterable[Stamp]) -> Stamp:
    """One stamp for many sources in their order."""
    return hashlib.blake2b("\0".join(stamps).encode(), digest_size=12).hexdigest()


def portable(path: str) -> str:
    """A source's path as notes have it: within simloop it does not tell where that is."""
    try:
        return _HERE + Path(path).relative_to(_PACKAGE).as_posix()
    except ValueError:
        return path


def located(path: str) -> str:
    """Where a source of a note is here."""
    return str(_PACKAGE / path.removeprefix(_HERE)) if path.startswith(_HERE) else path


def _path_of(module: str) -> str:
    loaded = sys.modules.get(module) or importlib.import_module(module)
    path = loaded.__file__
    assert path is not None
    return path
