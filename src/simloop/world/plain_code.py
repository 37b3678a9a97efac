"""Kernels as Python runs them: edges of numbers have the results of compiled code, not errors."""

import ast
from importlib import import_module
from math import copysign, inf, isnan, nan
from struct import Struct
from typing import Any

from simloop.world.quick_records import NEW, MakingRecords, called, is_record, quicken

_DIVIDE = "__divide__"
_REMAINDER = "__remainder__"
_WHOLE = "__whole__"
_BITS = "__bits__"
_DOUBLE = "__double__"
# What `np.float64(x).view(np.int64)` and its like become, by the two types.
_VIEWS = {
    ("float64", "int64"): _BITS,
    ("int64", "float64"): _DOUBLE,
    ("uint64", "float64"): _DOUBLE,
}
LEAST, MOST = -(2**63), 2**63 - 1
_ALL_BITS = 2**64 - 1
_SIGNED, _UNSIGNED, _FLOAT = Struct("q"), Struct("Q"), Struct("d")


def plain_code(text: str, path: str) -> ast.Module:
    """The syntax of a copy, with its lines, in which divisions and `int` never raise."""
    parsed = ast.parse(text, path)
    tree: ast.Module = _Rewriting(_records_in(parsed)).visit(parsed)
    # On one line: what a debugger or coverage sees of it is the module's first.
    ours = (
        f"divide as {_DIVIDE}, remainder as {_REMAINDER}, whole as {_WHOLE}, "
        f"bits_of as {_BITS}, double_of as {_DOUBLE}"
    )
    theirs = f"new_tuple as {NEW}"
    imports = ast.parse(
        f"from {__name__} import {ours}; from {quicken.__module__} import {theirs}", path
    )
    first = 1 if ast.get_docstring(tree) is not None else 0
    tree.body[first:first] = imports.body
    return tree


def divide(a: Any, b: Any) -> Any:
    """a / b as IEEE 754 has it."""
    try:
        return a / b
    except ZeroDivisionError:
        if isnan(a) or a == 0.0:
            return nan
        return copysign(inf, a) * copysign(1.0, b)


def remainder(a: Any, b: Any) -> Any:
    """a % b; of integers by zero 0, of doubles NaN."""
    try:
        return a % b
    except ZeroDivisionError:
        return nan if isinstance(a, float) or isinstance(b, float) else 0


def whole(x: Any) -> int:
    """int(x) in 64 bits: of NaN 0, beyond the ends the nearest."""
    try:
        found = int(x)
    except ValueError:
        return 0
    except OverflowError:
        return MOST if x > 0.0 else LEAST
    return found if LEAST <= found <= MOST else MOST if found > 0 else LEAST


def bits_of(x: float) -> int:
    """The bits of a double as a whole number; numpy's scalars take three times as long."""
    found: int = _SIGNED.unpack(_FLOAT.pack(x))[0]
    return found


def double_of(bits: Any) -> float:
    """The double of these bits."""
    found: float = _FLOAT.unpack(_UNSIGNED.pack(int(bits) & _ALL_BITS))[0]
    return found


def _records_in(tree: ast.Module) -> dict[str, type]:
    """The NamedTuple classes that a module imports; their methods are made quick."""
    found: dict[str, type] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                thing = getattr(import_module(node.module), alias.name, None)
                if is_record(thing):
                    found[alias.asname or alias.name] = thing
                    quicken(thing.__module__)
    return found


class _Rewriting(MakingRecords, ast.NodeTransformer):
    """Puts the functions in the place of the operators, unless the divisor is a number."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call, of `int` perhaps, or of one number's bits."""
        looked_at = _view_of_bits(node)
        if looked_at is not None:
            return called(*looked_at, self.generic_visit(node))  # type: ignore[arg-type]
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            node.func = ast.copy_location(ast.Name(_WHOLE, ast.Load()), node.func)
        return super().visit_Call(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """One operator."""
        self.generic_visit(node)
        name = {ast.Div: _DIVIDE, ast.Mod: _REMAINDER}.get(type(node.op))
        if name is None or (isinstance(node.right, ast.Constant) and node.right.value != 0):
            return node
        return called(name, [node.left, node.right], node)


def _view_of_bits(node: ast.Call) -> tuple[str, list[ast.expr]] | None:
    """Which function takes the place of `np.int64(bits).view(np.float64)`, and of what."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(func=ast.Attribute(ast.Name("np"), one), args=[_] as numbers),
                attr="view",
            ),
            args=[ast.Attribute(ast.Name("np"), other)],
        ):
            name = _VIEWS.get((one, other))
            return None if name is None else (name, numbers)
    return None
