"""Outputs as a timer has them: pulses of whole microseconds, 1000 to 2000.

The same rounding as in messages/actuator_commands.py, so that a command that went over a wire as a
pulse and one that stayed in process are the same number.
"""

from simloop.component import Mut
from simloop.math.scalar import clamp, round_nearest
from simloop.world.actuators.components import Outputs
from simloop.world.rotors import Motors

# From the shortest pulse to the longest.
SPAN_US = 1000.0


def as_whole_pulse(command: float, least: float) -> float:
    """The command that is left of one after it was a pulse; `least` is -1 or 0."""
    share = (clamp(command, least, 1.0) - least) / (1.0 - least)
    pulse = SPAN_US * share + 0.5
    nearest = round_nearest(pulse)
    below = nearest - 1.0 if nearest > pulse else nearest
    return least + (1.0 - least) * (below / SPAN_US)


def whole_motor_pulses(motors: Mut[Motors]) -> None:
    """Round what the motors are asked for."""
    for i in range(len(motors.command)):
        motors.command[i] = as_whole_pulse(motors.command[i], 0.0)


def whole_output_pulses(outputs: Mut[Outputs]) -> None:
    """Round what outputs behind a mixer are asked for."""
    for i in range(len(outputs.command)):
        outputs.command[i] = as_whole_pulse(outputs.command[i], outputs.least[i])
