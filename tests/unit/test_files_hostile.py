"""Files that somebody made to do harm: each is refused in one line, before it can."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from simloop.cli.main import USAGE, main
from simloop.server.events import EventLog
from simloop.server.files import FileMistake, load_scenario
from simloop.server.files import lock as lock_module
from simloop.server.files.check import check_file
from simloop.server.files.lock import load_lock, write_lock
from simloop.server.plugins import Registry
from simloop.server.recording.reader import RunFile
from simloop.systems.terrain.near_file import read_heights
from simloop.world.regular_file import IrregularFile, read_regular

PLAIN = {"world": "calm", "vehicles": [{"model": "quad"}]}
ESCAPE = "\x1b]0;owned\x07"


def scenario(tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "given.yaml"
    path.write_text(json.dumps({**PLAIN, **changes}))
    return str(path)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    return path


@pytest.mark.parametrize("key", ["extends", "world", "vehicles"])
@pytest.mark.parametrize("device", ["/dev/zero", "pipe"])
def test_files_are_regular(tmp_path: Path, pipe: Path, key: str, device: str) -> None:
    named = str(pipe) if device == "pipe" else device
    given = [{"model": named}] if key == "vehicles" else named
    with pytest.raises(FileMistake, match="a device or a pipe, not a file: name a regular file"):
        load_scenario(scenario(tmp_path, **{key: given}))


def test_a_pipe_is_no_file_of_any_kind(tmp_path: Path, pipe: Path) -> None:
    with pytest.raises(FileMistake, match="a device or a pipe"):
        check_file(pipe, Registry())
    lock = tmp_path / "pipe.lock"
    os.mkfifo(lock)
    with pytest.raises(FileMistake, match="a device or a pipe"):
        load_lock(lock)
    with pytest.raises(FileMistake, match="a device or a pipe"):
        parameters = tmp_path / "pipe.params"
        os.mkfifo(parameters)
        load_scenario("square", parameter_file=str(parameters))
    heights = tmp_path / "heights.asc"
    os.mkfifo(heights)
    with pytest.raises(ValueError, match="a device or a pipe"):
        read_heights(heights)
    recording = tmp_path / "run.mcap"
    os.mkfifo(recording)
    with pytest.raises(FileMistake, match="no recording there"):
        RunFile(recording)


def test_a_file_that_grows_is_not_read_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 101)
    with pytest.raises(IrregularFile, match="keep it below 100 bytes"):
        read_regular(path, 100)
    assert read_regular(path, 101) == b"x" * 101
    # Files of the system tell a size of 0, whatever they hold.
    with pytest.raises(IrregularFile, match="too large"):
        read_regular(Path("/proc/self/status"), 10)


def test_heights_take_no_more_than_their_file(tmp_path: Path) -> None:
    path = tmp_path / "heights.npy"
    np.save(path, np.zeros((3, 3)))
    assert read_heights(path)[0].shape == (3, 3)
    path.write_bytes(path.read_bytes().replace(b"(3, 3), ", b"(3, 3000000), "[:14] + b" ")[:200])
    with pytest.raises(ValueError, match="terrain: file"):
        read_heights(path)


LAPS = {"waypoints_ned_m": [[0, 0, -5]] * 100, "laps": 100}
TOO_MANY_LAPS = {"waypoints_ned_m": [[0, 0, -5]] * 101, "laps": 9901}


@pytest.mark.parametrize(
    ("vehicles", "told"),
    [
        ([{"model": "quad", "count": 100_001}], "100,001 of them"),
        ([{"model": "quad", "mission": TOO_MANY_LAPS}], "1,000,001 waypoints, laps written out"),
        ([{"model": "quad", "mission": LAPS, "count": 101}], "10,000 waypoints, .*, for 101 of"),
    ],
)
def test_what_a_file_expands_to_has_a_total(
    tmp_path: Path, vehicles: list[object], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None of it is written out before the total is known.
    monkeypatch.setattr(
        "simloop.server.files.fleet.placed_mission", lambda *given: pytest.fail("written out")
    )
    with pytest.raises(FileMistake, match=told):
        load_scenario(scenario(tmp_path, vehicles=vehicles))


def test_every_vehicle_has_room_for_the_longest_mission(tmp_path: Path) -> None:
    others = {"model": "quad", "count": 100, "position_ned_m": [50, 50, 0]}
    with pytest.raises(FileMistake, match="for 101 of them"):
        load_scenario(scenario(tmp_path, vehicles=[{"model": "quad", "mission": LAPS}, others]))


@pytest.mark.parametrize(
    "name", ["../../../x", "/etc/x", ".hidden", "~root", "a\\b", "x" * 101, ""]
)
def test_a_name_leads_nowhere(tmp_path: Path, name: str) -> None:
    for changes in (
        {"name": name},
        {"world": {"extends": "calm", "name": name}},
        {"vehicles": [{"model": {"extends": "quad", "name": name}}]},
    ):
        with pytest.raises(FileMistake, match="write one word, without slashes"):
            load_scenario(scenario(tmp_path, **changes))


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "config.lock"
    write_lock(load_scenario("hover"), path)
    return path


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("name", "../../../x", "without slashes"),
        ("description", ESCAPE, "a control character"),
        ("models", {}, "models lacks 'quad'"),
    ],
)
def test_a_lock_is_held_to_the_same(lock: Path, key: str, value: object, told: str) -> None:
    document = json.loads(lock.read_text())
    document["scenario"][key] = value
    lock.write_text(json.dumps(document))
    with pytest.raises(FileMistake, match=told):
        load_lock(lock)


def test_vehicles_of_a_lock_have_names_of_their_own(lock: Path) -> None:
    document = json.loads(lock.read_text())
    document["scenario"]["vehicles"] *= 2
    lock.write_text(json.dumps(document))
    with pytest.raises(FileMistake, match="vehicles of one name"):
        load_lock(lock)


def test_values_of_a_lock_are_counted_before_they_are_made(
    lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock_module, "MAX_LOCK_VALUES", 1000)
    lock.write_text("[" + "{}," * 1000 + "{}]")
    monkeypatch.setattr(lock_module.json, "loads", lambda text: pytest.fail("they were made"))
    with pytest.raises(FileMistake, match="too many values: keep it below 1,000 values"):
        load_lock(lock)


def test_controls_reach_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for changes in ({"description": ESCAPE}, {f"k{ESCAPE}": 1}, {"name": f"x{ESCAPE}"}):
        assert main(["check", scenario(tmp_path, **changes)]) == USAGE
        assert "a control character: remove it" in capsys.readouterr().err
    assert main(["check", str(tmp_path / f"x{ESCAPE}.yaml")]) == USAGE
    assert capsys.readouterr().err.strip().isprintable()
    log = EventLog(400)
    log.add(1, f"quad{ESCAPE}", "text", said=f"hello{ESCAPE}", number=5)
    assert log.events[0].vehicle.isprintable()
    assert log.events[0].detail == {"said": "hello ]0;owned ", "number": 5}
