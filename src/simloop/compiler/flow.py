"""Statements: assignments, branches, loops, and leaving them.

What is the same for all lanes branches for real. What depends on the lane runs for all and is
blended: `mask` are the lanes that came here. A lane that returns, breaks or continues is marked by
a flag, and the rest of the block is for the others. Work above a weight is passed over when no
lane wants it.
"""

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from simloop.compiler.arithmetic import is_same
from simloop.compiler.expressions import (
    COUNTER,
    LEFT,
    RESULT,
    RETURNED,
    SKIPPED,
    Expressions,
)
from simloop.compiler.ir_text import Phi
from simloop.compiler.refusal import Unsupported, advice_for, name_of
from simloop.compiler.values import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Kind,
    Number,
    Record,
    Value,
    number_of,
    wider,
)

Names = dict[str, Value]
Types = dict[str, list[tuple[Kind, bool]]]
# A body of this weight is worth a look whether any lane wants it.
_WORTH_A_LOOK = 150
_RANGE_ARGUMENTS = 3


class Flow(Expressions):
    """Lines for statements."""

    _result_class: type | None = None

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
                self._for_who_stays(partial(self.run_body, rest), _weight(rest))
                return

    def _statement(self, node: ast.stmt) -> None:
        translate = _TRANSLATE.get(type(node))
        if translate is None:
            raise self.refuse(node, f"{name_of(node)} in a kernel; {advice_for(node)}")
        try:
            translate(self, node)
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
            self._run_guarded(partial(self.run_body, body), _weight(body))
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
        return Number(kind, varying, self.op(line), natural)

    # Loops.

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            raise Unsupported("else after a loop; set a flag before break")
        if not isinstance(node.target, ast.Name):
            raise Unsupported("a loop over several names; loop over range and index")
        call = node.iter
        if not (isinstance(call, ast.Call) and self.evaluate(call.func) is range):
            self._for_each(node)
            return
        bounds = [self.cast(self.number(one), "i8") for one in call.args]
        first = ZERO if len(bounds) == 1 else bounds[0]
        step = bounds[2] if len(bounds) == _RANGE_ARGUMENTS else ONE
        last = bounds[0] if len(bounds) == 1 else bounds[1]
        if not step.is_constant or step.ref == 0:
            raise Unsupported("a step that is not known; write a number")
        if first.is_constant and last.is_constant:
            turns = range(int(first.ref), int(last.ref), int(step.ref))
            if len(turns) <= 1:
                for k in turns:
                    self._run_turns(node, [number_of(k)])
                return
        self._count(node, node.target.id, first, last, step)

    def _for_each(self, node: ast.For) -> None:
        """A loop over a tuple: written out."""
        try:
            items = self.items_of(self.evaluate(node.iter))
        except Unsupported:
            raise Unsupported("a loop over what is no range and no tuple") from None
        self._run_turns(node, items)

    def _run_turns(self, node: ast.For, items: list[Value]) -> None:
        """Turns of a loop that are written out one by one."""
        if len(items) > 1 and _leaves(node, ast.Break):
            raise Unsupported("break in a loop over a tuple; loop over range")
        assert isinstance(node.target, ast.Name)
        names = self.frame.names
        outer = names[LEFT], names[SKIPPED]
        names[LEFT], names[SKIPPED] = FALSE, FALSE
        names[node.target.id] = items[0]
        self.run_body(node.body)
        self._end_turns(outer)
        if items[1:]:
            self._for_who_stays(lambda: self._run_turns(node, items[1:]), _weight(node.body))

    def _end_turns(self, outer: tuple[Value, Value]) -> None:
        """After a loop all go on but those who returned."""
        names = self.frame.names
        names[LEFT], names[SKIPPED] = outer
        returned = names[RETURNED]
        self.frame.ended = bool(returned.is_constant and returned.ref)

    def _count(self, node: ast.For, target: str, first: Number, last: Number, step: Number) -> None:
        down = int(step.ref) < 0
        names = self.frame.names
        outer = names.get(COUNTER)
        natural = not down and first.is_constant and int(first.ref) >= 0
        natural = natural or (down and last.is_constant and int(last.ref) >= -1)

        def test() -> Number:
            return self.compare(ast.Gt if down else ast.Lt, self.frame.names[COUNTER], last)

        def body() -> None:
            counter = self.frame.names[COUNTER]
            self.frame.names[target] = Number("i8", counter.varying, counter.ref, natural)
            self.run_body(node.body)
            self.frame.names[COUNTER] = self.operate(ast.Add, counter, step)

        names[COUNTER] = first
        self._loop(node, {COUNTER}, test, body)
        if outer is None:
            del self.frame.names[COUNTER]
        else:
            self.frame.names[COUNTER] = outer

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise Unsupported("else after a loop; set a flag before break")
        self._loop(node, set(), lambda: self.flag(node.test), lambda: self.run_body(node.body))

    def _loop(
        self,
        node: ast.For | ast.While,
        extra: set[str],
        test: Callable[[], Number],
        body: Callable[[], None],
    ) -> None:
        """A loop; begun again with wider values if a turn turns out to make them."""
        frame = self.frame
        outer = frame.names[LEFT], frame.names[SKIPPED]
        frame.names[LEFT], frame.names[SKIPPED] = FALSE, FALSE
        carried = {*_assigned(node), *extra}
        if _leaves(node, ast.Break):
            carried.add(LEFT)
        if _leaves(node, ast.Return):
            carried |= {RETURNED, RESULT}
        self.risks += 1
        start = dict(frame.names)
        lines, count, label = self.lines, len(self.lines), self.label
        types: Types = {}
        while not self._turn(carried, types, test, body):
            del lines[count:]
            self.lines, self.label, frame.names = lines, label, dict(start)
        self._end_turns(outer)

    def _turn(
        self,
        carried: set[str],
        types: Types,
        test: Callable[[], Number],
        body: Callable[[], None],
    ) -> bool:
        """One try at a loop; if a turn makes wider values than it got, `types` learns of it."""
        frame, mask, before = self.frame, self.mask, dict(self.frame.names)
        if RESULT in types:
            before.setdefault(RESULT, _empty(types[RESULT], self._result_class))
        number = self.fresh()
        head, inside, end = f"head{number}", f"turn{number}", f"out{number}"
        held = _Held(self, {name: before[name] for name in before if name in carried}, types)
        came_from = self.label
        self.lines.append(f"br label %{head}")
        self.begin_block(head)
        frame.names.update(held.enter())
        wanted = test()
        entered = dict(frame.names)
        for flag in (LEFT, RETURNED):
            wanted = self.both(wanted, self.invert(frame.names[flag]))
        masked = wanted if mask is None or not wanted.varying else self.both(mask, wanted)
        goes_on = self.any_lane(masked)
        text = self.operand(goes_on, False)
        self.lines.append(f"br i1 {text}, label %{inside}, label %{end}")
        self.begin_block(inside)
        self.mask = masked if wanted.varying else mask
        body()
        frame.ended, self.mask = False, mask
        frame.names[SKIPPED] = FALSE
        if RESULT in carried and RESULT not in before and RESULT in frame.names:
            result = frame.names[RESULT]
            self._result_class = result.cls if isinstance(result, Record) else None
            types[RESULT] = [(leaf.kind, False) for leaf in _leaves_of(result)]
            return False
        after = {name: frame.names.get(name, before[name]) for name in held.names}
        if wanted.varying:
            for name, value in after.items():
                if name != COUNTER or value.varying:
                    after[name] = self.select(wanted, value, entered[name])
        if held.must_widen(after, types):
            return False
        held.close(after, came_from)
        self.lines.append(f"br label %{head}")
        self.begin_block(end)
        frame.names = {name: entered.get(name, before[name]) for name in before}
        return True


def _do_nothing() -> None:
    """The side of a branch that nobody wants."""


class _Side:
    """One side of a branch: its names, where it ends, its lines."""

    __slots__ = ("label", "lines", "names")

    def __init__(self, names: Names, label: str, lines: list[Any]) -> None:
        self.names = names
        self.label = label
        self.lines = lines


class _Held:
    """What a loop hands from turn to turn."""

    def __init__(self, flow: Flow, start: Names, types: Types) -> None:
        self._flow = flow
        # A name that holds no number must be the same in every turn.
        self.names = {name: value for name, value in start.items() if _is_numeric(value)}
        self._starts: dict[str, list[Number]] = {}
        for name, value in self.names.items():
            leaves = _leaves_of(value)
            wanted = types.get(name, [(leaf.kind, leaf.varying) for leaf in leaves])
            self._starts[name] = [
                _spread(flow, leaf, kind, varying)
                for leaf, (kind, varying) in zip(leaves, wanted, strict=True)
            ]
        self._phis: dict[str, list[tuple[Phi, str]]] = {}

    def enter(self) -> Names:
        """The names at the head of the loop."""
        found: Names = {}
        for name, value in self.names.items():
            leaves = []
            self._phis[name] = []
            for leaf in self._starts[name]:
                phi, ref = Phi(), f"%t{self._flow.fresh()}"
                self._flow.lines.append(phi)
                self._phis[name].append((phi, ref))
                leaves.append(Number(leaf.kind, leaf.varying, ref))
            found[name] = _rebuild(value, leaves)
        return found

    def must_widen(self, after: Names, types: Types) -> bool:
        """Does a turn make wider values than it got?"""
        found = False
        for name, value in after.items():
            starts, leaves = self._starts[name], _leaves_of(value)
            if len(leaves) != len(starts):
                raise Unsupported(f"{name} changes its length from turn to turn")
            wide = [
                (wider(a.kind, b.kind), a.varying or b.varying)
                for a, b in zip(starts, leaves, strict=True)
            ]
            if wide != [(leaf.kind, leaf.varying) for leaf in starts]:
                types[name] = wide
                found = True
        return found

    def close(self, after: Names, came_from: str) -> None:
        """Write down what each name is at the head: from before, or from the turn before."""
        flow, pairs = self._flow, []
        for name in self.names:
            leaves = _leaves_of(after[name])
            for start, leaf, place in zip(
                self._starts[name], leaves, self._phis[name], strict=True
            ):
                back = flow.operand(flow.cast(leaf, start.kind), start.varying)
                pairs.append((start, back, place))
        for start, back, (phi, ref) in pairs:
            kind = flow.type_of(start.kind, start.varying)
            text = flow.operand(start, start.varying)
            phi.text = f"{ref} = phi {kind} [{text}, %{came_from}], [{back}, %{flow.label}]"


def _spread(flow: Flow, number: Number, kind: Kind, varying: bool) -> Number:
    """A number as another kind, in all lanes if asked for."""
    number = flow.cast(number, kind)
    if number.is_constant or number.varying == varying:
        return Number(kind, varying, number.ref)
    return Number(kind, varying, flow.operand(number, varying))


def _assigned(node: ast.For | ast.While) -> set[str]:
    """Names that a loop's body sets."""
    return {
        part.id
        for statement in node.body
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def _leaves(node: ast.AST, how: type[ast.stmt]) -> bool:
    """May its body return, or break out of it? A break of a loop inside is not its own."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, how):
            return True
        inner_loop = isinstance(part, ast.For | ast.While) and how is ast.Break
        if not inner_loop and _leaves(part, how):
            return True
    return False


def _weight(body: list[ast.stmt]) -> int:
    """How much work statements are, about."""
    parts = [part for statement in body for part in ast.walk(statement)]
    calls = [part for part in parts if isinstance(part, ast.Call)]
    loops = [part for part in parts if isinstance(part, ast.For | ast.While)]
    return len(parts) + 50 * len(calls) + 300 * len(loops)


def _as_load(target: ast.expr) -> ast.expr:
    """A target as an expression that reads it."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    assert isinstance(target, ast.Attribute)
    return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)


def _is_numeric(value: Value) -> bool:
    if isinstance(value, Record):
        return all(_is_numeric(item) for item in value.items)
    return isinstance(value, Number)


def _leaves_of(value: Value) -> list[Number]:
    """The numbers of a value in order."""
    if isinstance(value, Record):
        return [leaf for item in value.items for leaf in _leaves_of(item)]
    if not isinstance(value, Number):
        raise Unsupported("what is no number cannot change from turn to turn")
    return [value]


def _rebuild(like: Value, leaves: list[Number]) -> Value:
    """A value of the same shape with other numbers, which are taken from the list."""
    if isinstance(like, Record):
        return Record([_rebuild(item, leaves) for item in like.items], like.cls)
    return leaves.pop(0)


def _empty(types: list[tuple[Kind, bool]], cls: type | None) -> Value:
    """Something of the right shape for a result that nobody has returned yet."""
    leaves = [Number(kind, False, 0) for kind, _ in types]
    return leaves[0] if cls is None else Record(leaves, cls)


_TRANSLATE: dict[type[ast.stmt], Callable[[Any, Any], None]] = {
    ast.Expr: Flow._expression,
    ast.Pass: Flow._pass,
    ast.Assign: Flow._assign,
    ast.AnnAssign: Flow._annotated,
    ast.AugAssign: Flow._augmented,
    ast.Return: Flow._return,
    ast.Break: Flow._break,
    ast.Continue: Flow._continue,
    ast.If: Flow._if,
    ast.For: Flow._for,
    ast.While: Flow._while,
}
