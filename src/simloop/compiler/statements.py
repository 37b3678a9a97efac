"""Statements: assignments, branches, and leaving functions and loops.

What is the same for all lanes branches for real. What depends on the lane runs for all and is
blended: `mask` are the lanes that came here. A lane that returns, breaks or continues is marked by
a flag, and the rest of the block is for the others. Work above a weight is passed over when no
lane wants it.
"""

import ast
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import FunctionType
from typing import Any

from simloop.compiler.arithmetic import is_same
from simloop.compiler.calls import Calls
from simloop.compiler.expressions import LEFT, RESULT, RETURNED, SKIPPED
from simloop.compiler.refusal import Unsupported, advice_for, name_of
from simloop.compiler.syntax import definition_of
from simloop.compiler.values import TRUE, Number, Part, Record, Value, View, larger_most, wider

Names = dict[str, Value]

# A body of this weight is worth a look whether any lane wants it.
_WORTH_A_LOOK = 150
_USUAL_CALL = 50
_BEING_WEIGHED: list[FunctionType] = []


class Statements(Calls):
    """Lines for statements; loops are translated by the layer above."""

    def run_body(self, body: list[ast.stmt]) -> None:
        """Translate statements one after the other, for the lanes that are still here."""
        for number, statement in enumerate(body):
            if self.frame.ended:
                return
            before = self._departed()
            self._statement(statement)
            rest = body[number + 1 :]
            somebody_left = any(a is not b for a, b in zip(before, self._departed(), strict=True))
            if somebody_left and rest and not self.frame.ended:
                self._for_who_stays(partial(self.run_body, rest), self.weight(rest))
                return

    def _statement(self, node: ast.stmt) -> None:
        translate = _TRANSLATE.get(type(node))
        if translate is None:
            raise self.refuse(node, f"{name_of(node)} in a kernel; {advice_for(node)}")
        try:
            getattr(self, translate)(node)
        except Unsupported as reason:
            raise self.refuse(node, str(reason)) from None

    def _departed(self) -> tuple[Number, Number, Number]:
        """Who has returned, who has left the loop, who has left this turn of it."""
        names = self.frame.names
        return names[RETURNED], names[LEFT], names[SKIPPED]

    def _for_who_stays(self, run: Callable[[], None], weight: int) -> None:
        """What follows, for the lanes that have not left."""
        returned, left, skipped = self._departed()
        gone = self.either(self.either(returned, left), skipped)
        stays = self.invert(gone)
        if gone.is_constant:
            self.frame.ended = bool(gone.ref)
            if not gone.ref:
                run()
            return
        if not gone.varying:
            self.frame.ended, _ = self.fork(stays, run, _do_nothing)
            return
        before, mask = dict(self.frame.names), self.mask
        self.mask = stays if mask is None else self.both(mask, stays)
        self._run_guarded(run, weight)
        if not (left.is_constant and skipped.is_constant):
            # Who left the loop keeps what it had.
            self.frame.names = self._blend(stays, self.frame.names, before)
        self.mask = mask

    # Plain statements.

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.evaluate(node.value)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _assign(self, node: ast.Assign) -> None:
        value = self.evaluate(node.value)
        for target in node.targets:
            self._put(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._put(node.target, self.evaluate(node.value))

    def _augmented(self, node: ast.AugAssign) -> None:
        op = type(node.op)
        if isinstance(node.target, ast.Subscript):
            spot = self.spot_of(node.target)
            self.store(spot, self.operate(op, self.load(spot), self.number(node.value)))
            return
        old = self.evaluate(_as_load(node.target))
        self._put(node.target, self.combine(op, old, self.evaluate(node.value)))

    def _put(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            if isinstance(value, Part):
                raise Unsupported("a component under another name; use the one it has")
            self.frame.names[target.id] = value
        elif isinstance(target, ast.Tuple):
            items = self.items_of(value)
            if len(items) != len(target.elts):
                raise Unsupported(f"{len(items)} values for {len(target.elts)} names")
            for one, item in zip(target.elts, items, strict=True):
                self._put(one, item)
        elif isinstance(target, ast.Subscript):
            if not isinstance(value, Number):
                raise Unsupported("only numbers go into an element")
            self.store(self.spot_of(target), value)
        elif isinstance(target, ast.Attribute):
            self._put_field(target, value)
        else:
            raise Unsupported(f"an assignment to {ast.unparse(target)}")

    def _put_field(self, target: ast.Attribute, value: Value) -> None:
        owner = self.evaluate(target.value)
        if isinstance(owner, Part):
            self.set_field(owner, target.attr, value)
        elif isinstance(owner, View):
            self.set_field_of_view(owner, target.attr, value)
        else:
            raise Unsupported(f"an assignment to {ast.unparse(target)}")

    def _return(self, node: ast.Return) -> None:
        if node.value is not None:
            value = self.evaluate(node.value)
            names = self.frame.names
            stays = self.invert(names[RETURNED])
            names[RESULT] = self.select(stays, value, names.get(RESULT, value))
        self.frame.names[RETURNED] = TRUE
        self.frame.ended = True

    def _break(self, node: ast.Break) -> None:
        self.frame.names[LEFT] = TRUE
        self.frame.ended = True

    def _continue(self, node: ast.Continue) -> None:
        self.frame.names[SKIPPED] = TRUE
        self.frame.ended = True

    # Branches.

    def _if(self, node: ast.If) -> None:
        test = self.flag(node.test)
        frame = self.frame
        if test.is_constant:
            self.run_body(node.body if test.ref else node.orelse)
            return
        if not test.varying:
            ended = self.fork(
                test, lambda: self.run_body(node.body), lambda: self.run_body(node.orelse)
            )
            frame.ended = all(ended)
            return
        before, mask = frame.names, self.mask
        sides: list[Names] = []
        ended_sides = []
        for lanes, body in ((test, node.body), (self.invert(test), node.orelse)):
            frame.names, frame.ended = dict(before), False
            self.mask = lanes if mask is None else self.both(mask, lanes)
            self._run_guarded(partial(self.run_body, body), self.weight(body))
            sides.append(frame.names)
            ended_sides.append(frame.ended)
        self.mask = mask
        frame.names = self._blend(test, *sides)
        frame.ended = all(ended_sides)

    def _run_guarded(self, run: Callable[[], None], weight: int) -> None:
        """Work for the lanes of the mask; if it is much, only where one is left."""
        mask = self.mask
        if mask is None or not mask.varying or weight < _WORTH_A_LOOK:
            run()
            return
        self.frame.ended, _ = self.fork(self.any_lane(mask), run, _do_nothing)

    def weight(self, body: list[ast.stmt]) -> int:
        """How much work statements are, about, with the functions that they call."""
        return _weight_of(body, self.frame.globals)

    def _blend(self, test: Number, yes: Names, no: Names) -> Names:
        """Names after a choice; one that only one side knows is only asked for by that side."""
        found: Names = {}
        for name in {**yes, **no}:
            if name not in no:
                found[name] = yes[name]
            elif name not in yes:
                found[name] = no[name]
            elif yes[name] is no[name]:
                found[name] = yes[name]
            else:
                try:
                    found[name] = self.select(test, yes[name], no[name])
                except Unsupported:
                    # Two different things: fine unless somebody asks for it afterwards.
                    continue
        return found

    def fork(
        self, test: Number, yes: Callable[[], None], no: Callable[[], None]
    ) -> tuple[bool, bool]:
        """A branch on what is the same for all lanes; names are joined after it."""
        if test.is_constant:
            (yes if test.ref else no)()
            taken = self.frame.ended
            return (taken, True) if test.ref else (True, taken)
        number = self.fresh()
        labels = f"yes{number}", f"no{number}"
        outer, frame, mask, before = self.lines, self.frame, self.mask, self.frame.names
        ended: list[bool] = []
        sides: list[_Side] = []
        self.risks += 1
        for label, run in zip(labels, (yes, no), strict=True):
            self.lines = []
            self.begin_block(label)
            frame.names, frame.ended, self.mask = dict(before), False, mask
            run()
            sides.append(_Side(frame.names, self.label, self.lines))
            ended.append(frame.ended)
        frame.ended, self.mask = False, mask
        end = f"end{number}"
        joined = self._join(sides[0], sides[1])
        outer.append(f"br i1 {test.ref}, label %{labels[0]}, label %{labels[1]}")
        for side in sides:
            outer += side.lines
            outer.append(f"br label %{end}")
        self.lines = outer
        self.begin_block(end)
        self.lines += joined.lines
        frame.names = joined.names
        return ended[0], ended[1]

    def _join(self, a: "_Side", b: "_Side") -> "_Side":
        """Names after a branch, and the lines that choose between its sides."""
        joined = _Side({}, "", [])
        for name in {**a.names, **b.names}:
            x, y = a.names.get(name), b.names.get(name)
            if x is y:
                joined.names[name] = x
                continue
            try:
                joined.names[name] = self._join_one(x, y, a, b, joined)
            except Unsupported:
                continue
        return joined

    def _join_one(self, x: Value, y: Value, a: "_Side", b: "_Side", joined: "_Side") -> Value:
        if isinstance(x, Record) or isinstance(y, Record):
            x = x if x is not None else Record([None] * len(y.items), y.cls)
            y = y if y is not None else Record([None] * len(x.items), x.cls)
            if not (isinstance(x, Record) and isinstance(y, Record)):
                raise Unsupported("what stands for two different things")
            if len(x.items) != len(y.items):
                raise Unsupported("tuples of two lengths")
            pairs = zip(x.items, y.items, strict=True)
            return Record([self._join_one(p, q, a, b, joined) for p, q in pairs], x.cls)
        if not all(isinstance(one, Number | None) for one in (x, y)):
            raise Unsupported("what stands for two different things")
        return self._phi(x, y, a, b, joined)

    def _phi(self, x: Any, y: Any, a: "_Side", b: "_Side", joined: "_Side") -> Number:
        present = [one for one in (x, y) if one is not None]
        kind = present[0].kind if len(present) == 1 else wider(x.kind, y.kind)
        varying = any(one.varying for one in present)
        if len(present) == 2 and is_same(x, y):
            same: Number = x
            return same
        texts = []
        for one, side in ((x, a), (y, b)):
            # What is narrower is made wider where its side ends.
            self.lines = side.lines
            texts.append("poison" if one is None else self.operand(self.cast(one, kind), varying))
        self.lines = joined.lines
        kind_text = self.type_of(kind, varying)
        line = f"phi {kind_text} [{texts[0]}, %{a.label}], [{texts[1]}, %{b.label}]"
        natural = all(one.natural for one in present)
        most = larger_most(*present) if natural else None
        return Number(kind, varying, self.op(line), natural, most)


def _do_nothing() -> None:
    """The side of a branch that nobody wants."""


class _Side:
    """One side of a branch: its names, where it ends, its lines."""

    __slots__ = ("label", "lines", "names")

    def __init__(self, names: Names, label: str, lines: list[Any]) -> None:
        self.names = names
        self.label = label
        self.lines = lines


def _weight_of(body: list[ast.stmt], names: Mapping[str, Any]) -> int:
    parts = [part for statement in body for part in ast.walk(statement)]
    loops = [part for part in parts if isinstance(part, ast.For | ast.While)]
    calls = [part.func for part in parts if isinstance(part, ast.Call)]
    called = [names.get(call.id) if isinstance(call, ast.Name) else None for call in calls]
    return len(parts) + 300 * len(loops) + sum(int(_weight_of_call(one)) for one in called)


@cache
def _weight_of_call(target: Any) -> int:
    """The work of a function of a kernel module; of anything else a usual one."""
    if not isinstance(target, FunctionType) or target in _BEING_WEIGHED:
        return _USUAL_CALL
    _BEING_WEIGHED.append(target)
    weight = _weight_of(definition_of(target).node.body, target.__globals__)
    _BEING_WEIGHED.pop()
    return max(weight, _USUAL_CALL)


def _as_load(target: ast.expr) -> ast.expr:
    """A target as an expression that reads it."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    assert isinstance(target, ast.Attribute)
    return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)


_TRANSLATE: dict[type[ast.stmt], str] = {
    ast.Expr: "_expression",
    ast.Pass: "_pass",
    ast.Assign: "_assign",
    ast.AnnAssign: "_annotated",
    ast.AugAssign: "_augmented",
    ast.Return: "_return",
    ast.Break: "_break",
    ast.Continue: "_continue",
    ast.If: "_if",
    ast.For: "_for",
    ast.While: "_while",
}
