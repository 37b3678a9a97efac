"""From standard commands to outputs: the vehicle's own mixer matrix, within what outputs can do."""

from simloop.firmware.maths import clamp
from simloop.firmware.mixer_rule import ATTITUDE_BITS, THRUST_BITS, program_rules
from simloop.firmware.row import Row
from simloop.firmware.task import Task

# Lanes per block; compiled copies set it.
W = 1
# Outputs behind the mixer; compiled copies set it.
OUTPUTS = 5


def as_pulse(value: float) -> float:
    """What is left of a servo command after the way through a pulse from 0 to 1 and back."""
    return 2.0 * (0.5 * value + 0.5) - 1.0


def choose_output_mixer(
    fw_control_level: Row, fw_override: Row, fw_offboard_kind: Row, fw_output_choice: Row
) -> None:
    """The primary mixer is the pilot's, the secondary a program's."""
    for j in range(W):
        kind, level, override = fw_offboard_kind[j], fw_control_level[j], fw_override[j]
        force = program_rules(kind, level, override, THRUST_BITS)
        torque = program_rules(kind, level, override, ATTITUDE_BITS)
        fw_output_choice[j] = 1.0 if force else 0.0
        fw_output_choice[W + j] = 1.0 if torque else 0.0


def mix_outputs(
    fw_output_mix: Row,
    fw_output_secondary: Row,
    fw_output_choice: Row,
    fw_output_least: Row,
    fw_output_idle: Row,
    fw_armed: Row,
    fw_standard_command: Row,
    fw_aux_command: Row,
    fw_aux_used: Row,
    actuator_command: Row,
) -> None:
    """Multiply the standard commands by the mixer; outputs set by hand follow the hand.

    Disarmed, motors stand still and servos lie in the middle.
    """
    for j in range(W):
        armed = fw_armed[j] > 0.0
        for i in range(OUTPUTS):
            mixed = 0.0
            for axis in range(6):
                second = fw_output_choice[(axis // 3) * W + j] > 0.0
                place = (axis * OUTPUTS + i) * W + j
                share = fw_output_secondary[place] if second else fw_output_mix[place]
                mixed = mixed + fw_standard_command[axis * W + j] * share
            mixed = fw_aux_command[i * W + j] if fw_aux_used[i * W + j] > 0.0 else mixed
            least = fw_output_least[i * W + j]
            low = fw_output_idle[i * W + j] if fw_output_idle[i * W + j] > least else least
            value = clamp(mixed, low, 1.0)
            servo = as_pulse(value)
            value = servo if least < 0.0 else value
            actuator_command[i * W + j] = value if armed else 0.0


OUTPUT_MIXER_CHOICE = Task(
    name="fw_output_mixer_choice",
    block=choose_output_mixer,
    group="control",
    rate_hz=50.0,
)

OUTPUT_MIXER = Task(name="fw_output_mixer", block=mix_outputs, group="control")
