"""The command line as a user meets it: output, exit codes, files, interruption, mistakes."""

import json
import os
import signal
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from simloop.cli.main import main
from simloop.server.recording.reader import RunFile

QUICK = ["run", "--speed", "max", "--for", "1", "--no-out", "--json"]


def result_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(list(arguments))
    printed = capsys.readouterr().out.strip().splitlines()
    return code, json.loads(printed[-1])


def mistake_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = int(str(stop.code))
    return code, capsys.readouterr().err.strip()


def test_json_has_every_promised_key(capsys: pytest.CaptureFixture[str]) -> None:
    code, result = result_of(capsys, *QUICK, "--seed", "3")
    assert code == 0
    assert result["outcome"] == "success"
    assert result["ticks"] == 400
    assert result["sim_time_s"] == 1.0
    assert result["vehicles"] == 1
    assert result["wall_time_s"] > 0.0
    assert result["startup_s"] > 0.0
    assert result["real_time_factor"] == pytest.approx(1.0 / result["wall_time_s"], rel=1e-2)
    assert len(result["state_hash"]) == 32
    assert isinstance(result["events"], list)


def test_a_run_directory_repeats_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = ["run", "hover", "--speed", "max", "--seed", "5", "--json"]
    code, first = result_of(capsys, *arguments, "--out", str(out))
    assert code == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "config.lock",
        "events.jsonl",
        "summary.json",
    ]
    events = [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]
    assert events == first["events"]
    assert events[-1]["event"] == "landed"
    assert json.loads((out / "summary.json").read_text())["state_hash"] == first["state_hash"]
    again = ["run", str(out / "config.lock"), "--speed", "max", "--no-out", "--json"]
    _, second = result_of(capsys, *again)
    assert second["state_hash"] == first["state_hash"]


def test_the_lock_of_a_run_cut_short_stops_there_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "short"
    _, first = result_of(capsys, "run", "--speed", "max", "--for", "2", "--json", "--out", str(out))
    lock = str(out / "config.lock")
    code, second = result_of(capsys, "run", lock, "--speed", "max", "--no-out", "--json")
    assert code == 0
    assert second["ticks"] == first["ticks"] == 800
    assert second["state_hash"] == first["state_hash"]


def test_count_set_and_vehicle_change_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    _, fleet = result_of(capsys, *QUICK, "--count", "3")
    assert fleet["vehicles"] == 3
    _, plain = result_of(capsys, *QUICK)
    _, windy = result_of(capsys, *QUICK, "--set", "world.systems.wind.speed_mps=9")
    assert windy["state_hash"] != plain["state_hash"]
    _, racer = result_of(capsys, *QUICK, "--vehicle", "racer")
    assert racer["state_hash"] != plain["state_hash"]


def test_a_failed_run_says_why_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    changes = ["--set", "duration_s=5", "--set", "success.landed_within_m=2"]
    code = main(["run", "--speed", "max", "--no-out", "--headless", *changes])
    assert code == 1
    assert "quad_0 did not land in time" in capsys.readouterr().out


def test_the_summary_names_outcome_hash_and_repeat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["run", "--speed", "max", "--for", "1", "--headless", "--out", str(tmp_path / "r")])
    text = capsys.readouterr().out
    assert "square: success" in text
    assert "state hash" in text
    assert f"simloop run {tmp_path / 'r' / 'config.lock'}" in text


@pytest.mark.parametrize("kind", ["vehicles", "worlds", "scenarios", "systems", "autopilots"])
def test_list_names_things(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    expected = {
        "vehicles": "octo",
        "worlds": "airfield",
        "scenarios": "square",
        "systems": "imu",
        "autopilots": "firmware",
    }
    assert main(["list", kind]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert expected[kind] in names
    assert names == sorted(names)


def test_an_empty_list_says_how_to_fill_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "links"]) == 0
    assert "simloop.links" in capsys.readouterr().out


def test_info_gives_the_reference_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code, facts = result_of(capsys, "info", "quad", "--json")
    assert code == 0
    assert facts["hover_speed_radps"] == pytest.approx(387.8, abs=0.05)
    assert facts["hover_throttle"] == pytest.approx(0.480, abs=0.0005)
    assert facts["thrust_to_weight"] == pytest.approx(4.19, abs=0.005)


MISTAKES = [
    (["run", "nosuch"], 2, "nosuch"),
    (["run", "--vehicle", "quadd"], 2, "did you mean 'quad'"),
    (["run", "--count", "0"], 2, "whole number of at least 1"),
    (["run", "--speed", "fast"], 2, "above 0, or max"),
    (["run", "--for", "-3"], 2, "seconds"),
    (["run", "--seed", "x"], 2, "whole number"),
    (["run", "--set", "vehicels=3"], 2, "vehicles"),
    (["run", "--set", "seed"], 2, "seed"),
    (["run", "--set", "vehicles[0].name=my quad"], 2, "'my quad' is no name for a vehicle"),
    (["check", "none.yaml"], 2, "none.yaml"),
    (["info", "quadd"], 2, "did you mean 'quad'"),
    (["list", "planes"], 2, "planes"),
    (["fly"], 2, "fly"),
    (["rnu"], 2, "did you mean 'run'?"),
    ([], 2, "write one of run, view"),
    (["run", "--sped", "max"], 2, "did you mean '--speed'?"),
    (["run", "--page-port", "99999"], 2, "the last one is 65535"),
    (["list"], 2, "scenarios"),
    (["run", "--record", "hover"], 2, "simloop run hover --record"),
    (["trim", "quad"], 2, "--speed is missing: see 'simloop trim --help'"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), MISTAKES)
def test_a_mistake_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, words: str
) -> None:
    found, text = mistake_of(capsys, *arguments)
    assert found == code
    assert words in text
    assert len(text.splitlines()) == 1


def test_a_world_that_names_an_unknown_plugin_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "odd.yaml"
    world = "world:\n  extends: calm\n  systems:\n    wnd:\n      speed_mps: 3\n"
    file.write_text(world + "vehicles:\n  - model: quad\n")
    code, text = mistake_of(capsys, "run", str(file))
    assert code == 2
    assert "odd.yaml:" in text
    assert "did you mean 'wind'?" in text


def test_an_unwritable_out_is_an_environment_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    code, text = mistake_of(capsys, *QUICK[:-2], "--out", str(tmp_path / "file" / "run"))
    assert code == 3
    assert "file" in text


def test_a_cache_that_cannot_be_written_is_an_environment_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setenv("SIMLOOP_NO_SHIPPED_OBJECTS", "1")
    code, text = mistake_of(capsys, *QUICK)
    assert code == 3
    assert "set SIMLOOP_CACHE_DIR" in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_asked_to_end_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "simloop.cli.main", "run", "--record", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stderr is not None
    # This line comes when the loop is about to run; before it, what a cold cache has to say.
    assert any(line.startswith("square: ") for line in iter(process.stderr.readline, ""))
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in out
    assert "Traceback" not in err
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["outcome"] == "interrupted"
    assert RunFile(tmp_path).end() == (summary["ticks"], summary["state_hash"])


def test_signals_are_left_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert main(QUICK) == 0
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_run_needs_no_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed before the program began, it is None."""
    monkeypatch.setattr(sys, "stdin", None)
    run = ["run", "--speed", "max", "--for", "1", "--headless", "--out", str(tmp_path)]
    assert main(run) == 0


def test_what_is_to_be_pasted_into_a_shell_can_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "first flight"
    run = ["run", "--speed", "max", "--for", "1", "--headless", "--record", "--out", str(out)]
    assert main(run) == 0
    told = capsys.readouterr().out
    assert f"  repeat it   simloop run '{out}/config.lock'\n" in told
    assert f"  look at it  simloop view '{out}', simloop report '{out}'\n" in told
    assert main(["report", str(out)]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "simloop run 'first flight/config.lock'\nsimloop replay 'first flight'" in unescape(page)
