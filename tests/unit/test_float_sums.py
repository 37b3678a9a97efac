"""No float of simloop is added up by the builtin `sum`, whose bits depend on the Python."""

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

import simloop
from simloop.firmware.maths import ordered_sum as ordered_sum_of_firmware
from simloop.math.ordered_sum import ordered_sum

SOURCES = Path(simloop.__file__).parent
# Attributes that hold whole numbers wherever they occur.
WHOLE_ATTRIBUTES = {"nbytes", "size", "dropped"}
WHOLE_CALLS = {"len", "int"}
# Sums of the standard library that other releases round otherwise, or do not have.
UNSTEADY = {"sumprod"}
# From 3.12 on the builtin gives 0.2 for the first: what is lost on the way comes back.
LOSSY = [(0.1, 1e16, 0.1, -1e16), (0.1,) * 10, (1e308, 1e308, -1e308)]


def is_whole(term: ast.expr) -> bool:
    """Is this visibly a whole number?"""
    if isinstance(term, ast.Constant):
        return isinstance(term.value, int)
    if isinstance(term, ast.BinOp):
        return isinstance(term.op, ast.LShift)
    if isinstance(term, ast.Attribute):
        return term.attr in WHOLE_ATTRIBUTES
    if isinstance(term, ast.Call):
        return isinstance(term.func, ast.Name) and term.func.id in WHOLE_CALLS
    return isinstance(term, ast.Compare)


def sums_whole_numbers(call: ast.Call) -> bool:
    """Are all terms of a call of `sum` visibly whole numbers?"""
    if len(call.args) != 1 or call.keywords:
        return False
    terms = call.args[0]
    if isinstance(terms, ast.GeneratorExp | ast.ListComp):
        return is_whole(terms.elt)
    mapped = isinstance(terms, ast.Call) and isinstance(terms.func, ast.Name)
    if not mapped or terms.func.id != "map":
        return False
    by = terms.args[0]
    return isinstance(by, ast.Name) and by.id in WHOLE_CALLS


def float_sums(source: str) -> Iterator[int]:
    """Lines that add floats in a way that depends on the Python."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and UNSTEADY & {name.name for name in node.names}:
            yield node.lineno
        if not isinstance(node, ast.Call):
            continue
        by = node.func
        if isinstance(by, ast.Attribute) and by.attr in UNSTEADY:
            yield node.lineno
        if isinstance(by, ast.Name) and by.id == "sum" and not sums_whole_numbers(node):
            yield node.lineno


def test_floats_are_added_in_order_and_not_by_the_builtin() -> None:
    files = sorted(SOURCES.rglob("*.py"))
    found = [f"{file}:{line}" for file in files for line in float_sums(file.read_text("utf-8"))]
    assert len(files) > 500
    assert not found, f"use ordered_sum, or show that terms are whole: {', '.join(found)}"


@pytest.mark.parametrize(
    "line",
    [
        "sum(shares)",
        "sum(wheel.load_share for wheel in wheels)",
        "sum([a * b for a, b in pairs])",
        "sum(map(float, words))",
        "sum((1.0 for _ in wheels))",
        "sum((len(x) for x in words), 0.5)",
        "math.sumprod(a, b)",
        "from math import sumprod",
    ],
)
def test_the_rule_finds_sums_of_floats(line: str) -> None:
    assert list(float_sums(line)) == [1]


@pytest.mark.parametrize(
    "line",
    ["sum(a < b for a, b in pairs)", "sum(map(len, parts))", "sum(1 for w in wheels if w.driven)"],
)
def test_the_rule_lets_whole_numbers_pass(line: str) -> None:
    assert not list(float_sums(line))


@pytest.mark.parametrize("add_up", [ordered_sum, ordered_sum_of_firmware])
@pytest.mark.parametrize("terms", LOSSY)
def test_an_ordered_sum_rounds_after_every_term(
    add_up: Callable[[Iterable[float]], float], terms: tuple[float, ...]
) -> None:
    total = 0.0
    for term in terms:
        total = total + term
    assert add_up(iter(terms)) == total
    assert add_up(()) == 0.0
