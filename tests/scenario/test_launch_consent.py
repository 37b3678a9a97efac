"""Files start no program that nobody has agreed to; a planted marker would show it."""

import io
import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from simloop.cli.launch_question import LaunchQuestion, consent_file
from simloop.cli.main import OK, USAGE, main
from simloop.server.files import FileMistake
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation
from simloop.sitl.vehicle_config import VehicleConfig

SCENARIO = """\
name: planted
tick_rate_hz: 1000
world: calm
patience: {{policy: fail, timeout_s: 0.2, start_timeout_s: 0.4}}
vehicles:
  - model: quad
    autopilot:
      kind: px4
      settings: {{port: 0, launch: {{command: touch, arguments: ["{marker}"]}}}}
"""


class Terminal(io.StringIO):
    """Somebody sits there."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "started"


@pytest.fixture
def planted(tmp_path: Path, marker: Path) -> Path:
    path = tmp_path / "planted.yaml"
    path.write_text(SCENARIO.format(marker=marker))
    return path


def run(path: Path, *more: str) -> int:
    return main(["run", str(path), "--interpreted", "--headless", "--no-out", *more])


def test_a_file_is_refused_with_its_line_and_the_command(
    planted: Path, marker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(planted) == USAGE
    told = capsys.readouterr().err
    assert f"{planted}:9: this file starts a program: touch {shlex.quote(str(marker))}" in told
    assert "--allow-launch" in told
    assert not marker.exists()


def test_the_flag_lets_it_start(planted: Path, marker: Path) -> None:
    run(planted, "--allow-launch")
    assert marker.exists()


def test_what_the_user_typed_needs_no_consent() -> None:
    pilot = {"kind": "px4", "settings": {"port": 0, "launch": {"command": "touch"}}}
    word = f"vehicles[0].autopilot={json.dumps(pilot)}"
    Simulation.load("stand", sets=[word, "tick_rate_hz=1000"], compiled=False).close()


def test_a_part_from_the_command_line_does_not_vouch_for_the_rest(planted: Path) -> None:
    word = "vehicles[0].autopilot.settings.launch.directory=/tmp"
    with pytest.raises(FileMistake, match="starts a program: touch"):
        Simulation.load(str(planted), sets=[word], compiled=False)


def test_a_program_says_so_itself(planted: Path) -> None:
    with pytest.raises(FileMistake, match="allow_launch=True"):
        Simulation.load(str(planted), compiled=False)
    Simulation.load(str(planted), compiled=False, allow_launch=True).close()


def test_vehicles_that_come_later_are_asked_about_too(tmp_path: Path, marker: Path) -> None:
    vehicles = tmp_path / "vehicles"
    vehicles.mkdir()
    launch = {"command": "touch", "arguments": [str(marker)]}
    pilot = {"kind": "px4", "settings": {"port": 0, "launch": launch}}
    text = json.dumps({"extends": "quad", "autopilot": pilot})
    (vehicles / "trojan.yaml").write_text(text)
    simulation = Simulation.load("stand", compiled=False)
    with pytest.raises(ValueError, match="starts a program"):
        simulation.model("trojan")
    with pytest.raises(ValueError, match="starts a program"):
        simulation.bridge.spawn_vehicle(VehicleConfig(model="trojan"))
    simulation.close()


def test_check_shows_the_command(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(planted)]) == OK
    assert f"programs that it starts\n  touch {planted.parent}" in capsys.readouterr().out
    assert main(["check", str(planted), "--json"]) == OK
    assert json.loads(capsys.readouterr().out)["programs"][0].startswith("touch ")


@pytest.mark.parametrize(("answers", "agrees"), [("y\n", True), ("\n", False), ("", False)])
def test_a_terminal_is_asked_once(planted: Path, answers: str, agrees: bool) -> None:
    questions = Terminal()
    ask = LaunchQuestion(Terminal(answers), questions)
    _load(planted, ask, agrees)
    assert "starts a program:\n  touch" in questions.getvalue()
    again = LaunchQuestion(Terminal("n\n"), silence := Terminal())
    _load(planted, again, agrees)
    assert (silence.getvalue() == "") is agrees
    assert consent_file().exists() is agrees


def test_another_argument_is_another_question(planted: Path) -> None:
    _load(planted, LaunchQuestion(Terminal("y\n"), Terminal()), True)
    planted.write_text(planted.read_text().replace("started", "started_too"))
    _load(planted, LaunchQuestion(io.StringIO("y\n"), io.StringIO()), False)


def _load(path: Path, ask: LaunchQuestion, agrees: bool) -> None:
    if agrees:
        Simulation.load(str(path), compiled=False, allow_launch=ask).close()
        return
    with pytest.raises(FileMistake, match="starts a program"):
        Simulation.load(str(path), compiled=False, allow_launch=ask)


@pytest.fixture
def planted_run(tmp_path: Path, marker: Path) -> Path:
    """A recorded run whose lock names a program afterwards."""
    directory = tmp_path / "run"
    directory.mkdir()
    simulation = Simulation.load("stand", compiled=False)
    recording = Recording(simulation, directory / "run.mcap")
    simulation.advance(400)
    recording.finish()
    simulation.close()
    lock = directory / "config.lock"
    document = json.loads(lock.read_text())
    launch = {"command": "touch", "arguments": [str(marker)]}
    for model in document["scenario"]["models"].values():
        model["autopilot"] = {"kind": "px4", "settings": {"port": 0, "launch": launch}}
    lock.write_text(json.dumps(document))
    return directory


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("replay", "{run}", "--interpreted"), USAGE),
        (("report", "{run}", "--out", "{run}/report.html"), OK),
        (("export", "{run}", "--out", "{run}/tables"), OK),
        (("diff", "{run}", "{run}"), OK),
        (("run", "{run}/config.lock", "--interpreted", "--headless", "--no-out"), USAGE),
    ],
)
def test_no_verb_on_a_recording_starts_anything(
    planted_run: Path, marker: Path, words: Sequence[str], code: int
) -> None:
    assert main([word.format(run=planted_run) for word in words]) == code
    assert not marker.exists()


def test_looking_at_a_recording_starts_nothing(planted_run: Path, marker: Path) -> None:
    run = RecordedRun(planted_run)
    assert [vehicle.name for vehicle in run.vehicles] == ["quad_0"]
    assert "flown by px4" in run.why_not_again(100)
    assert not marker.exists()


def test_a_replay_says_who_took_part(planted_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(planted_run), "--interpreted"])
    assert "quad_0 was flown by px4, a program of its own, and cannot be replayed" in (
        capsys.readouterr().err
    )
