"""How a program ends while its compiler still works."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import atexit, threading
from simloop.cli.beside import compile_beside, leave

atexit.register(print, ", taken down")
compile_beside({job})
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
        env={**os.environ, "SIMLOOP_CACHE_DIR": str(tmp_path)},
    )
    assert ended.returncode == 0
    assert "compiling the step of 'square' while it runs" in ended.stderr
    assert "Assertion" not in ended.stderr
