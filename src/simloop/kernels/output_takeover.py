"""Who drives the outputs: an autopilot while it is armed, whoever else commanded them before."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Outputs of the vehicle class; compiled copies set it
OUTPUTS = 2


def take_outputs(
    pilot_armed: Row, pilot_output: Row, pilot_was_armed: Row, actuator_command: Row
) -> None:
    """Give the outputs to an armed autopilot; once it disarms, set them to zero and let go.

    A twist or a hand that commands them later finds them free.
    """
    for i in range(OUTPUTS):
        for j in range(W):
            armed = pilot_armed[j] > 0.0
            ends = (pilot_was_armed[j] > 0.0) & (not armed)
            kept = 0.0 if ends else actuator_command[i * W + j]
            actuator_command[i * W + j] = pilot_output[i * W + j] if armed else kept
    for j in range(W):
        pilot_was_armed[j] = 1.0 if pilot_armed[j] > 0.0 else 0.0
