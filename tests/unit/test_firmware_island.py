"""Tests of the firmware run where the rest of the package cannot be imported."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
# A flight on a fake board, flights by commands, boards, links, parser, parameters, design, paths.
ALONE = (
    "test_firmware_alone.py",
    "test_firmware_board.py",
    "test_link_comm_link.py",
    "test_link_missions.py",
    "test_mavlink_parser.py",
    "test_multirotor_design.py",
    "test_parameter_store.py",
    "test_return_path.py",
    "test_wing_paths.py",
)


def on_the_island(*arguments: str) -> subprocess.CompletedProcess[str]:
    options = ("-q", "-p", "island", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov")
    path = os.pathsep.join([str(TESTS), *(entry for entry in sys.path if entry)])
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--override-ini=addopts=", *arguments],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_firmware_is_tested_alone() -> None:
    done = on_the_island("-m", "not soak", *(str(TESTS / "unit" / name) for name in ALONE))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_whoever_needs_more_cannot_be_tested_there() -> None:
    done = on_the_island(str(TESTS / "unit" / "test_world.py"))
    assert done.returncode != 0
    assert "is not on the island" in done.stdout
