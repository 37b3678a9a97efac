"""A recording stops or begins anew at the size that the user allows, and stays readable."""

from pathlib import Path

import pytest

from simloop.server.files.scenario_file import Record
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.simulation import Simulation

LIMIT_MB = 0.15


def fly(directory: Path, record: Record) -> tuple[Simulation, list[str]]:
    told: list[str] = []
    simulation = Simulation.load("stand", compiled=False)
    recording = Recording(simulation, directory / "run.mcap", record, tell=told.append)
    for _ in range(30):
        simulation.advance(40)
    recording.finish()
    simulation.close()
    return simulation, told


def test_it_stops_at_its_size_and_the_run_goes_on(tmp_path: Path) -> None:
    record = Record(("*",), rate_hz="max", checkpoint_ticks=4, max_mb=LIMIT_MB)
    simulation, told = fly(tmp_path, record)
    assert simulation.world.tick == 1200
    assert [line.split(": ")[1] for line in told] == [f"record.max_mb ({LIMIT_MB}) is reached"]
    assert "recording ended" in [event.name for event in simulation.log.events]
    run = RunFile(tmp_path)
    assert run.complete
    end = run.end()
    assert end is not None
    assert 0 < end.tick < 1200


def test_it_begins_anew_and_keeps_the_file_before(tmp_path: Path) -> None:
    record = Record(("*",), rate_hz="max", checkpoint_ticks=4, max_mb=LIMIT_MB, when_full="rotate")
    simulation, told = fly(tmp_path, record)
    assert told == []
    rotated = [e.tick for e in simulation.log.events if e.name == "recording rotated"]
    assert len(rotated) > 1
    names = sorted(path.name for path in tmp_path.glob("*.mcap"))
    assert names == ["run.mcap", "run_before.mcap"]
    last, before = RunFile(tmp_path / "run.mcap"), RunFile(tmp_path / "run_before.mcap")
    assert (last.about.first_tick, before.about.first_tick) == (rotated[-1], rotated[-2])
    assert last.complete and before.complete
    end, earlier = last.end(), before.end()
    assert end is not None and earlier is not None
    assert (earlier.tick, end.tick) == (rotated[-1], 1200)
    # The last one may have begun a moment ago.
    assert next(before.checkpoints()).vehicles.keys() == {"quad_0"}


@pytest.mark.parametrize("when_full", ["stop", "rotate"])
def test_a_recording_below_its_size_is_as_any(tmp_path: Path, when_full: str) -> None:
    simulation, told = fly(tmp_path, Record(max_mb=100.0, when_full=when_full))  # type: ignore[arg-type]
    assert told == []
    end = RunFile(tmp_path).end()
    assert end is not None
    assert end.state_hash == simulation.world.state_hash()
