"""Kernels as Python runs them: edges of numbers are those of compiled code."""

from math import copysign, inf, isnan, nan
from typing import Any

import numpy as np
import pytest

from kernel_duel import compiled
from simloop.world.plain_code import bits_of, divide, double_of, plain_code, remainder, whole

EDGES = (nan, inf, -inf, 0.0, -0.0, 5e-324, -1e-310, 1e300, -1e300, 9.3e18, -9.3e18, 2.5, -2.5)


def truncate(number: Any, result: Any) -> None:
    """A whole number of a double."""
    result[0] = int(number[0])


@pytest.mark.parametrize("number", EDGES)
def test_whole_numbers_are_those_of_compiled_code(number: float) -> None:
    columns = {"number": np.array([[number]]), "result": np.zeros((1, 1), dtype=np.int64)}
    assert whole(number) == compiled(truncate, columns, gang=1)["result"][0, 0]


@pytest.mark.parametrize("divisor", [0.0, -0.0])
@pytest.mark.parametrize("number", EDGES)
def test_division_by_zero_is_numpys(number: float, divisor: float) -> None:
    with np.errstate(all="ignore"):
        expected = float(np.float64(number) / np.float64(divisor))
    found = divide(number, divisor)
    assert (found == expected and copysign(1.0, found) == copysign(1.0, expected)) or isnan(found)
    assert isnan(found) == isnan(expected)
    assert isnan(remainder(number, divisor))
    assert remainder(7, 0) == 0


@pytest.mark.parametrize("number", EDGES)
def test_bits_are_numpys(number: float) -> None:
    bits = int(np.float64(number).view(np.int64))
    assert bits_of(number) == bits
    assert bits_of(double_of(bits)) == bits
    assert bits_of(double_of(np.uint64(bits % 2**64))) == bits
    # Whole numbers beyond 64 bits wrap around, as shifts of compiled code do.
    assert bits_of(double_of(bits + 2**64)) == bits


def test_a_kernel_keeps_its_lines() -> None:
    body = "    x = np.float64(a).view(np.int64)\n    return x / b\n"
    text = f'"""A kernel."""\n\n\ndef f(a, b):\n{body}'
    lines: dict[str, Any] = {"np": None}
    exec(compile(plain_code(text, "kernel.py"), "kernel.py", "exec"), lines)
    assert lines["f"](2.0, 0) == inf
    assert lines["f"].__code__.co_firstlineno == 4
