"""Loops: over a range, over a tuple, while; each lane as many turns as it needs.

A loop's names are handed from turn to turn. It is begun again with wider values if a turn turns
out to make them: an integer that becomes a double, one value for all that becomes one per lane.
"""

import ast
from collections.abc import Callable

from simloop.compiler.expressions import COUNTER, LEFT, RESULT, RETURNED, SKIPPED
from simloop.compiler.ir_text import Phi
from simloop.compiler.refusal import Unsupported
from simloop.compiler.statements import Names, Statements
from simloop.compiler.values import (
    FALSE,
    ONE,
    ZERO,
    Kind,
    Number,
    Record,
    Value,
    most_of,
    number_of,
    wider,
)

Types = dict[str, list[tuple[Kind, bool]]]
_RANGE_ARGUMENTS = 3


class Flow(Statements):
    """Lines for loops, and with that for whole functions."""

    _result_like: Value = None

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
            self._for_who_stays(lambda: self._run_turns(node, items[1:]), self.weight(node.body))

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
        most = most_of(first) if down else most_of(last)
        most = most - 1 if most is not None and not down else most

        def test() -> Number:
            return self.compare(ast.Gt if down else ast.Lt, self.frame.names[COUNTER], last)

        def body() -> None:
            counter = self.frame.names[COUNTER]
            self.frame.names[target] = Number("i8", counter.varying, counter.ref, natural, most)
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
        self, carried: set[str], types: Types, test: Callable[[], Number], body: Callable[[], None]
    ) -> bool:
        """One try at a loop; if a turn makes wider values than it got, `types` learns of it."""
        frame, mask, before = self.frame, self.mask, dict(self.frame.names)
        if RESULT in types:
            before.setdefault(RESULT, _empty(types[RESULT], self._result_like))
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
            self._result_like = result
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


def _empty(types: list[tuple[Kind, bool]], like: Value) -> Value:
    """Something of the right shape for a result that nobody has returned yet."""
    return _rebuild(like, [Number(kind, False, 0) for kind, _ in types])
