"""An autopilot that is a real program is stopped, killed and restarted by failures."""

import os
import sys
from collections.abc import Iterator

import pytest

from simloop.links.autopilot_process import AutopilotProcess, autopilot_process
from simloop.links.launch import Launch
from simloop.server.simulation import Simulation
from simloop.systems.failures import FailureRequest

IDLE = "import time\nwhile True: time.sleep(0.01)"


@pytest.fixture
def flown() -> Iterator[tuple[Simulation, AutopilotProcess]]:
    """A vehicle whose autopilot, as far as anybody knows, is a program that idles."""
    simulation = Simulation.load("square")
    launch = Launch(command=sys.executable, arguments=("-c", IDLE))
    process = autopilot_process(simulation, "quad_0", launch, {})
    process.start()
    yield simulation, process
    simulation.close()
    assert not process.running


def fail(simulation: Simulation, kind: str) -> None:
    request = FailureRequest(vehicle="quad_0", component="autopilot", kind=kind, duration_s=0.05)
    assert simulation.provided["failures"].inject(request).accepted
    simulation.advance(5)


def wait(process: AutopilotProcess, state: int) -> int:
    """Wait until the system says that it has stopped, or gone on; the signal that did it."""
    assert process.pid is not None
    change = os.waitid(os.P_PID, process.pid, state | os.WNOWAIT)
    assert change is not None
    return change.si_code


def test_a_stopped_program_goes_on(flown: tuple[Simulation, AutopilotProcess]) -> None:
    simulation, process = flown
    first = process.pid
    fail(simulation, "stop")
    assert wait(process, os.WSTOPPED) == os.CLD_STOPPED
    simulation.advance(40)
    assert wait(process, os.WCONTINUED) == os.CLD_CONTINUED
    assert process.pid == first


def test_a_killed_program_is_started_anew(flown: tuple[Simulation, AutopilotProcess]) -> None:
    simulation, process = flown
    first = process.pid
    fail(simulation, "kill")
    assert not process.running
    assert process.ended is not None and "killed" in process.ended
    simulation.advance(40)
    assert process.running and process.pid != first


def test_a_program_is_restarted_once(flown: tuple[Simulation, AutopilotProcess]) -> None:
    simulation, process = flown
    first = process.pid
    fail(simulation, "restart")
    second = process.pid
    assert process.running and second != first
    simulation.advance(40)
    assert process.pid == second
