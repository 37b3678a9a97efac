"""A recorded run, whatever came in from outside, is simulated again to the same bits."""

import json
import socket
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_flight import GroundStation, fly_by_station, record_random_flight
from simloop.cli.main import main
from simloop.messages.simloop_msgs import InboxEntry
from simloop.server.files.scenario_file import Record
from simloop.server.recording.diff import diff
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replay import CheckpointComparison, replay
from simloop.server.simulation import Simulation
from simloop.transport.inbox import Stamped

FEW, MANY = range(4), range(200)
CHECKED = Record(topics=("sim/truth_state",), checkpoint_ticks=200)


def _replays(directory: Path, seed: int) -> None:
    sim = record_random_flight(directory, seed, seconds=4.0)
    report = replay(RunFile(directory))
    assert report.same, (report.difference, report.trouble)
    assert report.to_the_end
    assert report.state_hash == sim.world.state_hash()
    assert report.inputs == len(sim.bus.inbox.log) > 20
    assert report.checkpoints > 0


@pytest.mark.parametrize("seed", FEW)
def test_random_input_is_replayed(tmp_path: Path, seed: int) -> None:
    _replays(tmp_path / "run", seed)


@pytest.mark.soak
def test_two_hundred_runs_are_replayed(tmp_path: Path) -> None:
    for seed in MANY:
        _replays(tmp_path / f"run_{seed}", seed)


def test_a_flight_by_a_ground_station_is_replayed(tmp_path: Path) -> None:
    sim = Simulation.load("stand", sets=["duration_s=60"])
    sim.prepare()
    station = GroundStation(sim)
    recording = Recording(sim, tmp_path / "run.mcap", CHECKED)
    fly_by_station(sim, station, 12.0)
    height_m = -float(sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m")[2])
    assert height_m > 3.0
    recording.finish()
    sim.close()
    report = replay(RunFile(tmp_path))
    assert report.same, (report.difference, report.trouble)
    assert report.inputs >= 24
    # Without its inputs the same run stays on the ground.
    alone = Simulation.load("stand", sets=["duration_s=60"])
    alone.prepare()
    alone.advance(sim.world.tick)
    assert alone.world.state_hash() != report.state_hash


def test_bytes_that_came_through_a_socket_are_replayed(tmp_path: Path) -> None:
    """A real link: the bytes arrive whenever they do, and its subscription opens the line."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as station:
        station.bind(("127.0.0.1", 0))
        station.settimeout(10.0)
        port = station.getsockname()[1]
        endpoint = f"links.mavlink={json.dumps({'endpoints': [f'udpout:127.0.0.1:{port}']})}"
        sim = Simulation.load("stand", sets=["duration_s=60", endpoint])
        sim.prepare()
        recording = Recording(sim, tmp_path / "run.mcap", CHECKED)
        sim.advance(800)
        _, vehicle = station.recvfrom(2048)
        answers = 0
        for _ in range(5):
            station.sendto(_time_request(), vehicle)
            while len(sim.bus.inbox) == 0:
                pass
            sim.advance(37)
            answers += 1
        recording.finish()
        sim.close()
    report = replay(RunFile(tmp_path))
    assert report.same, (report.difference, report.trouble)
    assert report.inputs == 1 + answers
    assert RunFile(tmp_path).about.lines_heard == ("serial_out",)


def _time_request() -> bytes:
    from recorded_flight import mavlink

    packer = mavlink.MAVLink(None, srcSystem=255, srcComponent=190)
    return bytes(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3).pack(packer))


def _record(directory: Path, ticks: int, nudge_at: int | None = None, **record: int) -> None:
    """A flight in which, if asked, one number is moved by one unit in the last place."""
    sim = Simulation.load("square")
    sim.prepare()
    directory.mkdir()
    recording = Recording(
        sim, directory / "run.mcap", Record(topics=("sim/truth_state",), **record)
    )
    if nudge_at is not None:
        sim.advance(nudge_at)
        place = sim.world.vector(sim.world.by_name("quad_0"), "position_ned_m")
        place[1] = np.nextafter(place[1], np.inf)
    sim.advance(ticks - sim.world.tick)
    recording.finish()
    sim.close()


def test_a_change_of_one_bit_is_found_at_its_tick(tmp_path: Path) -> None:
    _record(tmp_path / "a", 1200, checkpoint_ticks=1)
    _record(tmp_path / "b", 1200, nudge_at=777, checkpoint_ticks=1)
    found = diff(RunFile(tmp_path / "a"), RunFile(tmp_path / "b")).difference
    assert found is not None
    # It was nudged after tick 777, so tick 778 is the first that shows it.
    assert found.tick == 778
    assert (found.vehicle, found.column, found.element) == ("quad_0", "position_ned_m", 1)
    one, other = map(float, found.values)
    assert abs(other - one) < 1e-12
    assert one != other
    # A replay sees it too: nothing in the inbox explains it.
    told = replay(RunFile(tmp_path / "b"))
    assert told.difference is not None
    assert told.difference.tick == 778


def test_between_checkpoints_the_tick_is_found_by_simulating_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, wind in (("a", 1.0), ("b", np.nextafter(1.0, 2.0))):
        sim = Simulation.load("square")
        sim.prepare()
        (tmp_path / name).mkdir()
        recording = Recording(sim, tmp_path / name / "run.mcap", Record(topics=()))
        sim.advance(900)
        sim.command("wind", mean_ned_mps=(wind, 0.0, 0.0))
        sim.advance(500)
        recording.finish()
        sim.close()
    assert main(["diff", str(tmp_path / "a"), str(tmp_path / "a")]) == 0
    assert main(["diff", str(tmp_path / "a"), str(tmp_path / "b"), "--json"]) == 4
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    # The command is carried out at the end of tick 901, after the look at it.
    assert (told["tick"], told["exact"]) == (902, True)
    assert told["column"] == "wind_mean_ned_mps"
    assert [float(value) for value in told["values"]] == [1.0, np.nextafter(1.0, 2.0)]


def test_a_run_that_ends_sooner_is_another_run_unless_it_was_cut_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _record(tmp_path / "long", 1200)
    _record(tmp_path / "short", 800)
    names = [str(tmp_path / "long"), str(tmp_path / "short")]
    assert main(["diff", *names]) == 4
    said = f"equal up to tick 800, then only {tmp_path / 'long'} goes on"
    assert said in capsys.readouterr().out
    assert main(["diff", *reversed(names)]) == 4
    assert said in capsys.readouterr().out
    short = tmp_path / "short" / "run.mcap"
    short.write_bytes(short.read_bytes()[:-1])
    assert main(["diff", *names]) == 0


def test_runs_that_part_after_the_last_checkpoint_are_not_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, wind in (("a", 1.0), ("b", 2.0)):
        sim = Simulation.load("square", sets=[f"world.systems.wind.speed_mps={wind}"])
        (tmp_path / name).mkdir()
        recording = Recording(sim, tmp_path / name / "run.mcap", Record(topics=()))
        sim.advance(300)
        recording.finish()
        sim.close()
    names = [str(tmp_path / "a"), str(tmp_path / "b")]
    assert main(["diff", *names]) == 4
    assert "differ from tick 1 (0.0025 s) on" in capsys.readouterr().out
    # Nothing but their ends tells of it where they cannot be simulated again.
    (tmp_path / "a" / "config.lock").unlink()
    assert main(["diff", *names]) == 4
    ends = [RunFile(name).end() for name in names]
    hashes = " against ".join(end.state_hash for end in ends if end is not None)
    assert f"the world state hash: {hashes}" in capsys.readouterr().out


def test_a_run_that_goes_on_for_less_than_a_checkpoint_is_longer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _record(tmp_path / "long", 700)
    _record(tmp_path / "short", 600)
    names = [str(tmp_path / "short"), str(tmp_path / "long")]
    assert main(["diff", *names]) == 4
    said = f"equal up to tick 600, then only {tmp_path / 'long'} goes on"
    assert said in capsys.readouterr().out
    # The longer one was another before the shorter one ended.
    _record(tmp_path / "nudged", 700, nudge_at=590)
    assert main(["diff", names[0], str(tmp_path / "nudged")]) == 4
    assert "equal up to tick 400, then only" in capsys.readouterr().out


def test_checkpoints_need_not_be_as_close_in_both_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _record(tmp_path / "seldom", 1300)
    _record(tmp_path / "often", 1300, checkpoint_ticks=150)
    assert main(["diff", str(tmp_path / "seldom"), str(tmp_path / "often")]) == 0
    assert capsys.readouterr().out == "equal: 1 checkpoints, equal up to 3.25 s\n"


def test_a_hash_that_no_column_explains_is_a_difference(tmp_path: Path) -> None:
    _record(tmp_path / "run", 400)
    sim = Simulation.load("square")
    sim.prepare()
    sim.advance(400)
    (told,) = RunFile(tmp_path / "run").checkpoints()
    comparison = CheckpointComparison(iter([replace(told, state_hash="another")]))
    comparison.look(sim.world)
    assert comparison.found is not None
    assert comparison.found.column == "state hash"
    assert comparison.found.values == ("another", sim.world.state_hash())
    sim.close()


def test_what_cannot_be_simulated_again_is_told_by_its_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _record(tmp_path / "a", 1200)
    _record(tmp_path / "b", 1200, nudge_at=777)
    assert main(["diff", str(tmp_path / "a"), str(tmp_path / "b")]) == 4
    said = capsys.readouterr().out
    assert "differ at tick 800 (2 s), first after tick 400" in said
    assert "record.checkpoint_ticks=1" in said
    assert main(["replay", str(tmp_path / "b")]) == 4
    assert "differs at tick 800" in capsys.readouterr().out


def test_a_run_that_a_program_set_back_says_so(tmp_path: Path) -> None:
    sim = Simulation.load("square", compiled=False)
    recording = Recording(sim, tmp_path / "run.mcap", Record(topics=()))
    sim.advance(20)
    then = sim.snapshot()
    sim.advance(20)
    sim.restore(then)
    recording.finish()
    sim.close()
    report = replay(RunFile(tmp_path), compiled=False)
    assert "set this run back" in report.trouble


def test_the_inbox_in_the_file_is_the_inbox_of_the_run(tmp_path: Path) -> None:
    sim = record_random_flight(tmp_path, seed=5, seconds=1.0, compiled=False)
    entries = [e for e in RunFile(tmp_path).journal() if isinstance(e, InboxEntry) and e.source]
    log: tuple[Stamped, ...] = sim.bus.inbox.log
    assert [entry.source for entry in entries] == [item.source for item in log]
