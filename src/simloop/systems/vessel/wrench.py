"""A hull in water: buoyancy, drag, thrusters, rudder and windage, at every integrator stage."""

from simloop.math.scalar import clamp
from simloop.math.vector import Vec2, Vec3
from simloop.systems.vessel.components import Hull, HullDamping, Vessel
from simloop.systems.vessel.displacement import displaced
from simloop.world.body import Body, Water
from simloop.world.motion.motion import Motion, Wrench


def wrench(motion: Motion, vessel: Vessel, hull: Hull, water: Water, body: Body) -> Wrench:
    """Everything that water and air do, added mass excepted."""
    to_world = motion.attitude_wxyz.matrix()
    lean = to_world.z - water.slope_ne.x * to_world.x - water.slope_ne.y * to_world.y
    volume, moment = displaced(hull, motion.position_ned_m.z - water.down_m, lean)
    # Pressure pushes up, and down a slope: along minus the growth of depth.
    pressure = -(water.density_kgpm3 * body.gravity_mps2) * lean

    # Velocity through the water; out of it there is nothing to drag or to push against.
    velocity = motion.velocity_frd_mps - to_world.transposed() @ water.velocity_ned_mps
    wet = clamp(hull.wet_gain_pm3 * volume, 0.0, 1.0)
    drag = hull_drag(vessel.damping, wet, velocity, motion.rate_frd_radps)
    force = pressure * volume - drag.force_frd_n
    torque = moment.cross(pressure) - drag.torque_frd_nm
    pushed = thrusters_added(vessel, wet, velocity.x, motion.rate_frd_radps, Wrench(force, torque))

    steer = rudder_force(vessel, wet * water.density_kgpm3, velocity, motion.rate_frd_radps)
    air = motion.air_velocity_frd_mps
    blown = vessel.windage.drag(motion.air_density_kgpm3, air.x, air.y)
    return sideways_added(vessel, steer, blown, pushed)


def hull_drag(d: HullDamping, wet: float, velocity: Vec3, rate: Vec3) -> Wrench:
    """What the water holds back with; sway and yaw drag on each other."""
    u, v, w = velocity
    p, q, r = rate
    return Wrench(
        Vec3(
            wet * (d.surge + d.surge_squared * abs(u)) * u,
            wet * ((d.sway + d.sway_squared * abs(v)) * v + d.sway_per_yaw_rate * r),
            wet * (d.heave + d.heave_squared * abs(w)) * w,
        ),
        Vec3(
            wet * (d.roll + d.roll_squared * abs(p)) * p,
            wet * (d.pitch + d.pitch_squared * abs(q)) * q,
            wet * ((d.yaw + d.yaw_squared * abs(r)) * r + d.yaw_per_sway * v),
        ),
    )


def thrusters_added(vessel: Vessel, wet: float, u: float, rate: Vec3, to: Wrench) -> Wrench:
    """A wrench with that of the thrusters: each loses by the speed at its own place."""
    force, torque, thrust = to.force_frd_n, to.torque_frd_nm, vessel.thrust
    q, r = rate.y, rate.z
    return Wrench(
        Vec3(force.x + wet * thrust.surge_at(u, q, r), force.y, force.z),
        Vec3(
            torque.x,
            torque.y + wet * thrust.pitch_at(u, q, r),
            torque.z + wet * thrust.yaw_at(u, q, r),
        ),
    )


def rudder_force(vessel: Vessel, wet_density_kgpm3: float, velocity: Vec3, rate: Vec3) -> Vec2:
    """Force of the rudder in the flow at its own place."""
    blade = vessel.rudder
    u = velocity.x + rate.y * blade.down_m
    v = velocity.y + rate.z * blade.forward_m - rate.x * blade.down_m
    return vessel.rudder_flow.force(wet_density_kgpm3 * blade.gain_m2, u, v)


def sideways_added(vessel: Vessel, steer: Vec2, blown: Vec2, to: Wrench) -> Wrench:
    """A wrench with the forces of rudder and wind, which are level and act at their places."""
    force, torque = to.force_frd_n, to.torque_frd_nm
    place, below = vessel.rudder.forward_m, vessel.rudder.down_m
    ahead, high = vessel.windage.forward_m, vessel.windage.down_m
    return Wrench(
        Vec3(force.x + steer.x + blown.x, force.y + steer.y + blown.y, force.z),
        Vec3(
            torque.x - below * steer.y - high * blown.y,
            torque.y + below * steer.x + high * blown.x,
            torque.z + place * steer.y + ahead * blown.y,
        ),
    )
