"""Numbers: conversions, operators, comparisons, choices; the same results as the interpreter's.

Doubles follow IEEE 754 without shortcuts: no fused products, no reassociation. Integers are of 64
bits and wrap around. Division of an integer by zero gives 0, as numpy has it; a double that no
integer can hold becomes the nearest one that there is, and NaN becomes 0.
"""

import ast
import operator
from collections.abc import Callable
from typing import Any

from simloop.compiler.ir_text import IrText, literal
from simloop.compiler.refusal import Unsupported
from simloop.compiler.values import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Kind,
    Number,
    Record,
    Value,
    is_natural,
    larger_most,
    most_of,
    number_of,
    wider,
)

LARGEST_INTEGER = 2**63 - 1

_FLOAT: dict[type[ast.AST], str] = {
    ast.Add: "fadd",
    ast.Sub: "fsub",
    ast.Mult: "fmul",
    ast.Div: "fdiv",
}
_INTEGER: dict[type[ast.AST], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_BITS: dict[type[ast.AST], str] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_FOLD: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: operator.truediv,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_CONVERT: dict[tuple[Kind, Kind], str] = {
    ("i8", "f8"): "sitofp",
    ("u8", "f8"): "uitofp",
    ("b1", "f8"): "uitofp",
    ("b1", "i8"): "zext",
    ("b1", "u8"): "zext",
}
_BITS_OF_AN_INTEGER = 64
_PYTHON: dict[Kind, Callable[[Any], Any]] = {"f8": float, "i8": int, "u8": int, "b1": bool}


class Arithmetic(IrText):
    """Lines for every operation on numbers."""

    def cast(self, number: Number, kind: Kind) -> Number:
        """The number as another kind."""
        own = number.kind
        if own == kind:
            return number
        if number.is_constant:
            return Number(kind, False, _PYTHON[kind](number.ref))
        if kind == "b1":
            return self.compare(ast.NotEq, number, Number(own, False, 0))
        if own != "f8" and kind != "f8" and own != "b1":
            return Number(kind, number.varying, number.ref)
        if own == "f8":
            return self._to_integer(number, kind)
        word, source = _CONVERT[own, kind], self.type_of(own, number.varying)
        target = self.type_of(kind, number.varying)
        return Number(kind, number.varying, self.op(f"{word} {source} {number.ref} to {target}"))

    def _to_integer(self, number: Number, kind: Kind) -> Number:
        word = "fptosi.sat" if kind == "i8" else "fptoui.sat"
        varying = number.varying
        name = f"{word}.{self.suffix(kind, varying)}.{self.suffix('f8', varying)}"
        given = [(self.type_of("f8", varying), str(number.ref))]
        call = self.intrinsic(name, self.type_of(kind, varying), given)
        return Number(kind, varying, self.op(call))

    def reinterpret(self, number: Number, kind: Kind) -> Number:
        """The same bits as another kind."""
        if number.kind == kind or "f8" not in (number.kind, kind):
            return Number(kind, number.varying, number.ref)
        source, target = (
            self.type_of(number.kind, number.varying),
            self.type_of(kind, number.varying),
        )
        text = self.operand(number, number.varying)
        return Number(kind, number.varying, self.op(f"bitcast {source} {text} to {target}"))

    def select(self, test: Number, yes: Value, no: Value) -> Value:
        """`yes` where `test` holds, `no` elsewhere."""
        if test.is_constant:
            return yes if test.ref else no
        if yes is no:
            return yes
        if isinstance(yes, Record) and isinstance(no, Record) and len(yes.items) == len(no.items):
            pairs = zip(yes.items, no.items, strict=True)
            return Record([self.select(test, a, b) for a, b in pairs], yes.cls)
        if not (isinstance(yes, Number) and isinstance(no, Number)):
            raise Unsupported("what stands for two different things cannot depend on a condition")
        if yes.kind == no.kind == "b1" and (yes.is_constant or no.is_constant):
            return self._select_flag(test, yes, no)
        kind = wider(yes.kind, no.kind)
        yes, no = self.cast(yes, kind), self.cast(no, kind)
        if is_same(yes, no):
            return yes
        varying = yes.varying or no.varying or test.varying
        kind_text, test_text = self.type_of(kind, varying), self.type_of("b1", test.varying)
        a, b = self.operand(yes, varying), self.operand(no, varying)
        line = f"select {test_text} {test.ref}, {kind_text} {a}, {kind_text} {b}"
        natural = is_natural(yes) and is_natural(no)
        most = larger_most(yes, no) if natural else None
        return Number(kind, varying, self.op(line), natural, most)

    def _select_flag(self, test: Number, yes: Number, no: Number) -> Number:
        if yes.is_constant:
            return self.either(test, no) if yes.ref else self.both(self.invert(test), no)
        return self.either(self.invert(test), yes) if no.ref else self.both(test, yes)

    def both(self, a: Number, b: Number) -> Number:
        """Where both hold."""
        if a.is_constant:
            return b if a.ref else FALSE
        if b.is_constant:
            return a if b.ref else FALSE
        return self._bits("and", a, b, "b1")

    def either(self, a: Number, b: Number) -> Number:
        """Where one of them holds."""
        if a.is_constant:
            return TRUE if a.ref else b
        if b.is_constant:
            return TRUE if b.ref else a
        return self._bits("or", a, b, "b1")

    def invert(self, a: Number) -> Number:
        """Where it does not hold."""
        if a.is_constant:
            return FALSE if a.ref else TRUE
        ones = self.operand(TRUE, a.varying)
        line = f"xor {self.type_of('b1', a.varying)} {a.ref}, {ones}"
        return Number("b1", a.varying, self.op(line))

    def any_lane(self, a: Number) -> Number:
        """Does it hold in any lane?"""
        if a.is_constant or not a.varying:
            return a
        name = f"vector.reduce.or.v{self.gang}i1"
        call = self.intrinsic(name, "i1", [(self.type_of("b1", True), str(a.ref))])
        return Number("b1", False, self.op(call))

    def compare(self, op: type[ast.AST], a: Number, b: Number) -> Number:
        """A comparison; one with NaN holds for `!=` only."""
        if a.is_constant and b.is_constant:
            return number_of(bool(_FOLD[op](a.ref, b.ref)))
        kind = wider(wider(a.kind, b.kind), "i8")
        self._check_signs(a, b)
        word = _COMPARE[op]
        text, x, y, varying = self._pair(a, b, kind)
        if kind == "f8":
            line = f"fcmp {'une' if word == 'ne' else 'o' + word} {text} {x}, {y}"
        else:
            sign = "" if word in ("eq", "ne") else "u" if kind == "u8" else "s"
            line = f"icmp {sign}{word} {text} {x}, {y}"
        return Number("b1", varying, self.op(line))

    def operate(self, op: type[ast.AST], a: Number, b: Number) -> Number:
        """An operator between two numbers."""
        if op is ast.Pow:
            raise Unsupported("** has other bits than a product; write the product")
        if a.kind == "b1" and b.kind == "b1" and op in _BITS:
            return self._combine_flags(_BITS[op], a, b)
        if op is ast.Div or "f8" in (a.kind, b.kind):
            return self._float(op, a, b)
        self._check_signs(a, b)
        kind = wider(wider(a.kind, b.kind), "i8")
        if a.is_constant and b.is_constant and kind == "i8" and not _divides_by_zero(op, b):
            return Number("i8", False, _FOLD[op](int(a.ref), int(b.ref)))
        return self._integer(op, a, b, kind)

    def _integer(self, op: type[ast.AST], a: Number, b: Number, kind: Kind) -> Number:
        natural = op is not ast.Sub and is_natural(a) and is_natural(b)
        if op in _INTEGER:
            found = self._bits(_INTEGER[op], a, b, kind)
        elif op in _BITS:
            found = self._bits(_BITS[op], a, b, kind)
            natural = natural and op is ast.BitAnd
        elif op in (ast.LShift, ast.RShift):
            return self._shift(op, a, b, kind)
        else:
            found = self._divide(op, a, b, kind)
        if op is ast.Mod and b.is_constant and int(b.ref) > 0:
            return Number(kind, found.varying, found.ref, natural=True, most=int(b.ref) - 1)
        most = _most_of_both(op, a, b) if natural else None
        return Number(kind, found.varying, found.ref, natural, most)

    def negate(self, a: Number) -> Number:
        """Minus a number."""
        if a.is_constant:
            return Number(wider(a.kind, "i8"), False, -a.ref)  # type: ignore[operator]
        if a.kind == "f8":
            line = f"fneg {self.type_of('f8', a.varying)} {a.ref}"
            return Number("f8", a.varying, self.op(line))
        return self.operate(ast.Sub, ZERO, a)

    def unary_float(self, intrinsic: str, a: Number) -> Number:
        """A function of one double that the processor has: `sqrt`, `fabs`."""
        a = self.cast(a, "f8")
        kind = self.type_of("f8", a.varying)
        name = f"{intrinsic}.{self.suffix('f8', a.varying)}"
        call = self.intrinsic(name, kind, [(kind, self.operand(a, a.varying))])
        return Number("f8", a.varying, self.op(call))

    def _combine_flags(self, word: str, a: Number, b: Number) -> Number:
        if word == "and":
            return self.both(a, b)
        if word == "or":
            return self.either(a, b)
        if a.is_constant:
            return self.invert(b) if a.ref else b
        if b.is_constant:
            return self.invert(a) if b.ref else a
        return self._bits("xor", a, b, "b1")

    def _float(self, op: type[ast.AST], a: Number, b: Number) -> Number:
        if op is ast.Mod:
            return self._modulo(self.cast(a, "f8"), self.cast(b, "f8"))
        if op not in _FLOAT:
            raise Unsupported(f"{_name(op)} of doubles; scalar.py has round_nearest and wrap_pi")
        if a.is_constant and b.is_constant and not _divides_by_zero(op, b):
            return Number("f8", False, float(_FOLD[op](a.ref, b.ref)))
        text, x, y, varying = self._pair(a, b, "f8")
        return Number("f8", varying, self.op(f"{_FLOAT[op]} {text} {x}, {y}"))

    def _modulo(self, a: Number, b: Number) -> Number:
        """What is left of a double, with the divisor's sign."""
        if b.is_constant and b.ref == 1.0:
            return self.operate(ast.Sub, a, self.unary_float("floor", a))
        text, x, y, varying = self._pair(a, b, "f8")
        zero = Number("f8", False, 0.0)
        rest = Number("f8", varying, self.op(f"frem {text} {x}, {y}"))
        apart = self._combine_flags(
            "xor", self.compare(ast.Lt, rest, zero), self.compare(ast.Lt, b, zero)
        )
        moved: Number = self.select(apart, self.operate(ast.Add, rest, b), rest)
        kind = self.type_of("f8", varying)
        name = f"copysign.{self.suffix('f8', varying)}"
        nothing = [(kind, self.operand(zero, varying)), (kind, self.operand(b, varying))]
        signed = Number("f8", varying, self.op(self.intrinsic(name, kind, nothing)))
        found: Number = self.select(self.compare(ast.Eq, rest, zero), signed, moved)
        return found

    def _bits(self, word: str, a: Number, b: Number, kind: Kind) -> Number:
        text, x, y, varying = self._pair(a, b, kind)
        return Number(kind, varying, self.op(f"{word} {text} {x}, {y}"))

    def _shift(self, op: type[ast.AST], a: Number, by: Number, kind: Kind) -> Number:
        left = op is ast.LShift
        word = "shl" if left else "lshr" if kind == "u8" else "ashr"
        if by.is_constant:
            if not 0 <= int(by.ref) < _BITS_OF_AN_INTEGER:
                raise Unsupported(f"a shift by {by.ref}; it takes 0 to 63")
            return self._bits(word, a, by, kind)
        # Beyond its width a number has no bits left; a negative one is all sign.
        by = self.cast(by, "u8")
        fits = self.compare(ast.Lt, by, Number("u8", False, _BITS_OF_AN_INTEGER))
        most = Number("u8", False, _BITS_OF_AN_INTEGER - 1)
        shifted = self._bits(word, a, self.select(fits, by, most), kind)
        empty = shifted if word == "ashr" else Number(kind, False, 0)
        result: Number = self.select(fits, shifted, empty)
        return result

    def _divide(self, op: type[ast.AST], a: Number, b: Number, kind: Kind) -> Number:
        """Integers towards minus infinity, the rest with the divisor's sign; by zero it is 0."""
        if op not in (ast.FloorDiv, ast.Mod):
            raise Unsupported(f"{_name(op)} of integers; kernels know + - * / // % << >> & | ^")
        if kind == "u8":
            return self._divide_unsigned(op, a, b)
        safe, zero = self._safe_divisor(b)
        text, x, y, varying = self._pair(a, safe, kind)
        rest = Number(kind, varying, self.op(f"srem {text} {x}, {y}"))
        # The processor rounds towards zero.
        apart = self.compare(ast.Lt, self._bits("xor", rest, safe, kind), ZERO)
        apart = self.both(apart, self.compare(ast.NotEq, rest, ZERO))
        if op is ast.Mod:
            found = self.select(apart, self.operate(ast.Add, rest, safe), rest)
            return self._unless(zero, found)
        share = Number(kind, varying, self.op(f"sdiv {text} {x}, {y}"))
        found = self.select(apart, self.operate(ast.Sub, share, ONE), share)
        if not b.is_constant:
            # The most negative integer has no opposite: it wraps.
            minus = self.compare(ast.Eq, b, Number("i8", False, -1))
            found = self.select(minus, self.operate(ast.Sub, ZERO, a), found)
        return self._unless(zero, found)

    def _divide_unsigned(self, op: type[ast.AST], a: Number, b: Number) -> Number:
        word = "udiv" if op is ast.FloorDiv else "urem"
        zero = self.compare(ast.Eq, b, Number("u8", False, 0))
        safe: Number = self.select(zero, Number("u8", False, 1), b)
        return self._unless(zero, self._bits(word, a, safe, "u8"))

    def _safe_divisor(self, b: Number) -> tuple[Number, Number]:
        """A divisor that never traps, and where the true one was zero."""
        if b.is_constant and b.ref not in (0, -1):
            return b, FALSE
        zero = self.compare(ast.Eq, b, ZERO)
        odd = self.either(zero, self.compare(ast.Eq, b, Number("i8", False, -1)))
        return self.select(odd, ONE, b), zero

    def _unless(self, zero: Number, found: Number) -> Number:
        result: Number = self.select(zero, Number(found.kind, False, 0), found)
        return result

    def _pair(self, a: Number, b: Number, kind: Kind) -> tuple[str, str, str, bool]:
        """Type and operands of two numbers as one kind, and whether they vary."""
        a, b = self.cast(a, kind), self.cast(b, kind)
        varying = a.varying or b.varying
        x, y = self.operand(a, varying), self.operand(b, varying)
        return self.type_of(kind, varying), x, y, varying

    def _check_signs(self, a: Number, b: Number) -> None:
        """Numpy makes a double of a signed and an unsigned integer: nobody means that."""
        kinds = {each.kind for each in (a, b) if not (each.is_constant and each.kind == "i8")}
        if kinds == {"i8", "u8"}:
            raise Unsupported("signed with unsigned integers; write np.uint64(...) around one")


def is_same(a: Number, b: Number) -> bool:
    """Are two numbers surely one value of one kind? Zero and minus zero are not."""
    if a.kind != b.kind:
        return False
    if a.is_constant and b.is_constant:
        return literal(a.kind, a.ref) == literal(b.kind, b.ref)
    return isinstance(a.ref, str) and a.ref == b.ref


def _most_of_both(op: type[ast.AST], a: Number, b: Number) -> int | None:
    """The largest sum or product of two that count up from zero."""
    x, y = most_of(a), most_of(b)
    if x is None or y is None or op not in (ast.Add, ast.Mult):
        return None
    found = x + y if op is ast.Add else x * y
    return found if found <= LARGEST_INTEGER else None


def _divides_by_zero(op: type[ast.AST], b: Number) -> bool:
    return op in (ast.Div, ast.FloorDiv, ast.Mod) and b.ref == 0


_SIGNS: dict[type[ast.AST], str] = {ast.Mod: "%", ast.FloorDiv: "//", ast.MatMult: "@"}


def _name(op: type[ast.AST]) -> str:
    return _SIGNS.get(op, op.__name__)
