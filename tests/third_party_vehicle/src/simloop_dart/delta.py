"""Forces on a slender delta wing: potential and vortex lift (Polhamus), drag, damping."""

from simloop.math.vector import Vec3
from simloop.world.actuators.components import Outputs
from simloop.world.motion.motion import Motion, Wrench
from simloop_dart.components import Delta

# Slower than this the direction of the air means nothing.
SLOWEST_MPS = 1e-3


def wrench(motion: Motion, delta: Delta, outputs: Outputs) -> Wrench:
    """Lift is normal to the wing, so the angle of attack enters by its sine and cosine."""
    velocity, rate = motion.air_velocity_frd_mps, motion.rate_frd_radps
    square = velocity.dot(velocity)
    airspeed = velocity.norm()
    safe = airspeed if airspeed > SLOWEST_MPS else SLOWEST_MPS
    cosine, slip, sine = velocity.x / safe, velocity.y / safe, velocity.z / safe
    area = 0.5 * motion.air_density_kgpm3 * square * delta.area_m2
    damping = 0.25 * motion.air_density_kgpm3 * safe * delta.area_m2 * delta.root_m * delta.root_m

    # Potential lift grows with sin a cos a, the vortices' suction with sin^2 a.
    suction = sine if sine > 0.0 else -sine
    normal = area * (delta.lift.potential * sine * cosine + delta.lift.vortex * sine * suction)
    drag = area * delta.lift.drag
    force = Vec3(-drag * cosine, -area * delta.moment.side_force * slip, -normal - drag * sine)

    # The wing turns into the wind, and elevons turn it out of it.
    asked, moment = outputs.standard_command, delta.moment
    turning = Vec3(
        delta.elevon.roll * asked.qx - 0.1 * moment.weathercock * slip,
        delta.elevon.pitch * asked.qy - moment.stability * sine,
        moment.weathercock * slip,
    )
    return Wrench(force, area * delta.root_m * turning - damping * moment.damping * rate)
