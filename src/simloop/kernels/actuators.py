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
    # Lanes inside, and one long body: short loops would be unrolled and stay scalar.
    for i in range(OUTPUTS):
        for j in range(W):
            # A command that is not a number compares false twice and counts as the middle.
            asked = actuator_command[i * W + j]
            least = output_least[i * W + j]
            above = asked if asked > 0.0 else 0.0
            below = asked if asked < 0.0 else 0.0
            above = above if above < 1.0 else 1.0
            below = below if below > least else least
            place = output_position[i * W + j]
            share = (1.0 - output_stuck[i * W + j]) * output_lag_gain[i * W + j]
            place = place + share * (above + below - place)
            output_position[i * W + j] = place
            felt = output_effectiveness[i * W + j] * place + output_bias[i * W + j]
            standard_command[j] += mixer_inverse[i * W + j] * felt
            standard_command[W + j] += mixer_inverse[(OUTPUTS + i) * W + j] * felt
            standard_command[2 * W + j] += mixer_inverse[(2 * OUTPUTS + i) * W + j] * felt
            standard_command[3 * W + j] += mixer_inverse[(3 * OUTPUTS + i) * W + j] * felt
            standard_command[4 * W + j] += mixer_inverse[(4 * OUTPUTS + i) * W + j] * felt
            standard_command[5 * W + j] += mixer_inverse[(5 * OUTPUTS + i) * W + j] * felt
