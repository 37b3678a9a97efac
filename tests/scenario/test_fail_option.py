"""`simloop run --fail`: what fails, what is told, and that the lock of a run repeats it."""

import json
from pathlib import Path
from typing import Any

import pytest

from simloop.cli.main import USAGE, main

QUICK = ["--for", "1", "--speed", "max", "--interpreted", "--headless"]


def run(*arguments: str) -> int:
    return main(["run", *arguments, *QUICK])


def result(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def events(directory: Path) -> list[dict[str, Any]]:
    lines = (directory / "events.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_failures_come_and_go_and_the_lock_repeats_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    failures = ["--fail", "gyro=stuck@0.2+0.3", "--fail", "quad_0:rc_signal=off@0.5"]
    run("square", *failures, "--out", str(first), "--json")
    told = result(capsys)
    names = [event["event"] for event in events(first)]
    assert (names.count("failure"), names.count("recovered")) == (2, 1)
    run(str(first / "config.lock"), "--out", str(again), "--json")
    assert result(capsys)["state_hash"] == told["state_hash"]
    run("square", "--no-out", "--json")
    assert result(capsys)["state_hash"] != told["state_hash"]


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("gyro stuck", "write [VEHICLE:]COMPONENT[.INSTANCE]=KIND"),
        ("quat_0:gyro=stuck", "there is no vehicle 'quat_0': did you mean 'quad_0'?"),
        ("gyro=stuck@5", "5 s is after the end at 1 s: choose an earlier time"),
        ("gyroo=stuck", "nothing called 'gyroo' can fail: did you mean 'gyro'?"),
        ("gyro=stock", "gyro cannot fail as 'stock': did you mean 'stuck'?"),
        ("mavlink_signal=loss,share=3", "loss is 3: write a share from 0 to 1"),
        ("mavlink_signal=loss,lenght=3", "has no strength 'lenght'"),
        ("time=pause", "'quad_0' has no board of its own: set its 'board: sil'"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_place_and_the_fix(
    capsys: pytest.CaptureFixture[str], word: str, line: str
) -> None:
    assert run("square", "--fail", word, "--no-out") == USAGE
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert told[0].startswith(f"simloop: --fail '{word}': ")
    assert line in told[0]
