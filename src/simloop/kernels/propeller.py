"""A propeller on an electric motor: the speed at which the torques of both balance."""

from math import sqrt

# What nothing real is smaller than: keeps a division from failing.
TINY = 1e-12


def balanced_speed(a: float, b: float, c: float) -> float:
    """The rotor speed W with a W^2 + b W + c = 0, or zero where the motor cannot turn it.

    With a, the load by the air, at zero it still holds: so a propeller without blades may spin.
    """
    inside = b * b - 4.0 * a * c
    below = b + sqrt(inside if inside > 0.0 else 0.0)
    speed = -2.0 * c / (below if below > TINY else TINY)
    return speed if speed > 0.0 else 0.0
