"""Parameters by the command line: listed, saved, loaded into a memory, and flown with."""

import json
from pathlib import Path
from typing import Any

import pytest

from simloop.cli.main import main

BRIEF = ["--interpreted", "--speed", "max", "--for", "0.05", "--json", "--headless"]


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    told = capsys.readouterr()
    return code, told.out.strip(), told.err.strip()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, _ = said(capsys, "run", "square", *BRIEF, *arguments)
    assert code == 0
    result: dict[str, Any] = json.loads(out.splitlines()[-1])
    return result


@pytest.mark.parametrize("suffix", ["yaml", "params", "param"])
def test_what_was_saved_changes_nothing(
    suffix: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / f"quad.{suffix}")
    code, out, _ = said(capsys, "params", "save", "quad", path, "--scenario", "square")
    assert code == 0 and out.startswith(f"{path}: ")
    plain = run(capsys, "--no-out")
    assert run(capsys, "--no-out", "--params", path)["state_hash"] == plain["state_hash"]


def test_a_parameter_file_is_part_of_the_lock(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, out = tmp_path / "mine.param", tmp_path / "run"
    path.write_text("RTL_ALT 33\n")
    first = run(capsys, "--params", str(path), "--out", str(out))
    assert first["state_hash"] != run(capsys, "--no-out")["state_hash"]
    path.unlink()
    again = [*BRIEF[:3], "--json", "--headless", "--no-out"]
    _, told, _ = said(capsys, "run", str(out / "config.lock"), *again)
    assert json.loads(told.splitlines()[-1])["state_hash"] == first["state_hash"]


def test_a_file_goes_into_the_memory_of_a_vehicle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, memory = tmp_path / "mine.param", ["--memory", str(tmp_path / "memory")]
    path.write_text("RTL_ALT 33\n")
    code, out, _ = said(capsys, "params", "load", "quad", str(path), *memory)
    assert (code, out) == (0, f"{path}: 1 parameters taken")
    _, listed, _ = said(capsys, "params", "list", "quad", "--json", *memory)
    assert json.loads(listed)["RTL_ALT"] == 33.0
    kept = run(capsys, "--no-out", *memory)["state_hash"]
    assert kept != run(capsys, "--no-out")["state_hash"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["params", "save", "quad"], "params save needs a file: name one after the model"),
        (["params", "save", "quad", "a.txt"], "a.txt: parameters are kept in "),
        (["params", "load", "quad", "a.param"], "params load needs a memory to load into: "),
        (["params", "list", "buoy"], "'buoy' has no firmware: choose another vehicle"),
        (["run", "--params", "none.param"], "--params: there is no file "),
        (["run", "--params", "bad.param"], "bad.param:2: the firmware has no parameter 'WP_SPED'"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str],
    line: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.param").write_text("WP_SPEED 5\nWP_SPED 5\n")
    code, _, err = said(capsys, *arguments)
    assert code == 2
    assert line in err and "\n" not in err
