"""A body in water: it takes some of the water along, so mass has six axes and couples them.

(M_RB + M_A) v' + C(v) v = tau with v the velocity through the water, about the centre of mass. The
matrix is inverted once, at spawn, so the acceleration of every stage is solved exactly: added mass
as a force would need the acceleration it causes, and is stable only where it is small. Momentum P
and angular momentum H are M v; in the turning frame of the body they give C v = (w x P,
w x H + v x P), which never does work. Steady water that moves carries the body along.
"""

from simloop.math.vector import Matrix3, Vec3
from simloop.systems.vessel.components import HullMass, SixBySix
from simloop.world.body import Body, Water
from simloop.world.motion.motion import Acceleration, Held, Motion, Wrench


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


def matrix_times(m: SixBySix, linear: Vec3, angular: Vec3) -> tuple[Vec3, Vec3]:
    """A symmetric matrix times a vector of six."""
    a, b, c = linear
    d, e, f = angular
    return (
        Vec3(
            m.m11 * a + m.m12 * b + m.m13 * c + m.m14 * d + m.m15 * e + m.m16 * f,
            m.m12 * a + m.m22 * b + m.m23 * c + m.m24 * d + m.m25 * e + m.m26 * f,
            m.m13 * a + m.m23 * b + m.m33 * c + m.m34 * d + m.m35 * e + m.m36 * f,
        ),
        Vec3(
            m.m14 * a + m.m24 * b + m.m34 * c + m.m44 * d + m.m45 * e + m.m46 * f,
            m.m15 * a + m.m25 * b + m.m35 * c + m.m45 * d + m.m55 * e + m.m56 * f,
            m.m16 * a + m.m26 * b + m.m36 * c + m.m46 * d + m.m56 * e + m.m66 * f,
        ),
    )
