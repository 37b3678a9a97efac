"""Thrust and reaction torque of a propeller at the nose or tail, at every integrator stage."""

from simloop.math.vector import Vec3
from simloop.world.motion.motion import Motion, Wrench
from simloop.world.propeller.components import InflowGains, Prop


def propeller_wrench(motion: Motion, prop: Prop) -> Wrench:
    """Thrust along +x and the torque that the propeller leaves on the body, about x.

    The propeller keeps its speed over the tick; the inflow is that of the stage. Faster flight than
    the speed of the blades carries makes thrust and torque negative, as with a windmill, down to a
    limit of the advance ratio: beyond it the coefficients stay. So a propeller that stands still
    does nothing.
    """
    speed = prop.speed_radps
    limit = prop.inflow_limit_m * speed
    ahead = motion.air_velocity_frd_mps.x
    inflow = ahead if ahead > 0.0 else 0.0
    inflow = inflow if inflow < limit else limit
    scale = prop.effectiveness * motion.air_density_kgpm3
    thrust = scale * per_density(prop.thrust_gain, speed, inflow)
    torque = -scale * per_density(prop.torque_gain, speed, inflow)
    return Wrench(Vec3(thrust, 0.0, 0.0), Vec3(torque, 0.0, 0.0))


def per_density(gain: InflowGains, speed_radps: float, inflow_mps: float) -> float:
    """What a propeller gives at a speed and an inflow."""
    return gain.constant * speed_radps * speed_radps + inflow_mps * (
        gain.linear * speed_radps + inflow_mps * gain.square
    )
