"""Servos and motor controllers: outputs follow their commands, and mean standard commands."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Outputs of the vehicle class; compiled copies set it
OUTPUTS = 4


def actuators(
    mixer_inverse: Row,
    output_least: Row,
    output_lag_gain: Row,
    output_stuck: Row,
    output_effectiveness: Row,
    output_bias: Row,
    actuator_command: Row,
    output_position: Row,
    standard_command: Row,
) -> None:
    """Move every output towards its command, then turn all back into standard commands.

    The six standard commands are Fx, Fy, Fz, Qx, Qy, Qz; `mixer_inverse` has a row for each.
    """
    for k in range(6 * W):
        standard_command[k] = 0.0
    for i in range(OUTPUTS):
        for j in range(W):
            # A command that is not a number compares false and counts as the middle.
            asked = actuator_command[i * W + j]
            asked = (
                asked
                if asked > output_least[i * W + j]
                else (output_least[i * W + j] if asked < 0.0 else 0.0)
            )
            asked = asked if asked < 1.0 else 1.0
            place = output_position[i * W + j]
            free = 1.0 - output_stuck[i * W + j]
            place = place + free * output_lag_gain[i * W + j] * (asked - place)
            output_position[i * W + j] = place
    for i in range(OUTPUTS):
        for c in range(6):
            for j in range(W):
                place = output_position[i * W + j]
                felt = output_effectiveness[i * W + j] * place + output_bias[i * W + j]
                standard_command[c * W + j] += mixer_inverse[(c * OUTPUTS + i) * W + j] * felt
