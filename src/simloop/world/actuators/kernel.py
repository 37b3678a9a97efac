"""Servos and motor controllers: outputs follow their commands, and mean standard commands."""

from simloop.component import Mut
from simloop.world.actuators.components import Outputs, StandardCommand


def actuators(outputs: Mut[Outputs]) -> None:
    """Move every output towards its command, then turn all back into standard commands."""
    count = len(outputs.position)
    inverse = outputs.mixer_inverse
    fx = fy = fz = qx = qy = qz = 0.0
    for i in range(count):
        share = (1.0 - outputs.stuck[i]) * outputs.lag_gain[i]
        place = outputs.position[i]
        place = place + share * (within_reach(outputs.command[i], outputs.least[i]) - place)
        outputs.position[i] = place
        felt = outputs.effectiveness[i] * place + outputs.bias[i]
        fx += inverse[i] * felt
        fy += inverse[count + i] * felt
        fz += inverse[2 * count + i] * felt
        qx += inverse[3 * count + i] * felt
        qy += inverse[4 * count + i] * felt
        qz += inverse[5 * count + i] * felt
    outputs.standard_command = StandardCommand(fx, fy, fz, qx, qy, qz)


def within_reach(command: float, least: float) -> float:
    """What an output makes of a command: one that is not a number is the middle."""
    above = command if command > 0.0 else 0.0
    below = command if command < 0.0 else 0.0
    return (above if above < 1.0 else 1.0) + (below if below > least else least)
