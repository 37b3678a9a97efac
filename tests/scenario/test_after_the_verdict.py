"""A run that met its verdict goes on being a run: played on, reset, branched, flown again."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from simloop.server.recording.reader import RunFile
from simloop.server.recording.replay import replay
from simloop.server.report.facts import gather
from terminal_run import TerminalRun, terminal_run
from waiting import wait_until

STAYS = "it stays "


@pytest.fixture
def landed(tmp_path: Path) -> Iterator[TerminalRun]:
    """A recorded flight that has just landed, on a terminal."""
    with terminal_run("square", "--speed", "max", "--record", out=tmp_path / "run") as run:
        run.wait_for(STAYS)
        yield run


def kinds(told: list[dict[str, Any]]) -> list[str]:
    """The types of messages, in order."""
    return [message["type"] for message in told]


def is_armed(told: list[dict[str, Any]]) -> bool:
    """Is the vehicle armed, by what the page was told?"""
    status = [message["vehicles"] for message in told if message["type"] == "status"]
    return any(vehicle["armed"] for vehicles in status for vehicle in vehicles)


def summary(path: Path) -> Any:
    """What a summary says."""
    return json.loads(path.read_text(encoding="utf-8"))


def files(directory: Path) -> dict[str, bytes]:
    """All files of a directory."""
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def reproduced(path: Path) -> str:
    """Simulate a recording again; gives the hash of its end."""
    report = replay(RunFile(path))
    assert report.same and report.to_the_end, (path, report.difference, report.trouble)
    return report.state_hash


def test_all_is_on_disk_at_the_verdict_and_a_second_flight_changes_none_of_it(
    landed: TerminalRun, tmp_path: Path
) -> None:
    directory = tmp_path / "run"
    before = files(directory)
    assert sorted(before) == ["config.lock", "events.jsonl", "run.mcap", "summary.json"]
    first = summary(directory / "summary.json")
    assert first["outcome"] == "success"
    assert reproduced(directory / "run.mcap") == first["state_hash"]

    assert landed.command("fly_again")["state"] == "executed"
    landed.wait_for("square: success", count=2)
    # The same flight again, since nobody interfered; what it came to stands beside the first.
    second = summary(directory / "summary_2.json")
    assert second["state_hash"] == first["state_hash"]
    assert landed.interrupt() == 0
    after = files(directory)
    assert {name: after[name] for name in before} == before
    assert sorted(after.keys() - before.keys()) == [
        "events_2.jsonl",
        "run_branch_1.mcap",
        "summary_2.json",
    ]
    assert reproduced(directory / "run_branch_1.mcap") == second["state_hash"]
    assert b"landed" in after["events_2.jsonl"]


def test_a_page_that_is_loaded_again_finds_the_verdict_and_the_run(
    landed: TerminalRun, tmp_path: Path
) -> None:
    lasted_s = summary(tmp_path / "run" / "summary.json")["sim_time_s"]
    for _ in range(3):
        told = landed.look()
        assert kinds(told)[:2] == ["hello", "scene"]
        verdict = next(message for message in told if message["type"] == "verdict")
        assert verdict["outcome"] == "success"
        assert verdict["words"].startswith(f"success after {lasted_s:.1f} s")
        assert "end" not in kinds(told)
    assert "fly_again" in told[0]["verbs"]
    assert landed.is_alive


def test_back_to_the_start_and_branches_work_after_landing(landed: TerminalRun) -> None:
    assert landed.command("reset")["state"] == "executed"
    assert landed.ask("timeline")["last_tick"] == 0
    # It has another flight before it: nobody is told of the verdict any more.
    assert "verdict" not in kinds(landed.look())
    landed.command("play")
    landed.wait_for("square: success", count=2)
    assert landed.command("branch", tick=4000)["state"] == "executed"
    wait_until(lambda: landed.ask("timeline")["last_tick"] == 4000)
    assert "verdict" not in kinds(landed.look())
    assert landed.is_alive


def test_time_goes_on_after_landing_and_the_vehicle_obeys(
    landed: TerminalRun, tmp_path: Path
) -> None:
    landed_tick = summary(tmp_path / "run" / "summary.json")["ticks"]
    # Verdict and hash on the terminal are of the world that is seen.
    assert landed.ask("timeline")["last_tick"] == landed_tick
    landed.command("play")
    wait_until(lambda: landed.ask("timeline")["last_tick"] > landed_tick + 4000)
    assert "verdict" in kinds(landed.look())
    # What is asked of the vehicle happens.
    landed.command("speed", factor=1)
    assert landed.command("order", name="quad_0", order="arm")["state"] == "executed"
    wait_until(lambda: is_armed(landed.look()))


def test_what_follows_the_verdict_is_told_of_when_the_run_is_ended(
    landed: TerminalRun, tmp_path: Path
) -> None:
    landed_tick = landed.ask("timeline")["last_tick"]
    landed.command("play")
    wait_until(lambda: landed.ask("timeline")["last_tick"] > landed_tick + 200)
    # The verdict was met: what the user does afterwards does not take it back.
    assert landed.interrupt() == 0
    directory = tmp_path / "run"
    told = summary(directory / "summary_2.json")
    assert told["outcome"] == "interrupted"
    assert reproduced(directory / "run_branch_1.mcap") == told["state_hash"]
    assert gather(RunFile(directory)).outcome == "interrupted"
    assert gather(RunFile(directory / "run.mcap")).outcome == "success"


def test_a_second_flight_that_was_killed_has_no_verdict(
    landed: TerminalRun, tmp_path: Path
) -> None:
    directory = tmp_path / "run"
    landed.command("speed", factor=1)
    landed.command("fly_again")
    wait_until((directory / "run_branch_1.mcap").exists)
    landed.process.kill()
    landed.process.wait()
    assert gather(RunFile(directory / "run_branch_1.mcap")).outcome not in ("success", "failure")
    assert gather(RunFile(directory / "run.mcap")).outcome == "success"


def test_the_page_ends_a_run_that_stays(landed: TerminalRun) -> None:
    assert landed.command("quit")["state"] == "executed"
    assert landed.process.wait(60) == 0


def test_a_run_past_its_duration_is_played_on_and_flown_again() -> None:
    with terminal_run("square", "--speed", "max", "--for", "2") as run:
        run.wait_for(STAYS)
        assert run.ask("timeline")["last_tick"] == 800
        run.command("play")
        wait_until(lambda: run.ask("timeline")["last_tick"] > 2000)
        run.command("fly_again")
        run.wait_for("square: success", count=2)
        assert run.ask("timeline")["last_tick"] == 800
        assert run.interrupt() == 0


def test_without_a_terminal_it_ends_by_itself() -> None:
    arguments = ("run", "square", "--speed", "max", "--for", "1", "--no-out", "--page-port", "0")
    run = subprocess.run(
        [sys.executable, "-m", "simloop.cli.main", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert STAYS not in run.stderr
