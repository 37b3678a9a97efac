"""The compiler's language: what each construct means, and what is refused with place and fix."""

import os
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from kernel_duel import compiled, differences, interpreted
from simloop.compiler.refusal import Refused
from simloop.compiler.unit import Argument, translate
from simloop.world.kernel_copy import KernelCopies

HEAD = '''"""Generated."""
from math import isfinite, isnan, sqrt
from typing import NamedTuple
import numpy as np

STEPS = (0.5, -2.0, 4.0)
PLACES = (3, 1, 2)


class Gear:
    NEUTRAL = 0.0
    FIRST = 1.0
    NAMES = ("neutral", "first")


class Pair(NamedTuple):
    left: float
    right: float

    def __add__(self, other):
        return Pair(self.left + other.left, self.right + other.right)

    def __rmul__(self, factor):
        return Pair(factor * self.left, factor * self.right)

    def dot(self, other):
        return self.left * other.left + self.right * other.right


def first_above(row, limit):
    for k in range(4):
        if row[k] > limit:
            return k
    return -1


def first_step(row, marks):
    for step in STEPS:
        marks[1] += 1.0
        if row[0] < step:
            return step
        marks[2] += step
    return -9.0


def sum_of(one, other):
    return one + other


def sign_and_size(x):
    if x < 0.0:
        return -1.0, -x
    return 1.0, x


'''
EDGES = [0.0, -0.0, 1.5, -2.5, np.nan, np.inf, -np.inf, 1e300]
LARGEST = 2**63 - 1


def kernel_of(body: str) -> FunctionType:
    """A kernel on x and y (4 doubles), n and m (4 integers) and out (4 doubles)."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    source = f"{HEAD}def kernel(x, y, n, m, out):\n{lines}\n"
    found: FunctionType = KernelCopies({}).load("language", source).kernel
    return found


def columns() -> dict[str, Any]:
    random = np.random.default_rng(4)
    return {
        "x": np.stack([np.roll(EDGES, shift) for shift in range(4)]),
        "y": random.normal(0.0, 2.0, (4, 8)),
        "n": np.array([[-7, -1, 0, 1, 5, 9, LARGEST, -LARGEST - 1]] * 4),
        "m": np.array([[3, -3, 0, -1, 2, -7, -1, -1]] * 4),
        "out": np.zeros((4, 8)),
    }


MEANINGS = {
    "division by zero": "out[0] = x[0] / x[1]\nout[1] = y[0] / (x[0] - x[0])",
    "modulo": "out[0] = y[0] % 1.0\nout[1] = y[1] % 0.7\nout[2] = y[2] % -0.7",
    "whole division": "n[0] = n[1] // m[1]\nn[2] = n[1] % m[1]",
    "overflow wraps": "n[0] = n[0] * 3 + n[1]\nn[1] = -n[2]",
    "shifts": "n[0] = n[0] << 3\nn[1] = n[1] >> 2",
    "bits": "n[0] = (n[0] & m[0]) | (n[1] ^ 5)",
    "negative index": "out[-1] = x[-2]\nout[0] = STEPS[-1]",
    "index of its own": "k = abs(m[0]) % 4\nout[k] = x[k]\nout[0] += STEPS[k % 3] + PLACES[k % 3]",
    "comparisons with NaN": "out[0] = 1.0 if x[0] < 1.0 else 2.0\nout[1] = float(x[0] != x[0])",
    "chained comparison": "out[0] = float(-1.0 < y[0] <= 1.0)",
    "in": "out[0] = 1.0 if m[0] in (3, -1) else 0.0",
    "short circuit": "out[0] = float(m[0] > 0 and y[m[0] % 4] > 0.0 or not n[0])",
    "least and largest": "out[0] = min(x[0], y[0])\nout[1] = max(x[0], y[0], 0.5)",
    "not a number, finite": "out[0] = float(isnan(x[0]))\nout[1] = float(isfinite(x[0]))",
    "whole numbers": "n[0] = int(y[0])\nn[1] = int(y[1] * 1e3)",
    "records": (
        "p = Pair(x[0], y[0])\nq = 2.0 * p + Pair(y[1], 1.0)\nout[0] = q.dot(p)\nout[1] = q.right"
    ),
    "records by name": (
        "p = Pair(x[0], right=y[0])\nq = Pair(right=p.left, left=y[1])\n"
        "out[0] = q.dot(other=p)\nout[1] = q.right"
    ),
    "records by generators": (
        "p, q = Pair(x[0], y[0]), Pair(y[1], 1.0)\n"
        "a = 5.0\n"
        "r = Pair(*(a - b if a > b else a * b for a, b in zip(p, q, strict=True)))\n"
        "s = Pair(*(y[k] + STEPS[k] for k in range(2)))\n"
        "out[0] = r.dot(s)\nout[1] = sum_of(*(2.0 * one for one in r)) + a"
    ),
    "numbers of a class": "out[0] = Gear.FIRST if y[0] > Gear.NEUTRAL else Gear.NEUTRAL",
    "early return": "sign, size = sign_and_size(x[0])\nout[0] = sign * sqrt(size)",
    "return from a loop": "out[0] = float(first_above(y, 0.5))",
    "break and continue": (
        "total = 0.0\n"
        "for k in range(4):\n"
        "    if y[k] < -1.0:\n"
        "        continue\n"
        "    total += y[k]\n"
        "    if total > 1.5:\n"
        "        break\n"
        "    out[k] = total\n"
        "out[0] = total"
    ),
    "while": (
        "rounds = 0\nz = abs(y[0]) + 1.0\n"
        "while z > 0.1 and rounds < 9:\n    z *= 0.7\n    rounds += 1\n"
        "out[0] = z\nn[0] = rounds"
    ),
    "bounds of its own": "for k in range(abs(m[0]) % 4):\n    out[k] = y[k]",
    "a name that widens": "total = 0\nfor k in range(4):\n    total += y[k]\nout[0] = total",
    "a loop over a tuple": (
        "total = 0.0\nfor step in STEPS:\n    total += step * y[0]\nout[0] = total"
    ),
    "return from a loop over a tuple": "out[0] = first_step(y, out)",
    "swap": "a, b = x[0], y[0]\na, b = b, a\nout[0] = a\nout[1] = b",
    "stores in branches": (
        "if y[0] > 0.0:\n    out[0] = 1.0\n    if y[1] > 0.0:\n        out[1] = y[1]\n"
        "else:\n    out[2] = x[2]"
    ),
    "bits of doubles": "n[0] = np.float64(x[0]).view(np.int64)",
}


@pytest.mark.parametrize("gang", [1, 2, 4, 8])
@pytest.mark.parametrize("name", MEANINGS)
def test_compiled_code_means_what_python_means(name: str, gang: int) -> None:
    kernel, start = kernel_of(MEANINGS[name]), columns()
    assert differences(interpreted(kernel, start), compiled(kernel, start, gang)) == []


def test_a_double_no_integer_can_hold_becomes_the_nearest() -> None:
    """There the interpreter raises: the compiler's answer is defined all the same."""
    found = compiled(kernel_of("n[0] = int(x[0] * 1e300)"), columns(), 8)["n"][0]
    assert found.tolist() == [0, 0, LARGEST, -LARGEST - 1, 0, LARGEST, -LARGEST - 1, LARGEST]


@pytest.mark.parametrize("gang", [1, 2, 4, 8])
def test_an_index_beyond_the_ends_finds_the_nearest_element(gang: int) -> None:
    """There the interpreter raises; compiled code must not leave its memory."""
    start = columns()
    start["m"][0] = [-9, -5, -4, -1, 0, 3, 4, 10**12]
    body = "out[3] = x[m[0]]\nout[2] = STEPS[m[0]]\nn[m[0]] = 77"
    found = compiled(kernel_of(body), start, gang)
    nearest = [0, 0, 0, 3, 0, 3, 3, 3]
    lanes = np.arange(8)
    assert np.array_equal(found["out"][3], start["x"][nearest, lanes], equal_nan=True)
    assert found["out"][2].tolist() == [0.5, 0.5, 0.5, 4.0, 0.5, 4.0, 4.0, 4.0]
    assert (found["n"][nearest, lanes] == 77).all()
    assert (found["n"] == 77).sum() == 8


REFUSED = {
    "out[0] = y[0] ** 2": "** has other bits than a product; write the product",
    "out[0] = y[4]": "element 4 of y, which has 4",
    "out[0] = z": "z may have no value here",
    "out[0] = sum((1.0, 2.0))": "sum(); kernels call sqrt",
    "values = [1.0]": "a list in a kernel; use a tuple",
    "try:\n    out[0] = 1.0\nexcept ValueError:\n    pass": "try in a kernel; numbers do not raise",
    "raise ValueError": "raise in a kernel; write what is wrong into a column",
    "assert y[0] > 0.0": "assert in a kernel",
    "out[0] = (lambda: 1.0)()": "lambda in a kernel; write a function of the module",
    "for k in range(3):\n    last = y[k]\nout[0] = last": "last may have no value here",
    "out[0] = y[0] // 2.0": "// of doubles",
    "out[0] = y": "only numbers go into an element",
    "out[0] = n[0] << 64": "a shift by 64; it takes 0 to 63",
    "n[0] = np.uint64(3) + n[0]": "signed with unsigned integers; write np.uint64(...) around one",
    "a, b = 1.0, 2.0, 3.0": "3 values for 2 names",
    "out[0] = 'text'": "'text'; kernels know numbers only",
    "out[0] = Gear.THIRD": "Gear.THIRD; kernels know the numbers of a class",
    "out[0] = Gear.NAMES[0]": "Gear.NAMES; kernels know the numbers of a class",
    "p = Pair(x[0])": "Pair takes left, right, each once",
    "p = Pair(x[0], y[0], right=y[1])": "Pair takes left, right, each once",
    "p = Pair(x[0], middle=y[0])": "Pair takes left, right, each once",
    "p = Pair(*(a for a, b, c in zip(STEPS, STEPS, strict=True)))": (
        "a generator whose names do not fit its parts"
    ),
    "p = Pair(*(a for a in STEPS if a > 0.0))": "a generator with conditions",
    "p = Pair(*(y[k] for k in range(n[0])))": "a generator over a range that is not known",
    "import math": "an import inside a function in a kernel",
    "out[0] = STEPS.count(1)": ".count(); kernels call functions",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_outside_is_refused_with_its_place(body: str) -> None:
    kernel = kernel_of(body)
    with pytest.raises(Refused) as caught:
        compiled(kernel, columns(), 4)
    place, words = str(caught.value).split(": ", 1)
    assert REFUSED[body] in words
    number = int(place.rpartition(":")[2])
    first = kernel.__code__.co_firstlineno
    assert first < number <= first + len(body.splitlines())


def repeats(x: Any) -> None:
    """Calls itself."""
    repeats(x)


def test_a_function_that_calls_itself_is_refused() -> None:
    function: Callable[..., Any] = repeats
    with pytest.raises(Refused, match=r"test_compiler_language.py:\d+: repeats calls itself"):
        translate(function, [Argument("x", "column")], lanes=1, gang=1)  # type: ignore[arg-type]


def test_an_edited_file_is_read_anew(tmp_path: Path) -> None:
    """As a developer edits a kernel in a session that goes on."""
    path = tmp_path / "edited_kernel.py"
    texts = []
    for factor in (2.0, 4.5):
        path.write_text(f"def kernel(x):\n    x[0] = {factor} * x[0]\n")
        names: dict[str, Any] = {}
        exec(compile(path.read_text(), str(path), "exec"), names)
        os.utime(path, ns=(0, round(factor * 1e9)))
        texts.append(translate(names["kernel"], [Argument("x", "column")], lanes=1, gang=1).text)
    assert texts[0] != texts[1]
