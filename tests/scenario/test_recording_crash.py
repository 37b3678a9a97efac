"""kill -9 at any moment and a disk without room: what was recorded a second ago is there."""

import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from simloop.server.recording.reader import RunFile
from simloop.server.recording.replay import replay

CHILD = Path(__file__).parents[1] / "crash_child.py"
RATE_HZ = 400
FEW, MANY = 5, 100


@pytest.fixture
def pilot() -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, str(CHILD)], stdin=pipe, stdout=pipe, text=True, bufsize=1
    )
    yield process
    assert process.stdin
    process.stdin.close()
    assert process.wait(timeout=60) == 0


def _killed_at(pilot: "subprocess.Popen[str]", directory: Path, tick: int) -> int:
    """Have a flight killed once it has passed a tick; the last tick that it told."""
    assert pilot.stdin
    assert pilot.stdout
    pilot.stdin.write(f"{directory}\n")
    pilot.stdin.flush()
    pid, last, killed = 0, 0, False
    for line in pilot.stdout:
        if line == "gone\n":
            break
        if line.startswith("pid"):
            pid = int(line.split()[1])
        else:
            last = int(line)
        if pid and last >= tick and not killed:
            os.kill(pid, signal.SIGKILL)
            killed = True
    assert killed, "the flight ended by itself"
    return last


def _trials(pilot: "subprocess.Popen[str]", root: Path, count: int) -> None:
    chance = random.Random(count)
    for number in range(count):
        directory = root / f"run_{number}"
        last = _killed_at(pilot, directory, chance.randint(1, 8 * RATE_HZ))
        run = RunFile(directory)
        reached = max((item.time_ns for item in run.items()), default=0) / 1e9
        assert reached >= last / RATE_HZ - 1.0, f"trial {number}"
        assert not run.complete
        if number % 20 == 0:
            report = replay(run)
            assert report.same, (report.difference, report.trouble)
            assert not report.to_the_end


def test_a_killed_run_is_readable_up_to_a_second_before(
    tmp_path: Path, pilot: "subprocess.Popen[str]"
) -> None:
    _trials(pilot, tmp_path, FEW)


@pytest.mark.soak
def test_a_hundred_killed_runs_are_readable(tmp_path: Path, pilot: "subprocess.Popen[str]") -> None:
    _trials(pilot, tmp_path, MANY)


def _run_with_little_room(out: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))

    command = [sys.executable, "-m", "simloop.cli.main", "run", "square", "--headless"]
    return subprocess.run(
        [*command, "--speed", "max", "--record", "--out", str(out), *options],
        capture_output=True,
        check=False,
        text=True,
        preexec_fn=limit,
        timeout=300,
    )


def test_without_room_the_run_goes_on_and_says_so_in_a_line(tmp_path: Path) -> None:
    done = _run_with_little_room(tmp_path / "run")
    assert done.returncode == 0, done.stderr
    (told,) = [line for line in done.stderr.splitlines() if "recording" in line]
    assert told.startswith("simloop: recording ended at ")
    assert "run.mcap: File too large: the run goes on without it" in told
    assert "Traceback" not in done.stderr
    # What fitted is whole, and the rest of the run directory is there.
    run = RunFile(tmp_path / "run")
    assert max(item.time_ns for item in run.items()) > 1e9
    assert not run.complete
    assert "recording ended" in (tmp_path / "run" / "events.jsonl").read_text()


def test_without_room_the_run_stops_if_it_is_told_to(tmp_path: Path) -> None:
    done = _run_with_little_room(tmp_path / "run", "--set", "record.on_error=stop")
    assert done.returncode == 3
    (told,) = [line for line in done.stderr.splitlines() if "recording" in line]
    assert "File too large: the run stops, as record.on_error says" in told
    assert "Traceback" not in done.stderr
