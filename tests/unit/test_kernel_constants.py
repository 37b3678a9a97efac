"""Copies of kernels hold the numbers of modules without functions, and change with them."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simloop.firmware.output_mixer import mix_outputs
from simloop.world.kernel_copy import KernelCopies
from simloop.world.kernel_memo import Notes

NUMBERS = "SIZE = {size}\nSTEPS = (0.5, {size})\n"
KERNEL = '''"""A kernel."""

from kernel_numbers import SIZE, STEPS

W = 1


def grow(x: float) -> float:
    """Add the numbers."""
    return x + SIZE + STEPS[1]
'''


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "kernel_numbers.py").write_text(NUMBERS.format(size=3))
    (tmp_path / "kernel_of_numbers.py").write_text(KERNEL)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("kernel_of_numbers", "kernel_numbers"):
        sys.modules.pop(name, None)


def copy_of(directory: Path) -> tuple[str, str]:
    """The copy's numbers and its name, as made by a process that begins now."""
    for name in ("kernel_of_numbers", "kernel_numbers"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    function = importlib.import_module("kernel_of_numbers").grow
    copies = KernelCopies({"W": 1}, Notes(directory))
    grow = copies.function(function, None)
    return f"SIZE = {grow.__globals__['SIZE']} STEPS = {grow.__globals__['STEPS']}", copies.name_of(
        function, None
    )


def test_another_number_makes_another_copy(kernel: Path) -> None:
    """A copy that only names its numbers would stay the one compiled for the old ones."""
    first, name = copy_of(kernel)
    (kernel / "kernel_numbers.py").write_text(NUMBERS.format(size=17))
    second, other_name = copy_of(kernel)
    assert name != other_name
    assert "SIZE = 3" in first
    assert "STEPS = (0.5, 3)" in first
    assert "SIZE = 17" in second
    assert "STEPS = (0.5, 17)" in second


METHODS = """from typing import NamedTuple


class Pair(NamedTuple):
    x: float
    y: float

    def area(self) -> float:
        return {factor} * self.x * self.y
"""
KERNEL_OF_PAIRS = """from kernel_pairs import Pair


def grow(x: float) -> float:
    return Pair(x, x).area()
"""


def test_another_method_of_a_value_makes_another_copy(kernel: Path) -> None:
    """Classes of values are not copied, so the copy that calls their methods must tell them."""
    (kernel / "kernel_of_numbers.py").write_text(KERNEL_OF_PAIRS)
    names = []
    for factor in ("1.0", "2.0"):
        sys.modules.pop("kernel_pairs", None)
        (kernel / "kernel_pairs.py").write_text(METHODS.format(factor=factor))
        importlib.invalidate_caches()
        names.append(copied(kernel))
    assert len(set(names)) == len(names)


def copied(directory: Path) -> str:
    """The name of the copy of the kernel that lies there."""
    for name in ("kernel_of_numbers", "kernel_numbers"):
        sys.modules.pop(name, None)
    function = importlib.import_module("kernel_of_numbers").grow
    return KernelCopies({}, Notes(directory)).name_of(function, None)


def test_the_right_to_write_is_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its module has functions, and theirs import modules that are no source at all."""
    copied: list[str] = []
    copy = KernelCopies._copy

    def noted(self: KernelCopies, module: str, hook: None) -> object:
        copied.append(module)
        return copy(self, module, hook)

    monkeypatch.setattr(KernelCopies, "_copy", noted)
    KernelCopies({"OUTPUTS": 5}, Notes(tmp_path)).name_of(mix_outputs, None)
    assert mix_outputs.__module__ in copied
    assert "simloop.firmware.component" not in copied
