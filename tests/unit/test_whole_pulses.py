"""Outputs in whole microseconds: the same numbers as after a trip over a wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simloop.messages.actuator_commands import command_of, pwm_of
from simloop.server.simulation import Simulation
from simloop.sitl.whole_pulses.kernel import as_whole_pulse, whole_output_pulses
from simloop.world.actuators.components import Outputs


@given(command=st.floats(-2.0, 2.0), least=st.sampled_from([-1.0, 0.0]))
def test_rounding_is_that_of_the_wire(command: float, least: float) -> None:
    assert as_whole_pulse(command, least) == command_of(pwm_of(command, least), least)


@pytest.mark.parametrize("least", [-1.0, 0.0])
def test_every_half_microsecond_and_every_pulse(least: float) -> None:
    for half in range(2001):
        command = least + (1.0 - least) * half / 2000.0
        once = as_whole_pulse(command, least)
        assert once == command_of(pwm_of(command, least), least)
        assert as_whole_pulse(once, least) == once


def test_servos_and_motors_of_a_mixer() -> None:
    outputs = Outputs(sizes={"OUTPUTS": 2}, least=[-1.0, 0.0], command=[0.30049, 0.30049])
    whole_output_pulses(outputs)
    assert outputs.command.tolist() == pytest.approx([0.3, 0.3], abs=1e-15)


@pytest.mark.parametrize("model", ["quad", "aerosonde", "rover_diff"])
def test_the_last_step_of_control(model: str) -> None:
    """After mixer and takeover: what the outputs get is whole."""
    simulation = Simulation.load(
        "square_calm" if model == "quad" else "stand",
        vehicle=None if model == "quad" else model,
        sets=["vehicles[0].set={autopilot.settings.whole_microseconds: true}"],
        compiled=False,
    )
    order = [system.name for system in simulation.runner.block_systems[0]]
    rounding = [name for name in order if name.startswith("whole_pulses")]
    assert len(rounding) == 1
    column = rounding[0].removeprefix("whole_pulses_")
    control = [
        s.name
        for s in simulation.runner.block_systems[0]
        if s.stage.name == "CONTROL" and column in s.writes
    ]
    assert control[-1] == rounding[0]
    assert len(control) > 1
