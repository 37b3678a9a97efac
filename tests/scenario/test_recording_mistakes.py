"""Recordings that are cut off, damaged or none at all: one line in every verb."""

import json
import re
import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simloop.cli.main import main
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.reader import RunFile, names_apart
from simloop.server.recording.recording import Recording
from simloop.server.report.path_charts import space_chart
from simloop.server.report.track import Pose, Track
from simloop.server.simulation import Simulation

VERBS = ("replay", "view", "plot", "export", "report", "diff")
OTHERS = ("replay", "report")
Damage = Callable[[Path], None]
MAGIC_BYTES = 8
CHUNK = 0x06


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("runs") / "whole"
    directory.mkdir()
    simulation = Simulation.load("square", compiled=False)
    recording = Recording(simulation, directory / "run.mcap")
    simulation.advance(1200)
    recording.finish()
    simulation.close()
    return directory


def _file(change: Callable[[bytes], bytes]) -> Damage:
    def damage(run: Path) -> None:
        path = run / "run.mcap"
        path.write_bytes(change(path.read_bytes()))

    return damage


def _without(name: str) -> Damage:
    return lambda run: (run / name).unlink()


def _lock(text: str) -> Damage:
    def damage(run: Path) -> None:
        (run / "config.lock").write_text(text)

    return damage


def _with_system(run: Path) -> None:
    lock = json.loads((run / "config.lock").read_text())
    lock["scenario"]["systems"]["airship"] = {}
    (run / "config.lock").write_text(json.dumps(lock))


def _made_a_directory(run: Path) -> None:
    (run / "run.mcap").unlink()
    (run / "run.mcap").mkdir()


def _chunks(data: bytes) -> list[int]:
    """Where the compressed messages of each chunk begin."""
    starts, at = [], MAGIC_BYTES
    while at < len(data) - MAGIC_BYTES:
        kind, length = struct.unpack_from("<BQ", data, at)
        if kind == CHUNK:
            starts.append(data.index(b"zstd", at) + 12)
        at += 9 + length
    return starts


def _garbled(data: bytes, at: int) -> bytes:
    return data[:at] + b"\xff" * 64 + data[at + 64 :]


def _early(data: bytes) -> bytes:
    """The first chunk's bytes are others than their checksum says."""
    return _garbled(data, _chunks(data)[0] + 8)


def _halfway(data: bytes) -> bytes:
    """A chunk in the middle is damaged; the index between chunks is of no use to a reader."""
    chunks = _chunks(data)
    return _garbled(data, chunks[len(chunks) // 2] + 8)


NONE_OF_OURS = "run.mcap: this is no recording of simloop: name a run directory"
MISTAKES: dict[str, tuple[Damage, tuple[str, ...], str]] = {
    "empty": (_file(lambda data: b""), VERBS, NONE_OF_OURS),
    "a few bytes": (_file(lambda data: data[:5]), VERBS, NONE_OF_OURS),
    "half a head": (_file(lambda data: data[:60]), VERBS, NONE_OF_OURS),
    "a text": (_file(lambda data: b"north, east, down\n" * 9), VERBS, NONE_OF_OURS),
    "missing": (_without("run.mcap"), VERBS, "no recording there: record it: simloop run"),
    "a directory": (_made_a_directory, VERBS, "no recording there: record it: simloop run"),
    "a head alone": (_file(_early), VERBS, "run.mcap: nothing in it can be read: it was cut off"),
    "of another format": (
        _file(lambda data: re.sub(rb"(format\x01\x00\x00\x00)1", rb"\g<1>9", data, count=1)),
        VERBS,
        "run.mcap: format 9 of recordings: read it with the simloop that wrote it",
    ),
    "a head without a seed": (
        _file(lambda data: data.replace(b"seed", b"need", 1)),
        VERBS,
        "run.mcap: its head makes no sense: it is damaged: record the run again",
    ),
    "no lock": (
        _without("config.lock"),
        OTHERS,
        "config.lock: not beside the recording: copy the config.lock of its run there",
    ),
    "a lock that is none": (_lock("{{"), OTHERS, "config.lock:1:2: this is no lock file"),
    "a lock of another kind": (_lock('{"a": 1}'), OTHERS, "config.lock: unknown key 'a'"),
    "a system that is not there": (_with_system, ("replay",), "unknown system 'airship'"),
}


def _copy(recorded: Path, target: Path) -> Path:
    target.mkdir()
    for path in recorded.iterdir():
        (target / path.name).write_bytes(path.read_bytes())
    return target


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_verb_says_in_a_line_what_is_wrong(
    recorded: Path, tmp_path: Path, mistake: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage, verbs, words = MISTAKES[mistake]
    run = _copy(recorded, tmp_path / "run")
    damage(run)
    for verb in verbs:
        other = [str(recorded)] if verb == "diff" else []
        assert main([verb, str(run), *other]) == 2, verb
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert words in told.err


@pytest.mark.parametrize("end", ["cut off", "damaged"])
def test_what_can_be_read_is_and_a_line_says_how_far_that_is(
    recorded: Path, tmp_path: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = _copy(recorded, tmp_path / "run")
    _file(_halfway if end == "damaged" else lambda data: data[: len(data) // 2])(run)
    words = re.compile(r"run\.mcap was cut off or damaged: it is read up to [12]\.\d\d s")
    out = str(tmp_path / "out")
    for arguments in (["plot"], ["export", "--out", out], ["report", "--out", f"{out}.html"]):
        assert main([arguments[0], str(run), *arguments[1:]]) == 0
        assert words.search(capsys.readouterr().err), arguments
    assert "The recording was cut off" in Path(f"{out}.html").read_text(encoding="utf-8")
    # What is missing is no difference.
    assert main(["diff", str(run), str(recorded)]) == main(["diff", str(recorded), str(run)]) == 0
    assert len(words.findall(capsys.readouterr().out)) == 2
    shown = RecordedRun(run)
    assert any(note.startswith("cut off at ") for note in shown.notes)
    shown.close()
    assert main(["replay", str(run), "--interpreted"]) == 0
    assert "where the recording was cut off" in capsys.readouterr().out


def test_runs_of_one_name_are_both_drawn(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twin = _copy(recorded, tmp_path / recorded.name)
    out = tmp_path / "plot.svg"
    field = "sim/truth_state.pose.position.z"
    assert main(["plot", str(recorded), str(twin), field, "--out", str(out)]) == 0
    files = [RunFile(run) for run in (recorded, twin)]
    assert names_apart(files) == [str(recorded / "run.mcap"), str(twin / "run.mcap")]
    assert all(name in out.read_text() for name in names_apart(files))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "RUN", "--threads", "0"], "'0' is not a whole number of at least 1"),
        (["view", "RUN", "--out", "RUN"], "holds a recording already: name another directory"),
        (["view", "RUN", "RUN", "RUN"], "view takes one run, two recordings, or one address"),
        (["plot", "RUN", "sim/truth_state.nothing"], "did you mean|list them: simloop plot RUN"),
        (["export", "RUN", "--topic", "sim/truth_stat"], "did you mean 'sim/truth_state'?"),
        (["report", "RUN", "--out", "RUN"], "Is a directory"),
        (["export", "RUN", "--out", "RUN/run.mcap"], "run.mcap: File exists"),
    ],
)
def test_a_wrong_option_is_a_line(
    recorded: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([argument.replace("RUN", str(recorded)) for argument in arguments])
    except SystemExit as left:
        code = int(str(left.code))
    assert code in (2, 3)
    told = capsys.readouterr().err.splitlines()
    assert "internal error" not in told[-1]
    assert any(word in told[-1] for word in words.split("|"))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--record", "sim/thruth_state"], "record: no topic fits 'sim/thruth_state'"),
        (["--record", "--tls-cert", "nowhere.pem"], "--tls-cert nowhere.pem: there is no such"),
        (["--record", "--host", "192.0.2.7"], "this machine has no such address"),
        ([], "holds a recording, which needs its lock: name another directory, or record"),
    ],
)
def test_a_mistake_costs_no_earlier_recording(
    recorded: Path,
    tmp_path: Path,
    options: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = _copy(recorded, tmp_path / "run")
    assert main(["run", "hover", "--speed", "max", "--out", str(run), *options]) == 2
    assert words in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in run.iterdir()} == {
        path.name: path.read_bytes() for path in recorded.iterdir()
    }


def test_a_full_disk_says_which_file_it_has_no_room_for(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no full device")
    assert main(["report", str(recorded), "--out", str(full)]) == 3
    assert capsys.readouterr().err == "simloop: /dev/full: No space left on device\n"


@pytest.mark.parametrize("height_m", [40.0, 60.0, 100.0, 400.0])
def test_heights_in_space_are_not_drawn_over_each_other(height_m: float) -> None:
    path = np.array([(0.0, 0.0, 0.0), (400.0, 500.0, -height_m), (0.0, 0.0, 0.0)])
    pose = Pose(np.arange(3.0), path, np.zeros((3, 3)), np.zeros((3, 3)))
    chart = space_chart([Track("plane", pose, None, None, None, None)])
    places = [float(y) for y in re.findall(r'class="up name" x="[-\d.]+" y="([-\d.]+)"', chart)]
    assert len(places) > (height_m > 50.0)
    assert all(lower - upper >= 14.0 for lower, upper in pairwise(places))
