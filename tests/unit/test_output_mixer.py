"""The firmware's mixer of servos and motors: which matrix is used, and what outputs may do."""

import numpy as np
import pytest

from simloop.firmware.codes import Level, Offboard
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import Actuators, OutputMixer, OutputState
from simloop.firmware.output_mixer import choose_output_mixer, mix_outputs
from simloop.server.files.mistake import FileMistake
from simloop.server.simulation import Simulation
from simloop.world.mixer import AXES, Mixer, least_of, work_out

STICK_OF_ROLL, STICK_OF_THROTTLE = 1.0, 2.0
SIZES = {"OUTPUTS": 5}
PRIMARY, SECONDARY = work_out(Mixer(kind="fixed_wing")), work_out(Mixer(kind="v_tail"))


def chosen(level: float, override: float, kind: float) -> list[float]:
    outputs = OutputState(sizes=SIZES)
    craft = Craft(control_level=level, override=override)
    choose_output_mixer(craft, Requests(offboard_kind=kind), outputs)
    return list(outputs.output_choice)


def mixed(choice: list[float], *, armed: float = 1.0, **commands: float) -> list[float]:
    mixer = OutputMixer(
        sizes=SIZES,
        mix=np.ravel(PRIMARY.matrix),
        secondary=np.ravel(SECONDARY.matrix),
        least=[least_of(kind) for kind in PRIMARY.outputs],
    )
    asked = [commands.get(axis, 0.0) for axis in AXES]
    outputs = OutputState(sizes=SIZES, output_choice=choice, standard_command=asked)
    actuators = Actuators(sizes=SIZES, command=np.full(5, np.nan))
    mix_outputs(mixer, Craft(armed=armed), outputs, actuators)
    return list(actuators.command)


def test_a_program_that_commands_axes_has_the_secondary_mixer() -> None:
    assert chosen(Level.ANGLE, 0.0, Offboard.AXES) == [1.0, 1.0]
    assert chosen(Level.GOAL, 0.0, Offboard.AXES) == [0.0, 0.0]
    assert chosen(Level.ANGLE, 0.0, Offboard.VELOCITY) == [0.0, 0.0]


def test_sticks_take_their_axes_back_to_the_primary_mixer() -> None:
    assert chosen(Level.ANGLE, STICK_OF_ROLL, Offboard.AXES) == [1.0, 0.0]
    assert chosen(Level.ANGLE, STICK_OF_THROTTLE, Offboard.AXES) == [0.0, 1.0]


def test_forces_and_torques_go_by_the_mixer_chosen_for_each() -> None:
    commands = {"Fx": 0.6, "Qy": 0.4}
    assert mixed([0.0, 0.0], **commands) == pytest.approx(PRIMARY.mix(**commands))
    assert mixed([1.0, 1.0], **commands) == pytest.approx(SECONDARY.mix(**commands))
    assert mixed([1.0, 0.0], **commands) == pytest.approx(PRIMARY.mix(**commands))


def test_disarmed_outputs_rest() -> None:
    assert mixed([0.0, 0.0], armed=0.0, Fx=1.0, Qx=1.0) == [0.0] * 5


def load(setting: str) -> Simulation:
    sets = ["vehicles[0].set.autopilot.kind=firmware", f"vehicles[0].set.{setting}"]
    return Simulation.load("stand", vehicle="aerosonde", sets=sets, compiled=False)


def test_a_vehicle_file_may_name_a_second_mixer() -> None:
    world = load("autopilot.settings.secondary_mixer={kind: v_tail}").world
    (record,) = world.models()
    assert world.vector(record.entity, "fw_output_secondary").tolist() == pytest.approx(
        np.ravel(SECONDARY.matrix).tolist()
    )


def test_both_mixers_must_drive_the_same_outputs() -> None:
    with pytest.raises(FileMistake, match="both must drive the same outputs"):
        load("autopilot.settings.secondary_mixer={kind: flying_wing}")
