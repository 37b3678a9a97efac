"""From standard commands to the angles of aileron, elevator and rudder.

Commands have the sense of torques: right wing down, nose up, nose right are positive. Angles have
the sense of the book: an elevator that goes down and a rudder that goes left are positive, and push
the nose down and to the left.
"""

from simloop.component import Mut
from simloop.world.actuators.components import Outputs
from simloop.world.airframe.components import SurfaceAngles, Surfaces


def control_surfaces(outputs: Outputs, surfaces: Mut[Surfaces]) -> None:
    """Full command is full deflection."""
    asked, limit = outputs.standard_command, surfaces.limit_rad
    surfaces.angles_rad = SurfaceAngles(
        limit.aileron * asked.qx, -limit.elevator * asked.qy, -limit.rudder * asked.qz
    )
