"""A body in water: it takes some of the water along, so mass has six axes and couples them.

(M_RB + M_A) v' + C(v) v = tau with v the velocity through the water, about the centre of mass. The
matrix is inverted once, at spawn, so the acceleration of every stage is solved exactly: added mass
as a force would need the acceleration it causes, and is stable only where it is small. Momentum P
and angular momentum H are M v; in the turning frame of the body they give C v = (w x P,
w x H + v x P), which never does work. Steady water that moves carries the body along.
"""

from simloop.component import FloatRow
from simloop.math.vector import Matrix3, Vec3
from simloop.systems.vessel.components import HullMass
from simloop.world.body import Body, Water
from simloop.world.motion.motion import Acceleration, Held, Motion, Wrench

# Where the rows of a symmetric matrix are in its upper half.
LINEAR_ROWS = ((0, 1, 2, 3, 4, 5), (1, 6, 7, 8, 9, 10), (2, 7, 11, 12, 13, 14))
ANGULAR_ROWS = ((3, 8, 12, 15, 16, 17), (4, 9, 13, 16, 18, 19), (5, 10, 14, 17, 19, 20))


def accelerate(
    motion: Motion,
    rotation: Matrix3,
    wrench: Wrench,
    held: Held,
    body: Body,
    hull: HullMass,
    water: Water,
) -> Acceleration:
    """Solve for the acceleration of a body with added mass."""
    to_body = rotation.transposed()
    rate = motion.rate_frd_radps
    velocity = motion.velocity_frd_mps - to_body @ water.velocity_ned_mps
    momentum, angular_momentum = matrix_times(hull.matrix, velocity, rate)

    # What is held comes as an acceleration of the dry body: here it is a force like others.
    held_frd = to_body @ held.acceleration_ned_mps2
    force = wrench.force_frd_n + body.mass_kg * held_frd - rate.cross(momentum)
    torque = wrench.torque_frd_nm + held.torque_frd_nm
    torque = torque - rate.cross(angular_momentum) - velocity.cross(momentum)
    change, rate_change = matrix_times(hull.inverse, force, torque)

    # Seen from outside, turning the velocity is acceleration too.
    acceleration = change + rate.cross(velocity)
    return Acceleration(
        velocity_ned_mps2=rotation @ acceleration,
        rate_frd_radps2=rate_change,
        turning_frd_mps2=acceleration - held_frd,
    )


def matrix_times(m: FloatRow, linear: Vec3, angular: Vec3) -> tuple[Vec3, Vec3]:
    """A symmetric matrix, of which `m` is the upper half by rows, times a vector of six."""
    along = Vec3(*(row_times(m, row, linear, angular) for row in LINEAR_ROWS))
    return along, Vec3(*(row_times(m, row, linear, angular) for row in ANGULAR_ROWS))


def row_times(m: FloatRow, row: tuple[int, ...], linear: Vec3, angular: Vec3) -> float:
    """A row of it times the vector."""
    i, j, k, n, o, p = row
    part: float = m[i] * linear.x + m[j] * linear.y + m[k] * linear.z
    whole: float = part + m[n] * angular.x + m[o] * angular.y + m[p] * angular.z
    return whole
