"""The force model of a bluff body: drag against the air, and damping of its rotation.

Drag is `-1/2 rho V^2 S C_D` along the velocity through the air. Damping moments are those of
flight mechanics, `1/2 rho V^2 S l C (rate l / 2V)`: the speed cancels once, so a body at rest in
the air is not damped and nothing is divided by zero.
"""

from simloop.systems.bluff_body.components import BluffBody
from simloop.world.motion.motion import Motion, Wrench


def wrench(motion: Motion, body: BluffBody) -> Wrench:
    """Drag and damping."""
    velocity = motion.air_velocity_frd_mps
    half = 0.5 * motion.air_density_kgpm3 * velocity.norm()
    drag = -half * body.drag_area_m2
    return Wrench(drag * velocity, (half * body.damping_m4).times(motion.rate_frd_radps))
