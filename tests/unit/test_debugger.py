"""A debugger stops in the kernels of a flying vehicle, in their own files, and steps through."""

import bdb
import pdb
from collections.abc import Callable
from io import StringIO
from types import FrameType
from typing import Any

import pytest

from simloop.kernels import noise
from simloop.server.simulation import Simulation
from simloop.systems.barometer.kernel import barometer
from simloop.systems.physics.kernel import rigid_body

TICKS = 12
LINES_STEPPED = 150


class Stepper(bdb.Bdb):
    """Notes where it stops, steps on for a while, and lets go."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.lines: list[int] = []
        self.names: list[str] = []
        self.seen: dict[str, Any] = {}

    def user_line(self, frame: FrameType) -> None:
        """Look at a line before it runs; whoever calls the kernel is passed over."""
        if not self.lines and not self.break_here(frame):
            self.set_continue()
            return
        self.files.append(frame.f_code.co_filename)
        self.lines.append(frame.f_lineno)
        self.names.append(frame.f_code.co_name)
        self.seen = self.seen or dict(frame.f_locals)
        if len(self.lines) < LINES_STEPPED:
            self.set_step()
        else:
            self.clear_all_breaks()
            self.set_continue()


def first_line_of(kernel: Callable[..., Any]) -> int:
    """The first line of a kernel that does something."""
    code = kernel.__code__
    return min(line for *_, line in code.co_lines() if line and line > code.co_firstlineno)


def flying() -> Simulation:
    simulation = Simulation.load("square", seed=3, compiled=False)
    simulation.advance(4)
    return simulation


@pytest.mark.parametrize("kernel", [rigid_body, barometer])
def test_a_debugger_steps_through_a_kernel(kernel: Callable[..., Any]) -> None:
    watched, alone = flying(), flying()
    stepper, path = Stepper(), kernel.__code__.co_filename
    line = first_line_of(kernel)
    assert stepper.set_break(path, line) is None
    stepper.runcall(watched.advance, TICKS)
    alone.advance(TICKS)
    assert stepper.files[0] == path
    assert stepper.lines[0] == line
    assert stepper.names[0] == kernel.__name__
    # It went on in the same kernel, and into others.
    own = [at for at, file in zip(stepper.lines, stepper.files, strict=True) if file == path]
    assert len(set(own)) > 1
    assert len(set(stepper.files)) > 1
    assert watched.world.state_hash() == alone.world.state_hash()
    for simulation in (watched, alone):
        simulation.close()


def test_components_show_their_numbers() -> None:
    simulation = flying()
    stepper = Stepper()
    stepper.set_break(rigid_body.__code__.co_filename, first_line_of(rigid_body))
    stepper.runcall(simulation.advance, 1)
    assert stepper.seen["body"].mass_kg > 0.0
    assert f"mass_kg={stepper.seen['body'].mass_kg}" in repr(stepper.seen["body"])
    simulation.close()


def test_commands_of_pdb_work_in_a_kernel_that_another_calls() -> None:
    simulation, told = flying(), StringIO()
    words = StringIO("continue\nwhere\nargs\nnext\nlist\ncontinue\n")
    debugger = pdb.Pdb(stdin=words, stdout=told, nosigint=True, readrc=False)
    debugger.use_rawinput = False
    debugger.set_break(noise.__file__, first_line_of(noise.gauss_pair), temporary=True)
    debugger.runcall(simulation.advance, TICKS)
    text = told.getvalue()
    assert "noise.py" in text
    assert "gauss_pair" in text
    assert "axis = " in text
    simulation.close()
