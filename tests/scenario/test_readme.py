"""The programs of the README run as they stand there."""

import asyncio
import re
from pathlib import Path
from threading import Thread

import pytest

from simloop.server.files.load import load_scenario
from simloop.server.simulation import Simulation

TEXT = (Path(__file__).parents[2] / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def block_with(words: str) -> str:
    (block,) = (each for each in BLOCKS if words in each)
    return block


def test_the_first_program(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block_with("Simulation.load"), "README.md", "exec"), {})
    assert "True" in capsys.readouterr().out.splitlines()[-1]


def test_the_bridge_between_two_simulators(capsys: pytest.CaptureFixture[str]) -> None:
    """Gazebo is played by the scenario that the README names, on a port that is free."""
    port = "vehicles[0].autopilot.settings.port=0"
    scenario = load_scenario("gazebo_stand_in", sets=[port])
    gazebo = Simulation(scenario, compiled=False)
    (line,) = gazebo.provided["ardupilot"].lines.values()
    stopped: list[bool] = []
    gazebo.coordinator.stop_asked = lambda: bool(stopped)

    def serve() -> None:
        while not stopped:
            gazebo.advance(1)

    serving = Thread(target=serve)
    serving.start()
    try:
        program = block_with("await bridge.run()")
        assert "port=9002" in program
        program = program.replace("port=9002", f"port={line.port}")
        # Two short runs are over before the compiler would be.
        program = program.replace("tick_rate_hz=100", "tick_rate_hz=100, compiled=False")
        exec(compile(program, "README.md", "exec"), {"asyncio": asyncio})
    finally:
        stopped.append(True)
        serving.join()
        gazebo.close()
    lines = capsys.readouterr().out.splitlines()
    assert [each.split()[:2] for each in lines] == [["1", "gazebo"], ["2", "lightweight"]]
    # Both have been at their waypoint, and rest at home again.
    assert all(each.split()[2] == "hold" for each in lines), lines
