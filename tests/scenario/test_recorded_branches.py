"""A recorded run that goes back: each of its files is whole, and is simulated again."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from recorded_flight import RandomInput
from simloop.cli.main import main
from simloop.server.files.scenario_file import Record
from simloop.server.history import History
from simloop.server.player.recorded_run import RecordedRun
from simloop.server.recording.reader import RunFile
from simloop.server.recording.recording import Recording
from simloop.server.recording.replay import replay
from simloop.server.simulation import Simulation
from simloop.systems.user_commands.desk import UserCommand
from simloop.transport.inbox import Reply

FEW, MANY = range(3), range(60)
CHECKED = Record(topics=("sim/truth_state",), checkpoint_ticks=100)


def branch(simulation: Simulation, tick: int) -> None:
    """Ask for it as a page does, and wait until the run is there."""
    reply = Reply()
    simulation.bus.inbox.push("studio", UserCommand("branch", {"tick": tick}), reply)
    if simulation.time.paused:
        simulation.idle()
        assert simulation.world.tick == tick
        simulation.idle()
    else:
        simulation.advance(1)
        assert simulation.world.tick == tick
    assert reply.error is None


def reproduced(path: Path) -> str:
    """Simulate it again; gives the hash of its end."""
    report = replay(RunFile(path))
    assert report.same, (path, report.difference, report.trouble)
    assert report.to_the_end
    assert report.checkpoints == len(list(RunFile(path).checkpoints())) > 0
    return report.state_hash


def fly_random_branches(directory: Path, seed: int) -> None:
    chance = random.Random(seed)
    simulation = Simulation.load("stand", seed=seed)
    simulation.prepare()
    inputs = RandomInput(simulation, seed)
    directory.mkdir()
    recording = Recording(simulation, directory / "run.mcap", CHECKED)
    history = History(simulation)
    history.join()
    for _ in range(3):
        inputs.fly(600)
        if chance.random() < 0.5:
            simulation.command("pause")
            simulation.advance(1)
            simulation.idle()
        tick = chance.randrange(history.first_tick, simulation.world.tick)
        branch(simulation, tick)
        simulation.command("play")
        simulation.idle()
    inputs.fly(200)
    recording.finish()
    simulation.close()
    assert RunFile(directory).path == recording.path == directory / "run_branch_3.mcap"
    assert len(RunFile(directory).siblings) == 4
    for path in RunFile(directory).siblings[:-1]:
        reproduced(path)
    assert reproduced(directory) == simulation.world.state_hash()


@pytest.mark.parametrize("seed", FEW)
def test_every_file_of_a_run_that_goes_back_is_replayed(tmp_path: Path, seed: int) -> None:
    fly_random_branches(tmp_path / "run", seed)


@pytest.mark.soak
def test_sixty_runs_that_go_back_are_replayed(tmp_path: Path) -> None:
    for seed in MANY:
        fly_random_branches(tmp_path / f"run_{seed}", seed)


def test_commands_take_the_last_file_or_the_one_that_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "run"
    simulation = Simulation.load("stand", seed=1)
    simulation.prepare()
    directory.mkdir()
    recording = Recording(simulation, directory / "run.mcap", CHECKED)
    History(simulation).join()
    while simulation.world.tick < 400:
        simulation.advance(100)
    branch(simulation, 150)
    simulation.command("push", name="quad_0", force_ned_n=[9.0, 0.0, 0.0])
    while simulation.world.tick < 300:
        simulation.advance(50)
    recording.finish()
    simulation.close()
    first, second = str(directory / "run.mcap"), str(directory / "run_branch_1.mcap")
    assert main(["replay", str(directory)]) == 0
    told = capfd.readouterr()
    assert "holds run.mcap, run_branch_1.mcap: the last is taken" in told.err
    assert "reproduced: 3 checkpoints and 1 inputs" in told.out
    assert main(["replay", first]) == 0
    told = capfd.readouterr()
    assert "reproduced: 4 checkpoints" in told.out
    assert "holds" not in told.err
    assert main(["diff", first, second]) == 4
    # The push is there when tick 151 ends, after its checkpoint would have been taken.
    assert "differ from tick 152 " in capfd.readouterr().out
    assert main(["report", first]) == main(["report", second]) == 0
    assert capfd.readouterr().out.split() == [
        str(directory / "run_report.html"),
        str(directory / "report.html"),
    ]
    assert "left for a branch" in (directory / "run_report.html").read_text(encoding="utf-8")
    assert main(["export", second]) == 0
    player = RecordedRun(second)
    assert (player.first_tick, player.last_tick) == (0, 300)
    player.close()
    # Another run in the same place begins without the branches of this one.
    again = Simulation.load("stand", seed=1)
    Recording(again, directory / "run.mcap", CHECKED).close()
    again.close()
    assert [path.name for path in RunFile(directory).siblings] == ["run.mcap"]
