"""Newton and Euler: how a rigid body in air answers a wrench.

An inertia model is a function that gives an Acceleration. It asks for what it needs by the names
`motion`, `rotation` (from FRD to NED), `wrench` and `held`, and for components by their classes.
"""

from simloop.math.vector import Matrix3
from simloop.world.body import Body
from simloop.world.motion.motion import Acceleration, Held, Motion, Wrench


def accelerate(
    motion: Motion, rotation: Matrix3, wrench: Wrench, held: Held, body: Body
) -> Acceleration:
    """Force over mass, and what the torque leaves after turning the angular momentum along."""
    pushed = (1.0 / body.mass_kg) * wrench.force_frd_n
    rate = motion.rate_frd_radps
    momentum = body.inertia_kgm2 @ rate
    torque = wrench.torque_frd_nm + held.torque_frd_nm - rate.cross(momentum)
    return Acceleration(
        velocity_ned_mps2=held.acceleration_ned_mps2 + rotation @ pushed,
        rate_frd_radps2=body.inverse_inertia @ torque,
        turning_frd_mps2=pushed,
    )
