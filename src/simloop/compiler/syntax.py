"""Finds the syntax tree of a kernel function, for modules in files and for generated ones."""

import ast
import linecache
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType

from simloop.compiler.refusal import Refused


@dataclass(frozen=True, slots=True)
class Definition:
    """A function as it was written."""

    node: ast.FunctionDef
    path: str

    @property
    def parameters(self) -> list[str]:
        """Its positional parameters in order."""
        return [argument.arg for argument in self.node.args.args]


_modules: dict[str, dict[str, ast.FunctionDef]] = {}
_stamps: dict[str, tuple[int, int]] = {}
_generated: dict[str, str] = {}


def definition_of(function: FunctionType) -> Definition:
    """The syntax of a function of a module, or of a method of a class of a module."""
    path = function.__code__.co_filename
    found = _functions_of(path).get(function.__qualname__)
    if found is None:
        raise Refused(f"{path}: {function.__qualname__} is not a function of its module; move it")
    return Definition(found, path)


def remember_source(path: str, text: str) -> None:
    """Let a module that was generated be found, by tracebacks and debuggers too.

    The first text of a path stays: copies of it differ in numbers and imports only.
    """
    if path not in _generated:
        _generated[path] = text
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)


def source_of(path: str) -> str:
    """The text of a module in a file, or of one that was generated."""
    return _generated[path] if path in _generated else Path(path).read_text(encoding="utf-8")


def forget_changed() -> None:
    """Read files anew that were edited since; asked once for every kernel."""
    for path, stamp in list(_stamps.items()):
        if _stamp_of(path) != stamp:
            del _stamps[path], _modules[path]


def _stamp_of(path: str) -> tuple[int, int]:
    try:
        status = Path(path).stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def is_generated(path: str) -> bool:
    """Has a module no file? Its name then tells its text."""
    return path.startswith("<")


def _functions_of(path: str) -> dict[str, ast.FunctionDef]:
    known = _modules.get(path)
    if known is None:
        _stamps[path] = _stamp_of(path)
        known = _modules[path] = _collect(ast.parse(source_of(path), path))
    return known


def _collect(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
            found |= {f"{node.name}.{method.name}": method for method in methods}
    return found
