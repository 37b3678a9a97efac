"""A program: work across vehicles on arrays of any length, with loops as each thing needs them.

Kernels are for one vehicle, and the compiler makes the lanes. What must see many vehicles at once,
such as collisions, is written as functions on arrays instead: no lanes, real branches, real calls.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from types import FunctionType
from typing import Any

from simloop.compiler.arguments import Given, Group
from simloop.compiler.expressions import RESULT, Frame
from simloop.compiler.flow import Flow
from simloop.compiler.ir_text import SCALAR
from simloop.compiler.refusal import Unsupported
from simloop.compiler.syntax import definition_of, forget_changed
from simloop.compiler.values import Array, Kind, Number, Record, Value, View

NAME = "program"
# Functions up to this size are put where they are called.
_SMALL = 120


@dataclass(frozen=True, slots=True)
class Program:
    """The assembly of a program, the kinds of its results, and the files it came from."""

    text: str
    results: tuple[Kind, ...]
    sources: tuple[str, ...]


def translate_program(function: FunctionType, parameters: Sequence[Given]) -> Program:
    """Translate a function of numbers and arrays, with all that it calls."""
    forget_changed()
    shelf = _Shelf()
    for parameter in parameters:
        shelf.note_group(parameter)
    values, lines = _unpacked(parameters)
    flow = _ProgramFlow(shelf)
    flow.lines += lines
    definition = definition_of(function)
    flow.frame = Frame(function.__globals__, definition, {})
    result = flow.inline(function, values)
    leaves = _numbers(result)
    for number, leaf in enumerate(leaves):
        told = flow.cast(leaf, "i8") if leaf.kind == "b1" else leaf
        at = flow.op(f"getelementptr inbounds i64, ptr %results, i64 {number}")
        flow.lines.append(f"store {SCALAR[told.kind]} {flow.operand(told, False)}, ptr {at}")
    lines = [
        *shelf.globals,
        *sorted(shelf.declarations),
        *shelf.functions,
        f"define void @{NAME}(ptr %arguments, ptr %results) nounwind {{",
        "entry:",
        *map(str, flow.lines),
        "ret void",
        "}",
        "!0 = !{}",
    ]
    kinds = tuple(leaf.kind for leaf in leaves)
    return Program("\n".join(lines), kinds, tuple(sorted(shelf.sources)))


def _unpacked(parameters: Sequence[Given]) -> tuple[list[Value], list[str]]:
    """Arguments from their slots: numbers lie there, arrays by address and extents."""
    lines: list[str] = []
    numbers = count()
    return [_argument(parameter, numbers, lines) for parameter in parameters], lines


def _argument(parameter: Given, numbers: Iterator[int], lines: list[str]) -> Value:
    """An argument; one of a group has a slot for each of its parts."""
    if isinstance(parameter, Group):
        return Record([_argument(part, numbers, lines) for part in parameter.parts], parameter.cls)
    number = next(numbers)
    slot, kind = f"%slot{number}", SCALAR[parameter.kind]
    lines.append(f"{slot} = getelementptr inbounds i64, ptr %arguments, i64 {number}")
    if not parameter.axes:
        lines.append(f"%given{number} = load {kind}, ptr {slot}")
        return Number(parameter.kind, False, f"%given{number}")
    lines.append(f"%array{number} = load ptr, ptr {slot}")
    lines.append(f"%data{number} = load ptr, ptr %array{number}")
    extents = []
    for axis in range(parameter.axes):
        extent = f"%extent{number}.{axis}"
        lines.append(f"{extent}.at = getelementptr i64, ptr %array{number}, i64 {axis + 1}")
        lines.append(f"{extent} = load i64, ptr {extent}.at")
        extents.append(Number("i8", False, extent, natural=True))
    return Array(parameter.kind, f"%data{number}", extents, is_read_only=False)


class _Shelf:
    """What the functions of a program share."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.known: dict[Any, tuple[str, Value]] = {}
        self.declarations: set[str] = set()
        self.globals: list[str] = []
        self.tables: dict[Any, str] = {}
        self.sources: set[str] = set()

    def note_class(self, cls: type) -> None:
        """Fields and constants of a class are part of the program: its file is a source."""
        path = getattr(sys.modules[cls.__module__], "__file__", None)
        if path is not None:
            self.sources.add(path)

    def note_group(self, given: Given) -> None:
        """The order of its fields is that of the arguments."""
        if isinstance(given, Group):
            self.note_class(given.cls)
            for part in given.parts:
                self.note_group(part)


class _ProgramFlow(Flow):
    """Statements of one function; larger functions that it calls stay functions.

    Its arrays are no vehicle's: their makers see to the indices.
    """

    guards_indices = False

    def __init__(self, shelf: _Shelf) -> None:
        super().__init__(lanes=1, gang=1)
        self._shelf = shelf
        self.declarations, self.globals, self.tables = (
            shelf.declarations,
            shelf.globals,
            shelf.tables,
        )

    def view(self, cls: Any, given: list[Value]) -> View:
        """A row of an array as a view of this class."""
        self._shelf.note_class(cls)
        return super().view(cls, given)

    def constant_of(self, owner: type, name: str) -> Value:
        """A number that a class gives a name to."""
        self._shelf.note_class(owner)
        return super().constant_of(owner, name)

    def inline(
        self, function: Any, arguments: list[Value], named: dict[str, Value] | None = None
    ) -> Value:
        """The result of a function: a small one is put here, another one is called."""
        definition = definition_of(function)
        self._shelf.sources.add(definition.path)
        if named or not self._callers or _size(definition.node) <= _SMALL:
            return super().inline(function, arguments, named)
        if definition in self._callers:
            raise Unsupported(f"{function.__name__} calls itself; write a loop")
        self.risks += 1
        key = (function, tuple(_signature(argument) for argument in arguments))
        if key not in self._shelf.known:
            self._shelf.known[key] = self._define(function, arguments)
        name, result = self._shelf.known[key]
        given = ", ".join(self._passed(arguments))
        if result is None:
            self.lines.append(f"call void {name}({given})")
            return None
        kinds = [SCALAR[leaf.kind] for leaf in _numbers(result)]
        kind = f"{{ {', '.join(kinds)} }}"
        told = self.op(f"call {kind} {name}({given})")
        leaves = [
            Number(leaf.kind, False, self.op(f"extractvalue {kind} {told}, {number}"))
            for number, leaf in enumerate(_numbers(result))
        ]
        return _rebuilt(result, leaves)

    def _define(self, function: FunctionType, arguments: list[Value]) -> tuple[str, Value]:
        """Translate a function of its own, for arguments of these kinds."""
        inner = _ProgramFlow(self._shelf)
        inner._callers = [*self._callers]
        sizes: list[str] = []
        values = [_parameter(argument, sizes) for argument in arguments]
        definition = definition_of(function)
        inner.frame = Frame(function.__globals__, definition, {})
        inner.frame.names |= inner._bind(definition, function, values, {})
        inner._callers.append(definition)
        inner.run_body(definition.node.body)
        result = inner.frame.names.get(RESULT)
        name = f"@f{len(self._shelf.known)}.{function.__name__}"
        if result is None:
            kind, back = "void", ["ret void"]
        else:
            leaves = _numbers(result)
            kind = f"{{ {', '.join(SCALAR[leaf.kind] for leaf in leaves)} }}"
            held = "poison"
            for number, leaf in enumerate(leaves):
                text = f"{SCALAR[leaf.kind]} {inner.operand(leaf, False)}"
                held = inner.op(f"insertvalue {kind} {held}, {text}, {number}")
            back = [f"ret {kind} {held}"]
        head = f"define internal {kind} {name}({', '.join(sizes)}) nounwind {{"
        text = "\n".join([head, "entry:", *map(str, inner.lines), *back, "}"])
        self._shelf.functions.append(text)
        return name, result

    def _passed(self, arguments: list[Value]) -> list[str]:
        """Arguments as a call writes them."""
        found: list[str] = []
        for argument in arguments:
            if isinstance(argument, Number):
                found.append(f"{SCALAR[argument.kind]} {self.operand(argument, False)}")
            elif isinstance(argument, Array):
                found.append(f"ptr {argument.data}")
                found += [f"i64 {self.operand(one, False)}" for one in argument.extents]
            elif isinstance(argument, Record):
                found += self._passed(argument.items)
            elif isinstance(argument, View):
                found += self._passed(argument.given)
        return found


def _signature(value: Value) -> Any:
    """What makes two calls calls of one function."""
    if isinstance(value, Number):
        return value.kind
    if isinstance(value, Array):
        return value.kind, len(value.extents)
    if isinstance(value, Record):
        return value.cls, tuple(_signature(item) for item in value.items)
    if isinstance(value, View):
        return value.cls, tuple(_signature(item) for item in value.given)
    return value


def _parameter(value: Value, sizes: list[str]) -> Value:
    """A function's own name for an argument of this kind; `sizes` gets what it is declared by."""
    if isinstance(value, Number):
        sizes.append(f"{SCALAR[value.kind]} %p{len(sizes)}")
        return Number(value.kind, False, f"%p{len(sizes) - 1}")
    if isinstance(value, Array):
        sizes.append(f"ptr %p{len(sizes)}")
        data = f"%p{len(sizes) - 1}"
        extents = []
        for _ in value.extents:
            sizes.append(f"i64 %p{len(sizes)}")
            extents.append(Number("i8", False, f"%p{len(sizes) - 1}", natural=True))
        return Array(value.kind, data, extents, value.is_read_only)
    if isinstance(value, Record):
        return Record([_parameter(item, sizes) for item in value.items], value.cls)
    if isinstance(value, View):
        return View(value.cls, [_parameter(item, sizes) for item in value.given])
    return value


def _numbers(value: Value) -> list[Number]:
    if value is None:
        return []
    if isinstance(value, Record):
        return [leaf for item in value.items for leaf in _numbers(item)]
    if isinstance(value, Number):
        return [value]
    raise Unsupported("a function of a program returns numbers and tuples of numbers")


def _rebuilt(like: Value, leaves: list[Number]) -> Value:
    if isinstance(like, Record):
        return Record([_rebuilt(item, leaves) for item in like.items], like.cls)
    return leaves.pop(0)


def _size(node: ast.FunctionDef) -> int:
    return sum(1 for _ in ast.walk(node))
