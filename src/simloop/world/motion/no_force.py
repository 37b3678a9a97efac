"""The force model of a body that neither flies nor drives: no aerodynamics, no propulsion.

A force model is a function that gives a Wrench. It asks for the motion by the name `motion`, and
for components by their classes. A vehicle may have several force models: they are summed.
"""

from typing import Any

from simloop.math.vector import ZERO
from simloop.world.motion.motion import Motion, Wrench


def wrench(motion: Motion, *components: Any) -> Wrench:
    """Nothing pushes, nothing turns."""
    return Wrench(ZERO, ZERO)
