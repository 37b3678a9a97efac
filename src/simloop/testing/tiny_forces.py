"""The smallest force models that do something: for tests of how they are joined."""

from simloop.math.vector import ZERO, Vec3
from simloop.world.motion.motion import Motion, Wrench


def drag(motion: Motion) -> Wrench:
    """A force against the motion through the air, 1 N per m/s."""
    return Wrench(-motion.air_velocity_frd_mps, ZERO)


def lift(motion: Motion) -> Wrench:
    """A force up with forward airspeed, and damping in pitch."""
    up = Vec3(0.0, 0.0, -2.0 * motion.air_velocity_frd_mps.x)
    return Wrench(up, Vec3(0.0, -0.01 * motion.rate_frd_radps.y, 0.0))
