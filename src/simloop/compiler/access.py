"""What a kernel reads and writes, read off its source: fields of components, elements of rows.

Both sides of every branch count. A function's part counts for the fields that it is given.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from simloop.compiler.syntax import Definition, definition_of

ELEMENTS = ""
"""Stands for the elements of a parameter that is a row, where a component has names of fields."""


@dataclass(slots=True)
class Access:
    """The fields of one parameter that a function reads, and those that it writes."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)


Accesses = dict[str, Access]


def accesses_of(function: FunctionType) -> Accesses:
    """By parameter, with those of the functions it calls; parameters that it leaves alone too."""
    return _Reading({}).of(function)


def modules_below(function: FunctionType) -> frozenset[str]:
    """The modules whose text decides about its accesses."""
    reading = _Reading({})
    reading.of(function)
    return frozenset(one.__module__ for one in reading.known)


class _Reading:
    """Reads functions, each once."""

    def __init__(self, known: dict[FunctionType, Accesses]) -> None:
        self.known = known

    def of(self, function: FunctionType) -> Accesses:
        """A function that calls itself is refused when it is compiled; here it ends."""
        if function not in self.known:
            definition = definition_of(function)
            found: Accesses = {name: Access() for name in definition.parameters}
            self.known[function] = found
            _Visitor(self, function, definition, found).visit_body()
        return self.known[function]


class _Visitor(ast.NodeVisitor):
    """Goes through one function."""

    def __init__(
        self, reading: _Reading, function: FunctionType, definition: Definition, found: Accesses
    ) -> None:
        self._reading = reading
        self._globals = function.__globals__
        self._definition = definition
        self._found = found

    def visit_body(self) -> None:
        """Every statement."""
        for statement in self._definition.node.body:
            self.visit(statement)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A field, read or set as a whole."""
        owner = self._parameter(node.value)
        if owner is None:
            self.visit(node.value)
            return
        if isinstance(node.ctx, ast.Store):
            owner.writes.add(node.attr)
        else:
            owner.reads.add(node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """An element of a field or row."""
        self.visit(node.slice)
        spot = self._spot(node.value)
        if spot is None:
            self.visit(node.value)
            return
        owner, name = spot
        if isinstance(node.ctx, ast.Store):
            owner.writes.add(name)
        else:
            owner.reads.add(name)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`+=` reads what it writes."""
        self.visit(node.value)
        self.visit(node.target)
        spot = self._spot(
            node.target.value if isinstance(node.target, ast.Subscript) else node.target
        )
        if spot is not None:
            owner, name = spot
            owner.reads.add(name)

    def visit_Call(self, node: ast.Call) -> None:
        """What a called function does with what it is given."""
        target = self._target(node.func)
        if not isinstance(target, FunctionType):
            self.generic_visit(node)
            return
        below = self._reading.of(target)
        for name, value in self._pairs(node, list(below)):
            self._hand_on(value, below.get(name, Access()))

    def _hand_on(self, value: ast.expr, below: Access) -> None:
        owner = self._parameter(value)
        if owner is not None:
            owner.reads |= below.reads
            owner.writes |= below.writes
            return
        spot = self._spot(value)
        if spot is None:
            self.visit(value)
            return
        owner, name = spot
        if ELEMENTS in below.writes:
            owner.writes.add(name)
        if ELEMENTS in below.reads or ELEMENTS not in below.writes:
            owner.reads.add(name)

    def _pairs(self, node: ast.Call, names: list[str]) -> Iterator[tuple[str, ast.expr]]:
        """Arguments with the parameters they go to."""
        for number, value in enumerate(node.args):
            if isinstance(value, ast.Starred):
                self.visit(value.value)
                return
            yield names[number] if number < len(names) else "", value
        for word in node.keywords:
            yield str(word.arg), word.value

    def _parameter(self, node: ast.expr) -> Access | None:
        return self._found.get(node.id) if isinstance(node, ast.Name) else None

    def _spot(self, node: ast.expr) -> tuple[Access, str] | None:
        """A field of a parameter, or a parameter that is a row itself."""
        owner = self._parameter(node)
        if owner is not None:
            return owner, ELEMENTS
        if isinstance(node, ast.Attribute):
            owner = self._parameter(node.value)
            return None if owner is None else (owner, node.attr)
        return None

    def _target(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._globals.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = self._globals.get(node.value.id)
            return getattr(module, node.attr, None) if isinstance(module, ModuleType) else None
        return None
