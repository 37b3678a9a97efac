"""NamedTuples made without going through their class, which takes three times as long.

A kernel that Python runs makes thousands of vectors in a tick. `Vec3(x, y, z)` in the syntax of a
module becomes what the class would do in the end, on the same line of the same file.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

from simloop.compiler.syntax import is_generated, source_of

NEW = "__new_tuple__"

new_tuple = tuple.__new__


class MakingRecords(ast.NodeTransformer):
    """Makes a NamedTuple of all its fields in order; other calls stay."""

    def __init__(self, records: dict[str, type]) -> None:
        self._records = records

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """One call."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self._records:
            return node
        count = len(self._records[node.func.id]._fields)  # type: ignore[attr-defined]
        is_starred = any(isinstance(one, ast.Starred) for one in node.args)
        if node.keywords or is_starred or len(node.args) != count:
            return node
        values = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
        return called(NEW, [node.func, values], node)


def called(name: str, arguments: list[ast.expr], node: ast.expr) -> ast.expr:
    """A call of a function by its name, in the place of an expression."""
    function = ast.copy_location(ast.Name(name, ast.Load()), node)
    return ast.copy_location(ast.Call(function, arguments, []), node)


def is_record(thing: Any) -> TypeGuard[type]:
    """Is it a NamedTuple class?"""
    return isinstance(thing, type) and hasattr(thing, "_fields")


@cache
def quicken(module: str) -> None:
    """Let the methods of a module's NamedTuples make theirs so, too."""
    loaded = sys.modules[module]
    path = loaded.__file__
    if path is None or is_generated(path):
        return
    names = {name: thing for name, thing in vars(loaded).items() if is_record(thing)}
    tree = MakingRecords(names).visit(ast.parse(source_of(path), path))
    codes = dict(_codes_in(compile(tree, path, "exec")))
    vars(loaded)[NEW] = new_tuple
    for method in _methods_of(loaded, names):
        code = codes.get((method.__code__.co_qualname, method.__code__.co_firstlineno))
        if code is not None:
            method.__code__ = code


def _methods_of(module: ModuleType, records: dict[str, type]) -> Iterator[FunctionType]:
    for record in records.values():
        if record.__module__ == module.__name__:
            things = vars(record).values()
            yield from (thing for thing in things if isinstance(thing, FunctionType))


def _codes_in(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield (part.co_qualname, part.co_firstlineno), part
            yield from _codes_in(part)
