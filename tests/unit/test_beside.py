"""What goes on while the compiler works, and how a program ends then."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from simloop.cli.beside import compile_in_sight

PROGRAM = """
import atexit, threading
from simloop.cli.beside import leave
from simloop.server.compiler_thread import AT_WORK

atexit.register(print, ", taken down")
threading.Thread(target={job}, name=AT_WORK, daemon=True).start()
{wait}
print("said", end="")
leave(3)
"""


def end_of(job: str, wait: str = "") -> tuple[int, str]:
    program = PROGRAM.format(job=job, wait=wait)
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.stderr == ""
    return ended.returncode, ended.stdout


def test_nothing_is_taken_down_around_a_compiler_at_work() -> None:
    assert end_of("threading.Event().wait") == (3, "said")


def test_a_compiler_that_is_done_changes_nothing() -> None:
    wait = "while threading.active_count() > 1: pass"
    assert end_of("lambda: None", wait) == (3, "said, taken down\n")


def test_a_first_run_that_is_short_ends_well(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "simloop.cli.main", "run", "--for", "1", "--no-out", "--headless"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        env={**os.environ, "SIMLOOP_CACHE_DIR": str(tmp_path), "SIMLOOP_NO_SHIPPED_OBJECTS": "1"},
    )
    assert ended.returncode == 0
    assert "compiling the step of 'square' while it runs" in ended.stderr
    assert "Assertion" not in ended.stderr


def test_whoever_looks_is_served_while_the_compiler_works() -> None:
    looked = threading.Event()
    compile_in_sight(lambda: assert_in_time(looked), looked.set)


def assert_in_time(looked: threading.Event) -> None:
    assert looked.wait(60.0), "nobody looked"


def test_what_the_compiler_finds_wrong_is_told() -> None:
    def fail() -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="disk is full"):
        compile_in_sight(fail, lambda: None)
