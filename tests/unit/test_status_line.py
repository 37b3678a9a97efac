"""The live line under a run: a pilot sees what matters first."""

import io

import pytest

from simloop.cli.status_line import StatusLine
from simloop.server.simulation import Simulation


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("vehicle", "words"),
    [("quad", "quad_0 disarmed, hold, 0.0 m north"), ("ball", "ball_0 0.0 m north")],
)
def test_who_flies_no_mission_shows_mode_and_arming(vehicle: str, words: str) -> None:
    simulation = Simulation.load("stand", vehicle=vehicle, compiled=False)
    stream = Terminal()
    line = StatusLine(simulation, stream, live=True)
    simulation.advance(20)
    line.update()
    assert words in stream.getvalue()


def test_a_mission_shows_its_phase() -> None:
    stream = Terminal()
    line = StatusLine(Simulation.load("square", compiled=False), stream, live=True)
    line.update()
    assert "quad_0 align, 0.0 m north" in stream.getvalue()


def test_a_large_fleet_that_waits_for_somebody_says_so() -> None:
    simulation = Simulation.load("stand", vehicle="ball", count=6, compiled=False)
    stream = io.StringIO()
    StatusLine(simulation, stream, live=True)
    simulation.log.add(0, "", "waiting", party="px4 of ball_3", detail="has not come yet")
    simulation.log.add(0, "ball_3", "notice", text="sits there")
    assert "run        px4 of ball_3: has not come yet\n" in stream.getvalue()
    assert "sits there" not in stream.getvalue()


def test_the_end_of_a_recording_is_not_told_twice() -> None:
    simulation = Simulation.load("stand", vehicle="ball", compiled=False)
    stream = io.StringIO()
    StatusLine(simulation, stream, live=True)
    simulation.log.add(0, "", "recording ended", reason="run.mcap: File too large")
    simulation.log.add(0, "", "recording rotated", reason="record.max_mb (1) is reached")
    assert "recording ended" not in stream.getvalue()
    assert "recording rotated" in stream.getvalue()


def test_a_run_that_stands_still_writes_nothing_anew() -> None:
    simulation = Simulation.load("stand", vehicle="ball", compiled=False)
    stream = Terminal()
    line = StatusLine(simulation, stream, live=True)
    for _ in range(3):
        line._last = 0.0
        line.update()
    assert stream.getvalue().count("ball_0") == 1
    simulation.log.add(0, "", "waiting", party="px4", detail="has not come yet")
    line._last = 0.0
    line.update()
    assert stream.getvalue().count("ball_0") == 2
