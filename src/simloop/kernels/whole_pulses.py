"""Outputs as a timer has them: pulses of whole microseconds, 1000 to 2000.

The same rounding as in messages/actuator_commands.py, so that a command that went over a wire as a
pulse and one that stayed in process are the same number.
"""

from simloop.math.row import Row
from simloop.math.scalar import clamp, round_nearest

# Lanes per block; compiled copies set it
W = 1
# Rotors of the vehicle class; compiled copies set it
ROTORS = 4
# Outputs of the vehicle class; compiled copies set it
OUTPUTS = 2

# From the shortest pulse to the longest.
SPAN_US = 1000.0


def as_whole_pulse(command: float, least: float) -> float:
    """The command that is left of one after it was a pulse; `least` is -1 or 0."""
    share = (clamp(command, least, 1.0) - least) / (1.0 - least)
    pulse = SPAN_US * share + 0.5
    nearest = round_nearest(pulse)
    below = nearest - 1.0 if nearest > pulse else nearest
    return least + (1.0 - least) * (below / SPAN_US)


def whole_motor_pulses(motor_command: Row) -> None:
    """Round what the motors are asked for."""
    for i in range(ROTORS):
        for j in range(W):
            motor_command[i * W + j] = as_whole_pulse(motor_command[i * W + j], 0.0)


def whole_output_pulses(output_least: Row, actuator_command: Row) -> None:
    """Round what outputs behind a mixer are asked for."""
    for i in range(OUTPUTS):
        for j in range(W):
            command, least = actuator_command[i * W + j], output_least[i * W + j]
            actuator_command[i * W + j] = as_whole_pulse(command, least)
