"""Thrust, drag and ground effect of a multirotor, evaluated at every stage of the integrator."""

from simloop.math.vector import Vec3
from simloop.systems.multirotor.components import Airframe
from simloop.world.body import Ground
from simloop.world.motion.motion import Motion, Wrench
from simloop.world.rotors import Rotors


def wrench(motion: Motion, rotors: Rotors, airframe: Airframe, ground: Ground) -> Wrench:
    """Force and torque of rotors that keep their speed over the tick."""
    velocity, rate = motion.air_velocity_frd_mps, motion.rate_frd_radps
    lift, torque = pull(rotors, velocity.z, rate)

    # The ground gives back a share of the thrust: rotors that stand still feel nothing.
    share = airframe.ground_effect.at(ground.down_m - motion.position_ned_m.z)
    cushion = lift * share if share > 0.0 else 0.0

    # The body drags with the square of airspeed, the rotor discs with thrust times airspeed.
    body_drag = motion.air_density_kgpm3 * airframe.parasitic_drag_area_m2 * velocity.norm()
    side_drag = body_drag + airframe.induced_drag_spm * lift

    # A turning body tilts the spinning rotors, and they resist.
    momentum = rotors.momentum_nms
    return Wrench(
        Vec3(
            -side_drag * velocity.x,
            -side_drag * velocity.y,
            -(lift + cushion) - body_drag * velocity.z,
        ),
        Vec3(
            torque.x - rate.y * momentum,
            torque.y + rate.x * momentum,
            torque.z + rotors.reaction_nm,
        ),
    )


def pull(rotors: Rotors, fall_mps: float, rate: Vec3) -> tuple[float, Vec3]:
    """Lift of all rotors together, and their torque about the centre of mass.

    Thrust and torque of a propeller are quadratic in the inflow at its hub. A body that rolls or
    pitches moves its hubs, so the rotors damp it.
    """
    count = len(rotors.forward_m)
    lift = 0.0
    roll = 0.0
    pitch = 0.0
    yaw = 0.0
    for i in range(count):
        forward = rotors.forward_m[i]
        right = rotors.right_m[i]
        inflow = -(fall_mps + rate.x * right - rate.y * forward)
        thrust = rotors.thrust[i] + inflow * (
            rotors.thrust[count + i] + inflow * rotors.thrust[2 * count + i]
        )
        drag = rotors.torque[i] + inflow * (
            rotors.torque[count + i] + inflow * rotors.torque[2 * count + i]
        )
        lift += thrust
        roll -= right * thrust
        pitch += forward * thrust
        yaw -= rotors.direction[i] * drag
    return lift, Vec3(roll, pitch, yaw)
