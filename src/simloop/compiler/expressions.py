"""Expressions: names, operators, comparisons, conditions, elements."""

import ast
import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from simloop.compiler.memory import Spot
from simloop.compiler.refusal import Refused, Unsupported, advice_for, name_of
from simloop.compiler.syntax import Definition
from simloop.compiler.values import (
    FALSE,
    TRUE,
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
from simloop.compiler.views import Views

_OPERATOR_METHODS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.MatMult: "matmul",
}
NUMPY_KINDS: dict[Any, Kind] = {np.float64: "f8", np.int64: "i8", np.uint64: "u8"}

# So many lines cost less than a branch that is foretold wrongly.
_SHORT = 40

# Names that no kernel can use hold what a call or a loop knows of itself.
RETURNED = " returned"
RESULT = " result"
LEFT = " left"
SKIPPED = " skipped"
COUNTER = " counter"


@dataclass(slots=True)
class Frame:
    """One inlined call: its names, and whether no lane goes on."""

    globals: Mapping[str, Any]
    definition: Definition
    names: dict[str, Value] = field(default_factory=dict)
    ended: bool = False

    def __post_init__(self) -> None:
        for flag in (RETURNED, LEFT, SKIPPED):
            self.names.setdefault(flag, FALSE)


class Expressions(Views):
    """Lines for expressions; a frame says what names mean."""

    frame: Frame

    def run_body(self, body: list[ast.stmt]) -> None:
        """Translate statements; the layer above does it."""
        raise NotImplementedError

    def inline(
        self, function: Any, arguments: list[Value], named: dict[str, Value] | None = None
    ) -> Value:
        """The result of a function whose body is put here; the layer above does it."""
        raise NotImplementedError

    def fork(
        self, test: Number, yes: Callable[[], None], no: Callable[[], None]
    ) -> tuple[bool, bool]:
        """A branch on what is the same for all lanes; the layer above makes it."""
        raise NotImplementedError

    def evaluate(self, node: ast.expr) -> Value:
        """The value of an expression."""
        translate = _TRANSLATE.get(type(node))
        if translate is None:
            raise self.refuse(node, f"{name_of(node)} in a kernel; {advice_for(node)}")
        try:
            return getattr(self, translate)(node)
        except Unsupported as reason:
            raise self.refuse(node, str(reason)) from None

    def number(self, node: ast.expr) -> Number:
        """The value of an expression that must be a number."""
        value = self.evaluate(node)
        if not isinstance(value, Number):
            raise self.refuse(node, f"{ast.unparse(node)} is no number; name an element of it")
        return value

    def flag(self, node: ast.expr) -> Number:
        """The truth of an expression."""
        return self.cast(self.number(node), "b1")

    def refuse(self, node: ast.AST, what: str) -> Refused:
        """An error with the place of a piece of source."""
        line = getattr(node, "lineno", self.frame.definition.node.lineno)
        return Refused(f"{self.frame.definition.path}:{line}: {what}")

    def wrap(self, thing: Any) -> Value:
        """A Python object as a value; numbers become numbers, the rest stays."""
        if isinstance(thing, bool | int | float) and not isinstance(thing, np.generic):
            return number_of(thing)
        if isinstance(thing, np.generic):
            return Number(NUMPY_KINDS[type(thing)], False, thing.item())
        if isinstance(thing, tuple) and hasattr(thing, "_fields"):
            return Record([self.wrap(one) for one in thing], type(thing))
        return thing

    def items_of(self, value: Value) -> list[Value]:
        """The parts of a record, of a tuple of constants, or all elements of a column."""
        if isinstance(value, Record):
            return value.items
        if isinstance(value, tuple):
            return [self.wrap(one) for one in value]
        if isinstance(value, Column):
            return [self._element(value, number_of(k)) for k in range(value.size)]
        raise Unsupported("this cannot be taken apart; only tuples and columns can")

    def spot_of(self, node: ast.Subscript) -> Spot:
        """Where an element is that is read or written."""
        owner = self.evaluate(node.value)
        return self._spot(owner, self._indices(node.slice))

    # Each kind of expression.

    def _constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, bool | int | float):
            raise Unsupported(f"{node.value!r}; kernels know numbers only")
        return number_of(node.value)

    def _name(self, node: ast.Name) -> Value:
        names = self.frame.names
        if node.id in names:
            return names[node.id]
        if node.id in self.frame.globals:
            return self.wrap(self.frame.globals[node.id])
        if hasattr(builtins, node.id):
            return getattr(builtins, node.id)
        raise Unsupported(f"{node.id} may have no value here; set it before the loop or branch")

    def _tuple(self, node: ast.Tuple) -> Value:
        return Record(self.given(node.elts))

    def given(self, nodes: list[ast.expr]) -> list[Value]:
        found: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += self.items_of(self.evaluate(node.value))
            else:
                found.append(self.evaluate(node))
        return found

    def _attribute(self, node: ast.Attribute) -> Value:
        owner = self.evaluate(node.value)
        if isinstance(owner, Part):
            return self.field(owner, node.attr)
        if isinstance(owner, View):
            return self.field_of_view(owner, node.attr)
        if isinstance(owner, Record):
            fields = getattr(owner.cls, "_fields", ())
            if node.attr in fields:
                return owner.items[fields.index(node.attr)]
            raise Unsupported(f"{node.attr} is no field of {owner.cls.__name__}")
        if isinstance(owner, Array) and node.attr == "shape":
            return Record(owner.extents)
        if isinstance(owner, ModuleType):
            return self.wrap(getattr(owner, node.attr))
        if isinstance(owner, type):
            return self.constant_of(owner, node.attr)
        raise Unsupported(
            f".{node.attr}; kernels know fields of components and records, and shapes of arrays"
        )

    def constant_of(self, owner: type, name: str) -> Value:
        """A number that a class gives a name to, such as `State.ARMED`."""
        found = getattr(owner, name, None)
        if not isinstance(found, bool | int | float):
            raise Unsupported(f"{owner.__name__}.{name}; kernels know the numbers of a class")
        return self.wrap(found)

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.value, ast.Attribute) and not isinstance(node.slice, ast.Slice):
            part = self.evaluate(node.value.value)
            if isinstance(part, Part):
                indices = self._indices(node.slice)
                if len(indices) != 1:
                    raise Unsupported("two indices; only arrays have more axes than one")
                return self.element_of_field(part, node.value.attr, indices[0])
        owner = self.evaluate(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._rows(owner, node.slice)
        return self._part(owner, self._indices(node.slice))

    def _rows(self, owner: Value, node: ast.Slice) -> Value:
        """Some rows of an array, in place."""
        if not isinstance(owner, Array) or node.lower is None or node.upper is None or node.step:
            raise Unsupported("a slice; arrays have [first:last], both said")
        first, last = self.number(node.lower), self.number(node.upper)
        return self.rows_of_array(owner, first, last)

    def _indices(self, node: ast.expr) -> list[Number]:
        if isinstance(node, ast.Tuple):
            return [self.number(one) for one in node.elts]
        return [self.number(node)]

    def _part(self, owner: Value, indices: list[Number]) -> Value:
        if isinstance(owner, Array) and len(indices) < len(owner.extents):
            return self.row_of_array(owner, indices[0])
        if isinstance(owner, Record):
            return self._choose(owner.items, indices[0])
        if isinstance(owner, tuple):
            index = indices[0]
            if index.is_constant:
                return self.wrap(owner[int(index.ref)])
            if not all(isinstance(one, int | float) for one in owner):
                return self._choose([self.wrap(one) for one in owner], index)
        return self.load(self._spot(owner, indices))

    def _spot(self, owner: Value, indices: list[Number]) -> Spot:
        if isinstance(owner, Array):
            if len(indices) != len(owner.extents):
                raise Unsupported(f"an array of {len(owner.extents)} axes takes as many indices")
            return self.spot_in_array(owner, indices)
        if len(indices) != 1:
            raise Unsupported("two indices; only arrays have more axes than one")
        if isinstance(owner, Column):
            return self.spot_in_column(owner, indices[0])
        if isinstance(owner, tuple):
            return self.spot_in_table(owner, indices[0])
        raise Unsupported("an element of what has none; columns, arrays and tuples have")

    def _choose(self, items: list[Value], index: Number) -> Value:
        """An element of a record, by a chain of choices where the index is not known."""
        if index.is_constant:
            return items[int(index.ref)]
        found = items[-1]
        for number, item in enumerate(items[:-1]):
            found = self.select(self.compare(ast.Eq, index, number_of(number)), item, found)
        return found

    def _element(self, column: Column, index: Number) -> Number:
        return self.load(self.spot_in_column(column, index))

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.evaluate(node.operand)
        if isinstance(node.op, ast.Not):
            return self.invert(self.cast(value, "b1"))
        if isinstance(value, Record):
            return self.inline(getattr(value.cls, "__neg__"), [value])  # noqa: B009
        if isinstance(node.op, ast.USub):
            return self.negate(value)
        if isinstance(node.op, ast.Invert) and value.kind == "b1":
            raise Unsupported("~ of a flag, which Python takes as an integer; write not")
        if isinstance(node.op, ast.Invert):
            return self.operate(ast.BitXor, value, Number(value.kind, False, -1))
        return value

    def _binary(self, node: ast.BinOp) -> Value:
        return self.combine(type(node.op), self.evaluate(node.left), self.evaluate(node.right))

    def combine(self, op: type[ast.AST], a: Value, b: Value) -> Value:
        """An operator between numbers, or one that a record's class defines."""
        if isinstance(a, Number) and isinstance(b, Number):
            return self.operate(op, a, b)
        word = _OPERATOR_METHODS.get(op, op.__name__)
        if isinstance(a, Record) and hasattr(a.cls, f"__{word}__") and a.cls is not tuple:
            return self.inline(getattr(a.cls, f"__{word}__"), [a, b])
        if isinstance(b, Record) and hasattr(b.cls, f"__r{word}__") and b.cls is not tuple:
            return self.inline(getattr(b.cls, f"__r{word}__"), [b, a])
        raise Unsupported(f"{op.__name__} between what has no such operator")

    def _compare(self, node: ast.Compare) -> Value:
        left: Value = self.evaluate(node.left)
        found = TRUE
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.evaluate(right_node)
            if isinstance(op, ast.In | ast.NotIn):
                inside = FALSE
                for item in self.items_of(right):
                    inside = self.either(inside, self.compare(ast.Eq, left, item))
                found = self.both(found, inside if isinstance(op, ast.In) else self.invert(inside))
                continue
            if not (isinstance(left, Number) and isinstance(right, Number)):
                raise Unsupported("a comparison of what is no number")
            found = self.both(found, self.compare(type(op), left, right))
            left = right
        return found

    def _conditional(self, node: ast.IfExp) -> Value:
        test = self.flag(node.test)
        if test.is_constant:
            return self.evaluate(node.body if test.ref else node.orelse)
        if test.varying:
            yes = self._where(test, node.body)
            return self.select(test, yes, self._where(self.invert(test), node.orelse))
        sides = self._in_passing([node.body, node.orelse])
        if sides is None:
            return self._branch(test, node.body, node.orelse)
        return self.select(test, *sides)

    def _boolean(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: the right side is only done where the left one leaves it open."""
        is_and = isinstance(node.op, ast.And)
        found = self.flag(node.values[0])
        for right in node.values[1:]:
            if found.is_constant:
                if bool(found.ref) != is_and:
                    return found
                found = self.flag(right)
                continue
            open_still = found if is_and else self.invert(found)
            if found.varying:
                other = self.cast(self._where(open_still, right), "b1")
                found = self.both(found, other) if is_and else self.either(found, other)
                continue
            sides = self._in_passing([right])
            if sides is None:
                settled = ast.copy_location(ast.Constant(not is_and), right)
                found = self.cast(self._branch(open_still, right, settled), "b1")
                continue
            other = self.cast(sides[0], "b1")
            found = self.both(found, other) if is_and else self.either(found, other)
        return found

    def _in_passing(self, nodes: list[ast.expr]) -> list[Value] | None:
        """Values that may be worked out in vain: nothing is stored, nothing can fail, all is short.

        None if not so; then nothing was done.
        """
        lines, before, label, risks = self.lines, len(self.lines), self.label, self.risks
        values = [self.evaluate(node) for node in nodes]
        if self.risks == risks and self.label == label and len(self.lines) - before <= _SHORT:
            return values
        del lines[before:]
        self.lines, self.label, self.risks = lines, label, risks
        return None

    def _where(self, test: Number, node: ast.expr) -> Value:
        """An expression for the lanes where a test holds."""
        if not test.varying:
            return self.evaluate(node)
        mask = self.mask
        self.mask = test if mask is None else self.both(mask, test)
        value = self.evaluate(node)
        self.mask = mask
        return value

    def _branch(self, test: Number, yes: ast.expr, no: ast.expr) -> Value:
        """A choice of which only one side is done."""
        names = self.frame.names

        def settle(node: ast.expr) -> Callable[[], None]:
            def run() -> None:
                self.frame.names[" chosen"] = self.evaluate(node)

            return run

        outer = names.get(" chosen")
        self.fork(test, settle(yes), settle(no))
        value = self.frame.names.pop(" chosen")
        if outer is not None:
            self.frame.names[" chosen"] = outer
        return value


_TRANSLATE: dict[type[ast.expr], str] = {
    ast.Constant: "_constant",
    ast.Name: "_name",
    ast.Tuple: "_tuple",
    ast.Attribute: "_attribute",
    ast.Subscript: "_subscript",
    ast.UnaryOp: "_unary",
    ast.BinOp: "_binary",
    ast.Compare: "_compare",
    ast.IfExp: "_conditional",
    ast.BoolOp: "_boolean",
    ast.Call: "_call",
    ast.GeneratorExp: "_generated",
}
"""Who translates what; generators and calls are translated by the layers above."""
