"""A hull in water: buoyancy, drag, thrusters, rudder and windage, at every integrator stage.

The hull is made of upright boxes. Each is cut by the plane of the water's surface, and what is
below it displaces water; so draft, trim, heel and the righting moments come out by themselves, in
calm water and on a slope. The cut through a box is exact while it goes through all four walls.
"""

from simloop.math.scalar import clamp
from simloop.math.vector import ZERO, Vec2, Vec3
from simloop.systems.vessel.components import Hull, HullDamping, Vessel
from simloop.world.body import Body, Water
from simloop.world.motion.motion import Motion, Wrench

# A box this close to lying on its side is cut as if it leaned a little.
LEAST_UPRIGHT = 1e-3


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


def displaced(hull: Hull, depth_m: float, lean: Vec3) -> tuple[float, Vec3]:
    """Displaced volume and its first moments in FRD.

    The depth below the surface is `depth_m` at the centre of mass, and grows by `lean` per metre
    forward, right and down in the body.
    """
    size = abs(lean.z)
    size = size if size > LEAST_UPRIGHT else LEAST_UPRIGHT
    per_upright = 1.0 / size
    upright = lean.z > 0.0
    # How the wet length of a box changes across it.
    along = lean.x * per_upright
    across = lean.y * per_upright
    volume = 0.0
    moment = ZERO
    for i in range(len(hull.cell_x_m)):
        x = hull.cell_x_m[i]
        y = hull.cell_y_m[i]
        height = hull.cell_height_m[i]
        bottom = hull.cell_bottom_m[i]
        # The end that is lower, be it the keel or, upside down, the deck.
        low_z = bottom if upright else bottom - height
        depth = depth_m + lean.x * x + lean.y * y + lean.z * low_z
        wet = clamp(depth * per_upright, 0.0, height)

        # Half a box may be wetter than the other; that fades out when a corner leaves the cut.
        length = hull.cell_length_m[i]
        width = hull.cell_width_m[i]
        corner = 0.5 * (abs(along) * length + abs(across) * width)
        room = height - wet
        room = room if room < wet else wet
        share = clamp(room / (corner if corner > 1e-12 else 1e-12), 0.0, 1.0)
        spread_x = share * along * length * length * (1.0 / 12.0)
        spread_y = share * across * width * width * (1.0 / 12.0)

        area = hull.cell_area_m2[i]
        middle = wet * wet + (along * spread_x + across * spread_y)
        up = -0.5 if upright else 0.5
        volume += area * wet
        moment += area * Vec3(wet * x + spread_x, wet * y + spread_y, wet * low_z + up * middle)
    return volume, moment
