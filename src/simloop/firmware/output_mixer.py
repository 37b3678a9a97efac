"""From standard commands to outputs: the vehicle's own mixer matrix, within what outputs can do."""

from simloop.firmware.codes import Level, Offboard
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Requests
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.outputs import Actuators, OutputMixer, OutputState
from simloop.firmware.maths import clamp, larger
from simloop.firmware.task import Task

# Bits of fw_override that put sticks in charge of the thrust, and of the attitude.
THRUST_BITS = 2 + 32
ATTITUDE_BITS = 1 + 4 + 8 + 16


def program_rules(craft: Craft, requests: Requests, bits: int) -> bool:
    """Does a program command these axes itself, and no stick overrides it?"""
    asks = (requests.offboard_kind == Offboard.AXES) & (craft.control_level <= Level.CLIMB)
    return asks & ((int(craft.override) & bits) == 0)


def as_pulse(value: float) -> float:
    """What is left of a servo command after the way through a pulse from 0 to 1 and back."""
    return 2.0 * (0.5 * value + 0.5) - 1.0


def choose_output_mixer(craft: Craft, requests: Requests, outputs: Mut[OutputState]) -> None:
    """The primary mixer is the pilot's, the secondary a program's."""
    outputs.output_choice[0] = 1.0 if program_rules(craft, requests, THRUST_BITS) else 0.0
    outputs.output_choice[1] = 1.0 if program_rules(craft, requests, ATTITUDE_BITS) else 0.0


def mix_outputs(
    mixer: OutputMixer, craft: Craft, outputs: OutputState, actuators: Mut[Actuators]
) -> None:
    """Multiply the standard commands by the mixer; outputs set by hand follow the hand.

    Disarmed, motors stand still and servos lie in the middle.
    """
    for output in range(len(actuators.command)):
        mixed = mixed_command(mixer, outputs, output)
        mixed = outputs.aux_command[output] if outputs.aux_used[output] > 0.0 else mixed
        least, idle = mixer.least[output], mixer.idle[output]
        value = clamp(mixed, larger(idle, least), 1.0)
        value = as_pulse(value) if least < 0.0 else value
        actuators.command[output] = value if craft.armed > 0.0 else 0.0


def mixed_command(mixer: OutputMixer, outputs: OutputState, output: int) -> float:
    """What an output has of the standard commands, forces and torques each by their own mixer."""
    mixed = 0.0
    for axis in range(6):
        place = axis * len(mixer.least) + output
        second = outputs.output_choice[axis // 3] > 0.0
        share = mixer.secondary[place] if second else mixer.mix[place]
        mixed = mixed + outputs.standard_command[axis] * share
    return mixed


OUTPUT_MIXER_CHOICE = Task("fw_output_mixer_choice", choose_output_mixer, "control", 50.0)

OUTPUT_MIXER = Task("fw_output_mixer", mix_outputs, "control")
