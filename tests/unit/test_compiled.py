"""Compiled and interpreted steps give the same bits, from files in a cache."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from simloop.testing.tiny_world import tiny_runner, tiny_spec
from simloop.world.code_cache import cache_root
from simloop.world.kernel_copy import KernelCopies
from simloop.world.kernel_memo import Notes, recall
from simloop.world.source_stamp import imported_below

KERNEL = "def kernel(thrust_n):\n    thrust_n[0] = HALF\n"


@pytest.mark.parametrize("count", [1, 20])
def test_compiled_equals_interpreted(count: int) -> None:
    compiled, plain = tiny_runner(count, compiled=True), tiny_runner(count)
    for runner in (compiled, plain):
        runner.advance(30)
    assert compiled.world.state_hash() == plain.world.state_hash()


def test_one_call_for_many_ticks_equals_many_calls() -> None:
    one, many = tiny_runner(20, compiled=True), tiny_runner(20, compiled=True)
    one.advance(50)
    for _ in range(50):
        many.advance(1)
    assert one.world.state_hash() == many.world.state_hash()


def test_while_the_compiler_works_the_interpreter_flies() -> None:
    runner, compiled = tiny_runner(3, compiled=True), tiny_runner(3, compiled=True)
    jobs: list[Callable[[], None]] = []
    runner.prepare(background=jobs.append)
    runner.advance(20)
    assert not runner.ready
    for job in jobs:
        job()
    assert runner.ready
    runner.advance(20)
    compiled.advance(40)
    assert runner.world.state_hash() == compiled.world.state_hash()


def test_a_class_that_comes_later_is_compiled_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    runner, plain = tiny_runner(1, compiled=True), tiny_runner(1)
    runner.prepare()
    jobs: list[Callable[[], None]] = []
    runner.newcomers_compile = lambda: jobs.append
    for each in (runner, plain):
        each.advance(10)
        spec = tiny_spec()
        for number in range(20):
            each.world.spawn(f"late_{number}", spec, {"wish_mps2": 2.0})
        each.advance(10)
    assert len(jobs) == 1
    assert not runner.ready
    jobs.pop()()
    for each in (runner, plain):
        each.advance(10)
    assert runner.ready
    assert runner.world.state_hash() == plain.world.state_hash()


def test_what_was_compiled_once_is_known_to_be_cached(tmp_path: Path) -> None:
    code = (
        "from simloop.testing.tiny_world import tiny_runner, tiny_spec\n"
        "cold = tiny_runner(1, compiled=True)\n"
        "print(cold.cached)\n"
        "cold.prepare()\n"
        "print(tiny_runner(1, compiled=True).cached, tiny_runner(20, compiled=True).cached)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SIMLOOP_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.split() == ["False", "True", "False"]


def test_copies_carry_their_constants_and_lead_to_each_other() -> None:
    from simloop.kernels import noise
    from simloop.systems.imu.kernel import take_imu

    copy = KernelCopies({"IMU_TICKS": 16}).function(take_imu, None)
    assert copy.__globals__["IMU_TICKS"] == 16
    called = copy.__globals__["gauss_pair"]
    assert called is not noise.gauss_pair
    assert called.__code__.co_filename == noise.__file__


def test_a_change_in_a_callee_makes_a_new_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    from simloop.testing.tiny_kernels import tiny_look
    from simloop.world import kernel_copy

    name = KernelCopies({}).module_of(tiny_look, None)
    original = kernel_copy._source_of

    def edited(module: str) -> str:
        source = original(module)
        return source + "\n# edited\n" if module.endswith("noise") else source

    monkeypatch.setattr(kernel_copy, "_source_of", edited)
    monkeypatch.setattr(kernel_copy, "_known", {})
    edited_copies = KernelCopies({})
    assert edited_copies.module_of(tiny_look, None) != name


def test_an_edited_source_voids_the_memo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "edited_kernel.py").write_text("from edited_number import HALF\n\n" + KERNEL)
    (tmp_path / "edited_number.py").write_text("HALF = 0.5\n")
    monkeypatch.syspath_prepend(tmp_path)
    kernel: Any = import_module("edited_kernel").kernel
    notes = Notes(tmp_path / "notes")
    name = KernelCopies({"W": 1}, notes).name_of(kernel, None)
    memo = next((tmp_path / "notes").glob("copy_*.json")).stem
    assert recall(notes, memo) == name
    os.utime(tmp_path / "edited_kernel.py", ns=(1, 1))
    assert recall(notes, memo) == name
    # The same number of bytes, at the same time: another process would not be fooled either.
    (tmp_path / "edited_number.py").write_text("HALF = 0.6\n")
    assert recall(notes, memo) is None


def test_what_a_constant_is_made_of_voids_the_memo_too() -> None:
    names = imported_below("simloop.firmware.fields.command")
    assert "simloop.firmware.codes" in names


def test_the_cache_can_be_put_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path


def test_a_cache_that_others_can_write_to_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(open_to_all))
    with pytest.raises(PermissionError, match="others can write compiled code here"):
        cache_root()


def test_a_cache_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = os.stat_result((*[0o40755, 0, 0, 0], 4711, *[0] * 5))
    monkeypatch.setattr(os, "getuid", lambda: 4712)
    monkeypatch.setattr(Path, "stat", lambda self: status)
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    with pytest.raises(PermissionError, match="set SIMLOOP_CACHE_DIR"):
        cache_root()
