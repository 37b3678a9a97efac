"""Writes random kernels in the compiler's language, whose every value both sides must agree on.

Numbers come from columns, so that the interpreter counts with numpy's scalars: what is divided by
zero becomes infinite there, too. What the interpreter would refuse is not written.
"""

import random

SIZE = 6
"""Elements of each column."""
COLUMNS = ("a", "b", "n", "m", "out", "whole")


_HEAD = '''"""Generated."""
from math import sqrt

import numpy as np


def whole_of(x):
    return int(x) if abs(x) < 1e6 else 0


'''


class Writer:
    """Writes one kernel after the other from one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._floats: list[str] = []
        self._ints: list[str] = []
        self._count = 0

    def module(self, kernels: int) -> str:
        """The text of a module with so many kernels, and one that calls them all."""
        parts = [_HEAD]
        for number in range(kernels):
            parts += [*self._helper(number), *self._kernel(number)]
        names = ", ".join(COLUMNS)
        parts += [f"def every({names}):"]
        parts += [f"    kernel_{number}({names}, {number})" for number in range(kernels)]
        return "\n".join([*parts, ""])

    def _helper(self, number: int) -> list[str]:
        self._floats, self._ints = ["x", "y", "z"], ["k"]
        lines = [f"def helper_{number}(x, y, z, k):"]
        lines += self._block(1, 2, in_loop=False, returns=True)
        return [*lines, f"    return {self._float(2)}, {self._int(1)}", "", ""]

    def _kernel(self, number: int) -> list[str]:
        lines = [f"def kernel_{number}({', '.join(COLUMNS)}, at):"]
        self._floats, self._ints = ["x", "y", "z"], ["k"]
        pick = self._random.randrange
        lines += [
            f"    x = a[{pick(SIZE)}]",
            f"    y = b[{pick(SIZE)}]",
            f"    z = a[{pick(SIZE)}] / b[{pick(SIZE)}]",
            f"    k = n[{pick(SIZE)}] % 1009",
        ]
        lines += self._block(1, 5, in_loop=False, returns=False)
        lines += [
            f"    u, v = helper_{number}(x, y, z, {self._int(1)})",
            f"    out[3 * at] = {self._float(2)}",
            "    out[3 * at + 1] = u",
            f"    out[3 * at + 2] += {self._float(1)}",
            f"    whole[2 * at] = ({self._int(2)}) % 1000003",
            "    whole[2 * at + 1] += v % 1000003",
        ]
        return [*lines, "", ""]

    def _block(self, depth: int, most: int, *, in_loop: bool, returns: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self._random.randint(1, most)):
            lines += self._statement(depth, in_loop=in_loop, returns=returns)
        return lines

    def _statement(self, depth: int, *, in_loop: bool, returns: bool) -> list[str]:
        pad = "    " * depth
        choice = self._random.random()
        if choice < 0.6 or depth > 3:
            return [pad + self._assignment(choice, may_store=not returns)]
        if choice < 0.8:
            return self._branch(pad, depth, in_loop=in_loop, returns=returns)
        if choice < 0.94:
            return self._loop(pad, depth, returns=returns)
        return self._leave(pad, in_loop=in_loop, returns=returns)

    def _assignment(self, choice: float, *, may_store: bool) -> str:
        if 0.5 < choice < 0.6 and may_store:
            place = self._random.choice([str(self._random.randrange(SIZE)), self._place()])
            return f"a[{place}] = {self._float(1)}"
        if 0.35 < choice < 0.5:
            name = self._ints[0]
            return f"{name} = ({self._int(2)}) % 1009"
        name = self._random.choice([*self._floats[:4]])
        sign = self._random.choice(["=", "+=", "-=", "*="])
        return f"{name} {sign} {self._float(2)}"

    def _branch(self, pad: str, depth: int, *, in_loop: bool, returns: bool) -> list[str]:
        lines = [f"{pad}if {self._test(2)}:"]
        lines += self._block(depth + 1, 2, in_loop=in_loop, returns=returns)
        if self._random.random() < 0.3:
            lines += [f"{pad}elif {self._test(1)}:"]
            lines += self._block(depth + 1, 2, in_loop=in_loop, returns=returns)
        if self._random.random() < 0.5:
            lines += [f"{pad}else:"]
            lines += self._block(depth + 1, 2, in_loop=in_loop, returns=returns)
        return lines

    def _loop(self, pad: str, depth: int, *, returns: bool) -> list[str]:
        self._count += 1
        name = f"i{self._count}"
        if self._random.random() < 0.3:
            head = [f"{pad}{name} = 0", f"{pad}while {name} < 4 and {self._test(1)}:"]
            body = [f"{pad}    {name} += 1"]
        else:
            bounds = self._random.choice(["3", "1, 5", "4, 0, -1", "k % 5", "2"])
            head, body = [f"{pad}for {name} in range({bounds}):"], []
        self._ints.append(name)
        body += self._block(depth + 1, 3, in_loop=True, returns=returns)
        self._ints.remove(name)
        return [*head, *body]

    def _leave(self, pad: str, *, in_loop: bool, returns: bool) -> list[str]:
        ways = [*(["break", "continue"] if in_loop else []), *(["return"] if returns else [])]
        if not ways:
            return [f"{pad}y = {self._float(1)}"]
        way = self._random.choice(ways)
        if way == "return":
            way = f"return {self._float(1)}, {self._int(1)}"
        return [f"{pad}if {self._test(1)}:", f"{pad}    {way}"]

    def _float(self, depth: int) -> str:
        pick, down = self._random, depth - 1
        if depth <= 0 or pick.random() < 0.2:
            number = repr(round(pick.uniform(-3.0, 3.0), 2))
            return pick.choice([*self._floats, *self._floats, number])
        a, b = self._float(down), self._float(down)
        ways = [
            lambda: f"({a} {pick.choice('+-*')} {b})",
            lambda: f"({a} {pick.choice('+-*')} {b})",
            lambda: "(np.float64(x) / (z * x))",
            lambda: f"(-{a})",
            lambda: f"sqrt(abs({a}))",
            lambda: f"{pick.choice(['min', 'max'])}({a}, {b})",
            lambda: f"abs({a})",
            lambda: f"({a} if {self._test(down)} else {b})",
            lambda: f"float({self._int(down)})",
            lambda: f"(z % {pick.choice(['1.0', '2.5', '-0.75'])})",
        ]
        return pick.choice(ways)()

    def _int(self, depth: int) -> str:
        pick, down = self._random, depth - 1
        if depth <= 0 or pick.random() < 0.3:
            return pick.choice([*self._ints, str(pick.randint(-7, 9))])
        a, b = self._int(down), self._int(down)
        ways = [
            lambda: f"({a} {pick.choice('+-')} {b})",
            lambda: f"({a} * 3)",
            lambda: f"({a} // {pick.choice([-3, 2, 7])})",
            lambda: f"({a} % {pick.choice([-4, 3, 10])})",
            lambda: f"({a} {pick.choice('&^|')} {b})",
            lambda: f"(({a} % 64) << 2)",
            lambda: f"({a} >> 1)",
            lambda: f"({a} if {self._test(down)} else {b})",
            lambda: f"whole_of({self._float(down)})",
        ]
        return pick.choice(ways)()

    def _test(self, depth: int) -> str:
        pick, down = self._random, depth - 1
        sign = pick.choice(["<", "<=", ">", ">=", "==", "!="])
        if depth <= 0:
            least = pick.choice([self._float, self._int])
            return f"({least(0)} {sign} {least(0)})"
        ways = [
            lambda: f"({self._float(down)} {sign} {self._float(down)})",
            lambda: f"({self._int(down)} {sign} {self._int(0)})",
            lambda: f"({self._test(down)} and {self._test(down)})",
            lambda: f"({self._test(down)} or {self._test(down)})",
            lambda: f"(not {self._test(down)})",
        ]
        return pick.choice(ways)()

    def _place(self) -> str:
        return f"({self._int(1)}) % {SIZE}"
