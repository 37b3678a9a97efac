"""From standard commands to the angles of aileron, elevator and rudder.

Commands have the sense of torques: right wing down, nose up, nose right are positive. Angles have
the sense of the book: an elevator that goes down and a rudder that goes left are positive, and push
the nose down and to the left.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def control_surfaces(surface_limit_rad: Row, standard_command: Row, surface_rad: Row) -> None:
    """Full command is full deflection: Qx for the aileron, Qy the elevator, Qz the rudder."""
    for j in range(W):
        aileron = surface_limit_rad[j] * standard_command[3 * W + j]
        elevator = -surface_limit_rad[W + j] * standard_command[4 * W + j]
        rudder = -surface_limit_rad[2 * W + j] * standard_command[5 * W + j]
        surface_rad[j] = aileron
        surface_rad[W + j] = elevator
        surface_rad[2 * W + j] = rudder
