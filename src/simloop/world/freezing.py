"""The guard of whoever moves a body: one whose numbers stop being finite stays where it was."""

from simloop.component import Mut
from simloop.math.vector import ZERO
from simloop.world.body import Body, Guard


def freezes(tick: int, total: float, body: Mut[Body], guard: Mut[Guard]) -> bool:
    """Halt the body if it is frozen, or if `total`, a sum of all its new numbers, is not finite."""
    # Infinity minus itself, like NaN, is not zero.
    if total - total == 0.0 and guard.frozen == 0.0:
        return False
    if guard.frozen == 0.0:
        guard.frozen = 1.0
        guard.frozen_tick = float(tick)
    body.velocity_frd_mps = ZERO
    body.rate_frd_radps = ZERO
    body.acceleration_frd_mps2 = ZERO
    body.angular_acceleration_frd_radps2 = ZERO
    body.force_frd_n = ZERO
    body.torque_frd_nm = ZERO
    return True
