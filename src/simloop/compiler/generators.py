"""Generators over the parts of records and known ranges: what they make, written out."""

import ast

from simloop.compiler.expressions import Expressions
from simloop.compiler.refusal import Unsupported
from simloop.compiler.values import Record, Value, number_of


class Generators(Expressions):
    """Lines for generators; the names that they give are gone behind them."""

    def _generated(self, node: ast.GeneratorExp) -> Value:
        """What is made of each part of a record."""
        loop, *more = node.generators
        if more or loop.ifs:
            raise Unsupported("a generator with conditions or more loops than one; write a loop")
        outer = self.frame.names
        self.frame.names = dict(outer)
        found = []
        for item in self._turns(loop.iter):
            self._give_names(loop.target, item)
            found.append(self.evaluate(node.elt))
        self.frame.names = outer
        return Record(found)

    def _give_names(self, target: ast.expr, item: Value) -> None:
        """Give a part its name, or each part of it one."""
        is_row = isinstance(target, ast.Tuple)
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        items = self.items_of(item) if is_row else [item]
        if len(targets) != len(items) or not all(isinstance(one, ast.Name) for one in targets):
            raise Unsupported("a generator whose names do not fit its parts; name each of them")
        for one, part in zip(targets, items, strict=True):
            self.frame.names[one.id] = part  # type: ignore[attr-defined]

    def _turns(self, node: ast.expr) -> list[Value]:
        """What a generator goes through: a known range, or the parts of a record."""
        if not (isinstance(node, ast.Call) and self.evaluate(node.func) is range):
            return self.items_of(self.evaluate(node))
        bounds = [self.number(one) for one in node.args]
        if not all(bound.is_constant for bound in bounds):
            raise Unsupported("a generator over a range that is not known; write a loop")
        return [number_of(k) for k in range(*(int(bound.ref) for bound in bounds))]
