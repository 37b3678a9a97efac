"""Calls: functions put in place, constructors and methods of records, what Python brings."""

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType, ModuleType
from typing import Any

from simloop.compiler.expressions import NUMPY_KINDS, RESULT, Frame
from simloop.compiler.generators import Generators
from simloop.compiler.refusal import Unsupported
from simloop.compiler.syntax import Definition, definition_of
from simloop.compiler.values import (
    ZERO,
    Array,
    Column,
    Kind,
    Number,
    Part,
    Record,
    Value,
    View,
    number_of,
)

_BUILTIN_KINDS: dict[Any, Kind] = {float: "f8", int: "i8", bool: "b1"}


class Calls(Generators):
    """Lines for calls."""

    def __init__(self, lanes: int, gang: int) -> None:
        super().__init__(lanes, gang)
        self._callers: list[Definition] = []

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            owner = self.evaluate(node.func.value)
            if not isinstance(owner, ModuleType):
                return self._method(owner, node)
            target: Any = getattr(owner, node.func.attr)
        else:
            target = self.evaluate(node.func)
        arguments = self.given(node.args)
        if isinstance(target, FunctionType):
            return self.inline(target, arguments, self._named(node))
        if isinstance(target, type) and issubclass(target, tuple) and hasattr(target, "_fields"):
            return Record(_fields_of(target, arguments, self._named(node)), target)
        if target is zip:
            return self._side_by_side([self.items_of(one) for one in arguments])
        if isinstance(target, type) and hasattr(target, "spans"):
            return self.view(target, arguments)
        return self._known_call(target, arguments, node)

    def _side_by_side(self, rows: list[list[Value]]) -> Value:
        """The first parts of all, then the second ones."""
        if len({len(row) for row in rows}) > 1:
            raise Unsupported("zip() of unequal lengths; give all as many parts")
        return Record([Record(parts) for parts in zip(*rows, strict=True)])

    def _named(self, node: ast.Call) -> dict[str, Value]:
        return {word.arg: self.evaluate(word.value) for word in node.keywords if word.arg}

    def _method(self, owner: Value, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Attribute)
        if isinstance(owner, Record | View):
            method = getattr(owner.cls, node.func.attr)
            return self.inline(method, [owner, *self.given(node.args)], self._named(node))
        if isinstance(owner, Number) and node.func.attr == "view":
            return self.reinterpret(owner, NUMPY_KINDS[self.evaluate(node.args[0])])
        raise Unsupported(f".{node.func.attr}(); kernels call functions and methods of values")

    def _known_call(self, target: Any, arguments: list[Value], node: ast.Call) -> Value:
        """A call of what Python, math and numpy bring."""
        if target is len:
            value = arguments[0]
            return value.extents[0] if isinstance(value, Array) else number_of(_length(value))
        kind = NUMPY_KINDS.get(target) or _BUILTIN_KINDS.get(target)
        if kind is None and target not in _KNOWN:
            raise Unsupported(
                f"{ast.unparse(node.func)}(); kernels call sqrt, abs, min, max, float, int, bool, "
                "len and functions of their own (simloop.math.scalar has the elementary ones)"
            )
        if not (arguments and all(isinstance(one, Number) for one in arguments)):
            raise Unsupported(f"{ast.unparse(node.func)}() of what is no number")
        return _KNOWN[target](self, arguments) if kind is None else self.cast(arguments[0], kind)

    def _square_root(self, numbers: list[Number]) -> Number:
        return self.unary_float("sqrt", numbers[0])

    def _is_nan(self, numbers: list[Number]) -> Number:
        return self.compare(ast.NotEq, numbers[0], numbers[0])

    def _is_finite(self, numbers: list[Number]) -> Number:
        size = self.unary_float("fabs", numbers[0])
        return self.compare(ast.Lt, size, Number("f8", False, math.inf))

    def _least(self, numbers: list[Number]) -> Number:
        return self._extreme(ast.Lt, numbers)

    def _largest(self, numbers: list[Number]) -> Number:
        return self._extreme(ast.Gt, numbers)

    def _extreme(self, op: type[ast.AST], numbers: list[Number]) -> Number:
        """The least or largest, as Python finds it: the first of equals, whatever NaN does."""
        found = numbers[0]
        for number in numbers[1:]:
            found = self.select(self.compare(op, number, found), number, found)
        return found

    def _absolute(self, numbers: list[Number]) -> Number:
        number = numbers[0]
        if number.kind == "f8":
            return self.unary_float("fabs", number)
        below = self.compare(ast.Lt, number, ZERO)
        found: Number = self.select(below, self.negate(number), number)
        return found

    def inline(
        self, function: Any, arguments: list[Value], named: dict[str, Value] | None = None
    ) -> Value:
        """The result of a function whose body is put here."""
        definition = definition_of(function)
        if definition in self._callers:
            raise Unsupported(f"{function.__name__} calls itself; write a loop")
        names = self._bind(definition, function, arguments, named or {})
        caller, mask = self.frame, self.mask
        self._callers.append(definition)
        self.frame = Frame(function.__globals__, definition, names)
        self.run_body(definition.node.body)
        result = self.frame.names.get(RESULT)
        self.frame, self.mask = caller, mask
        self._callers.pop()
        return result

    def _bind(
        self,
        definition: Definition,
        function: FunctionType,
        arguments: list[Value],
        named: dict[str, Value],
    ) -> dict[str, Value]:
        """The parameters of a call by name."""
        parameters = definition.parameters
        names = dict(zip(parameters, arguments, strict=False)) | named
        for argument in definition.node.args.args:
            part = names.get(argument.arg)
            if isinstance(part, Part):
                names[argument.arg] = _lent(part, argument, function)
        rest = definition.node.args.vararg
        if rest is not None:
            names[rest.arg] = Record(arguments[len(parameters) :])
        elif len(arguments) > len(parameters):
            raise Unsupported(f"{function.__name__} takes {len(parameters)} arguments")
        defaults = function.__defaults__ or ()
        for name, value in zip(
            parameters[len(parameters) - len(defaults) :], defaults, strict=True
        ):
            names.setdefault(name, self.wrap(value))
        for name, value in (function.__kwdefaults__ or {}).items():
            names.setdefault(name, self.wrap(value))
        wanted = [*parameters, *(one.arg for one in definition.node.args.kwonlyargs)]
        missing = [name for name in wanted if name not in names]
        if missing:
            raise Unsupported(f"{function.__name__} is called without {', '.join(missing)}")
        return names


def _fields_of(cls: Any, arguments: list[Value], named: dict[str, Value]) -> list[Value]:
    """The fields of a new record in order."""
    given = dict(zip(cls._fields, arguments, strict=False)) | named
    if set(given) != set(cls._fields) or len(given) != len(arguments) + len(named):
        raise Unsupported(f"{cls.__name__} takes {', '.join(cls._fields)}, each once")
    return [given[name] for name in cls._fields]


def _lent(part: Part, argument: ast.arg, function: FunctionType) -> Part:
    """A component as a function gets it: to write only if its signature says so."""
    note = argument.annotation
    wants = isinstance(note, ast.Subscript) and ast.unparse(note.value) == "Mut"
    if wants and not part.is_writable:
        raise Unsupported(
            f"{part.cls} goes to {function.__name__} as Mut; this kernel may only read it"
        )
    return part if wants == part.is_writable else replace(part, is_writable=False)


def _length(value: Value) -> int:
    if isinstance(value, Column):
        return value.size
    if isinstance(value, Record):
        return len(value.items)
    if isinstance(value, tuple):
        return len(value)
    raise Unsupported("len() of what has no size")


_KNOWN: dict[Any, Callable[[Any, list[Number]], Number]] = {
    math.sqrt: Calls._square_root,
    math.isnan: Calls._is_nan,
    math.isfinite: Calls._is_finite,
    abs: Calls._absolute,
    min: Calls._least,
    max: Calls._largest,
}
