"""Kernels as Python runs them: edges of numbers have the results of compiled code, not errors."""

import ast
from math import copysign, inf, isnan, nan
from typing import Any

_DIVIDE = "__divide__"
_REMAINDER = "__remainder__"
_WHOLE = "__whole__"
LEAST, MOST = -(2**63), 2**63 - 1


def plain_code(text: str, path: str) -> ast.Module:
    """The syntax of a copy, with its lines, in which divisions and `int` never raise."""
    tree = _Rewriting().visit(ast.parse(text, path))
    names = f"divide as {_DIVIDE}, remainder as {_REMAINDER}, whole as {_WHOLE}"
    imports = ast.parse(f"from {__name__} import {names}", path)
    first = 1 if ast.get_docstring(tree) is not None else 0
    tree.body[first:first] = imports.body
    found: ast.Module = ast.fix_missing_locations(tree)
    return found


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


class _Rewriting(ast.NodeTransformer):
    """Puts the functions in the place of the operators, unless the divisor is a number."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call, of `int` perhaps."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            node.func = ast.copy_location(ast.Name(_WHOLE, ast.Load()), node.func)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """One operator."""
        self.generic_visit(node)
        name = {ast.Div: _DIVIDE, ast.Mod: _REMAINDER}.get(type(node.op))
        if name is None or (isinstance(node.right, ast.Constant) and node.right.value != 0):
            return node
        call = ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], [])
        return ast.copy_location(call, node)
