"""Whoever waits for the compiler is told what is compiled, and how far it is."""

import io
from pathlib import Path

import pytest

from simloop.cli.main import main
from simloop.cli.progress import compiling
from simloop.server.simulation import Simulation
from simloop.world.compile_progress import CompileProgress
from simloop.world.shipped import LEFT_OUT_VARIABLE


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[CompileProgress]:
    """What is told of the first compilation on a machine."""
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(LEFT_OUT_VARIABLE, "1")
    heard: list[CompileProgress] = []
    simulation = Simulation.load("stand", vehicle="ball")
    simulation.prepare(progress=heard.append)
    simulation.close()
    return heard


def test_every_part_is_told_before_it_is_compiled(told: list[CompileProgress]) -> None:
    assert [progress.part for progress in told] == list(range(1, len(told) + 1))
    assert {progress.parts for progress in told} == {len(told)}
    assert not any(progress.cached for progress in told)
    assert "rigid_body" in {progress.what for progress in told}
    # The next run on this machine only loads them.
    again: list[CompileProgress] = []
    simulation = Simulation.load("stand", vehicle="ball")
    simulation.prepare(progress=again.append)
    simulation.close()
    assert [progress.what for progress in again] == [progress.what for progress in told]
    assert all(progress.cached for progress in again)


def test_a_log_has_a_line_for_every_part_that_is_compiled() -> None:
    log = io.StringIO()
    with compiling(log, "square") as tell:
        tell(CompileProgress(1, 3, "rigid_body", cached=False))
        tell(CompileProgress(2, 3, "imu", cached=True))
        tell(CompileProgress(3, 3, "gnss", cached=False))
    begin = "simloop: compiling the step of 'square' (once; later runs start at once): part"
    assert log.getvalue().splitlines() == [f"{begin} 1 of 3, rigid_body", f"{begin} 3 of 3, gnss"]


def test_interpreted_nothing_is_said_of_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIMLOOP_CACHE_DIR", str(tmp_path))
    arguments = ["run", "stand", "--interpreted", "--for", "0.1", "--no-out", "--headless"]
    assert main([*arguments, "--speed", "max"]) == 0
    assert main(arguments) == 0
    assert "compil" not in capsys.readouterr().err


def test_compare_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "square", "square", "--set", "duration_s=1", "--no-out"]
    main([*arguments, "--set", "success.landed_within_m=null"])
    assert capsys.readouterr().err.count("simloop: flying 'square'") == 2
