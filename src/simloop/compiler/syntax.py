"""Finds the syntax tree of a kernel function, for modules in files and for generated ones."""

import ast
import linecache
from dataclasses import dataclass
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


_modules: dict[str, tuple[list[str], dict[str, ast.FunctionDef]]] = {}


def definition_of(function: FunctionType) -> Definition:
    """The syntax of a function of a module, or of a method of a class of a module."""
    path = function.__code__.co_filename
    found = _functions_of(path).get(function.__qualname__)
    if found is None:
        raise Refused(f"{path}: {function.__qualname__} is not a function of its module; move it")
    return Definition(found, path)


def remember_source(path: str, text: str) -> None:
    """Let a module that was generated be found; debuggers and tracebacks find it here, too."""
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)


def is_generated(path: str) -> bool:
    """Has a module no file? Its name then tells its text."""
    return path.startswith("<")


def _functions_of(path: str) -> dict[str, ast.FunctionDef]:
    lines = linecache.getlines(path)
    known = _modules.get(path)
    if known is None or known[0] != lines:
        known = _modules[path] = (lines, _collect(ast.parse("".join(lines), path)))
    return known[1]


def _collect(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    found: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
            found |= {f"{node.name}.{method.name}": method for method in methods}
    return found
