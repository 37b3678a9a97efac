"""The guard of whoever moves a body: one whose numbers stop being finite stays where it was."""

from simloop.component import Mut
from simloop.math.vector import ZERO
from simloop.world.body import Body, Guard


def is_caught(tick: int, total: float, guard: Mut[Guard]) -> bool:
    """Is the body frozen, or is `total`, a sum of all its new numbers, not finite?"""
    # Infinity minus itself, like NaN, is not zero.
    halted = 1.0 if total - total != 0.0 else guard.frozen
    guard.frozen_tick = float(tick) if halted != guard.frozen else guard.frozen_tick
    guard.frozen = halted
    return halted != 0.0


def freezes(tick: int, total: float, body: Mut[Body], guard: Mut[Guard]) -> bool:
    """Halt the body if it is caught."""
    if not is_caught(tick, total, guard):
        return False
    body.velocity_frd_mps = ZERO
    body.rate_frd_radps = ZERO
    body.acceleration_frd_mps2 = ZERO
    body.angular_acceleration_frd_radps2 = ZERO
    body.force_frd_n = ZERO
    body.torque_frd_nm = ZERO
    return True
