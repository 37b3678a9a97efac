"""A vessel in the plane: surge, sway and yaw after Fossen, classical Runge-Kutta in each tick.

M v' + C(v) v + D(v) v = tau, where v is the velocity through the water, about the centre of mass.
M holds mass and added mass, C what both do in a turning frame. Water that moves steadily carries
the vessel along: forces see the relative velocity, the place sees the sum. Heave, roll and pitch
have no physics of their own here: they stay, or follow the surface like a soft spring.
"""

from math import sqrt

import numpy as np

from simloop.component import Mut
from simloop.kernels.noise import STREAM_VESSEL, gauss_pair
from simloop.math.heading import Heading
from simloop.math.quaternion import from_euler, to_euler
from simloop.math.scalar import atan2, sin_cos
from simloop.math.vector import Matrix3, Quaternion, Vec3
from simloop.systems.vessel.components import Vessel
from simloop.systems.vessel.planar_components import PlanarNoise, PlanarVessel, Ride
from simloop.world.body import Air, Body, Contact, External, Guard, NoiseKey, Water
from simloop.world.freezing import freezes


def vessel_planar(
    tick: int,
    dt_s: float,
    key: NoiseKey,
    external: External,
    contact: Contact,
    air: Air,
    water: Water,
    vessel: Vessel,
    planar: PlanarVessel,
    body: Mut[Body],
    guard: Mut[Guard],
) -> None:
    """Move the vessel by one tick; one whose numbers stop being finite freezes where it was.

    `pose` is north, east and heading; `motion` surge, sway and turn, and so are all forces; `lift`
    is down, roll and pitch.
    """
    to_world = body.attitude_wxyz.matrix()
    velocity0 = to_world @ body.velocity_frd_mps
    roll, pitch, yaw = to_euler(*body.attitude_wxyz)
    rolling, pitching, turning = euler_rates(roll, pitch, body.rate_frd_radps)
    level = Heading(*sin_cos(yaw))
    pose = Vec3(body.position_ned_m.x, body.position_ned_m.y, yaw)
    motion = Vec3(*level.to_body(velocity0.x, velocity0.y), turning)
    lift = Vec3(body.position_ned_m.z, roll, pitch)
    lifting = Vec3(velocity0.z, rolling, pitching)

    held = held_over_tick(to_world.transposed(), external, contact)
    noise = white_acceleration(key.value, tick, 1.0 / dt_s, planar.noise)
    pose, motion, wrench = integrated(dt_s, air, water, vessel, planar, held, noise, pose, motion)
    level = Heading(*sin_cos(pose.z))
    lift, lifting = on_surface(dt_s, planar.ride, water, level, lift, lifting)

    place = Vec3(pose.x, pose.y, lift.x)
    attitude = Quaternion(*from_euler(lift.y, lift.z, pose.z))
    velocity = Vec3(*level.to_world(motion.x, motion.y), lifting.x)
    rate = body_rates(lift, lifting, motion.z)
    if freezes(tick, sum_of(place, attitude, velocity, rate), body, guard):
        return
    per_s = 1.0 / dt_s
    to_body = attitude.matrix().transposed()
    body.position_ned_m = place
    body.attitude_wxyz = attitude
    body.velocity_frd_mps = to_body @ velocity
    # The mean acceleration over the tick, as an IMU integrates it.
    body.acceleration_frd_mps2 = to_body @ (per_s * (velocity - velocity0))
    body.angular_acceleration_frd_radps2 = per_s * (rate - body.rate_frd_radps)
    body.rate_frd_radps = rate
    # The wrench is that of the level vessel, with the weight carried by the water.
    body.force_frd_n = Vec3(wrench.x, wrench.y, -body.mass_kg * body.gravity_mps2)
    body.torque_frd_nm = Vec3(0.0, 0.0, wrench.z)


def held_over_tick(axes: Matrix3, external: External, contact: Contact) -> Vec3:
    """Pushes to the north and to the east, and their yaw torque; `axes` are the body's in NED."""
    touch = contact.force_frd_n
    push = external.force_ned_n + touch.x * axes.x + touch.y * axes.y + touch.z * axes.z
    return Vec3(push.x, push.y, external.torque_frd_nm.z + contact.torque_frd_nm.z)


def integrated(
    dt_s: float,
    air: Air,
    water: Water,
    vessel: Vessel,
    planar: PlanarVessel,
    held: Vec3,
    noise: Vec3,
    pose: Vec3,
    motion: Vec3,
) -> tuple[Vec3, Vec3, Vec3]:
    """Pose and motion after a tick, and the wrench at its start.

    White acceleration acts as a force of its mean; each stage goes along the rates of the one
    before.
    """
    half = 0.5 * dt_s
    sixth = dt_s / 6.0
    way1, pull1, wrench = rates(air, water, vessel, planar, held, pose.z, motion)
    motion2 = motion + half * (pull1 + noise)
    heading = pose.z + half * motion.z
    way2, pull2, _ = rates(air, water, vessel, planar, held, heading, motion2)
    motion3 = motion + half * (pull2 + noise)
    heading = pose.z + half * motion2.z
    way3, pull3, _ = rates(air, water, vessel, planar, held, heading, motion3)
    motion4 = motion + dt_s * (pull3 + noise)
    heading = pose.z + dt_s * motion3.z
    way4, pull4, _ = rates(air, water, vessel, planar, held, heading, motion4)
    moved = pose + sixth * (way1 + 2.0 * (way2 + way3) + way4)
    pulled = motion + dt_s * noise + sixth * (pull1 + 2.0 * (pull2 + pull3) + pull4)
    return moved, pulled, wrench


def on_surface(
    dt_s: float, ride: Ride, water: Water, level: Heading, lift: Vec3, lifting: Vec3
) -> tuple[Vec3, Vec3]:
    """Heave, roll and pitch with their speeds: after the surface, or level at the same height."""
    ahead, aside = level.to_body(water.slope_ne.x, water.slope_ne.y)
    afloat_m = water.down_m - ride.waterline_m
    down_m, sinking = ride.follow(lift.x, lifting.x, afloat_m, dt_s)
    roll, rolling = ride.follow(lift.y, lifting.y, atan2(aside, 1.0), dt_s)
    pitch, pitching = ride.follow(lift.z, lifting.z, -atan2(ahead, 1.0), dt_s)
    down_m = down_m if ride.share > 0.0 else lift.x
    return (
        Vec3(down_m, ride.share * roll, ride.share * pitch),
        ride.share * Vec3(sinking, rolling, pitching),
    )


def rates(
    air: Air,
    water: Water,
    vessel: Vessel,
    planar: PlanarVessel,
    held: Vec3,
    heading: float,
    motion: Vec3,
) -> tuple[Vec3, Vec3, Vec3]:
    """How the pose changes, acceleration in surge, sway and yaw, and the wrench of the three."""
    level = Heading(*sin_cos(heading))
    u, v, r = motion
    current_u, current_v = level.to_body(water.velocity_ned_mps.x, water.velocity_ned_mps.y)
    ur, vr = u - current_u, v - current_v
    wind_u, wind_v = level.to_body(air.wind_ned_mps.x, air.wind_ned_mps.y)
    wrench = drag_and_thrust(vessel, ur, vr, r)
    wrench = wrench + rudder_push(vessel, water.density_kgpm3, ur, vr, r)
    wrench = wrench + wind_push(vessel, air.density_kgpm3, u - wind_u, v - wind_v)

    # Momentum, added mass included, that a turning frame moves from one axis to another.
    mass = planar.inertia
    ahead, aside = level.to_body(held.x, held.y)
    total = Vec3(
        wrench.x + ahead + (mass.sway * vr + mass.sway_yaw * r) * r,
        wrench.y + aside - mass.surge * ur * r,
        wrench.z + held.z + (mass.surge - mass.sway) * ur * vr - mass.sway_yaw * ur * r,
    )
    pull = planar.inverse.times(total)
    vn, ve = level.to_world(u, v)
    return Vec3(vn, ve, r), Vec3(pull.x + r * current_v, pull.y - r * current_u, pull.z), wrench


def drag_and_thrust(vessel: Vessel, ur: float, vr: float, r: float) -> Vec3:
    """The hull drags, the thrusters push and lose some of it with speed."""
    drag, thrust = vessel.damping, vessel.thrust
    surge = -(drag.surge + drag.surge_squared * abs(ur)) * ur
    surge += thrust.surge - thrust.loss_uu * ur - thrust.loss_ur * r
    sway = -(drag.sway + drag.sway_squared * abs(vr)) * vr
    sway -= drag.sway_per_yaw_rate * r
    turn = -(drag.yaw + drag.yaw_squared * abs(r)) * r
    turn -= drag.yaw_per_sway * vr
    turn += thrust.yaw - thrust.loss_ur * ur
    turn -= thrust.loss_rr * r
    return Vec3(surge, sway, turn)


def rudder_push(vessel: Vessel, density_kgpm3: float, ur: float, vr: float, r: float) -> Vec3:
    """What the rudder does, in the flow at its place."""
    blade = vessel.rudder
    gain = density_kgpm3 * blade.gain_m2
    force = vessel.rudder_flow.force(gain, ur, vr + blade.forward_m * r)
    return Vec3(force.x, force.y, blade.forward_m * force.y)


def wind_push(vessel: Vessel, density_kgpm3: float, u_air: float, v_air: float) -> Vec3:
    """What the wind does."""
    drag = vessel.windage.drag(density_kgpm3, u_air, v_air)
    return Vec3(drag.x, drag.y, vessel.windage.forward_m * drag.y)


def white_acceleration(key: np.uint64, tick: int, rate_hz: float, noise: PlanarNoise) -> Vec3:
    """Process noise of one tick, in surge, sway and yaw."""
    per_root_s = sqrt(rate_hz)
    surge, sway = gauss_pair(key, STREAM_VESSEL, tick, 0)
    turn, _spare = gauss_pair(key, STREAM_VESSEL, tick, 1)
    linear, yaw = per_root_s * noise.linear, per_root_s * noise.yaw
    return Vec3(linear * surge, linear * sway, yaw * turn)


def euler_rates(roll: float, pitch: float, rate: Vec3) -> tuple[float, float, float]:
    """How fast roll, pitch and heading change at a body rate."""
    sin_roll, cos_roll = sin_cos(roll)
    sin_pitch, cos_pitch = sin_cos(pitch)
    upright = cos_pitch if cos_pitch > 1e-6 else 1e-6
    turning = (rate.y * sin_roll + rate.z * cos_roll) / upright
    return rate.x + turning * sin_pitch, rate.y * cos_roll - rate.z * sin_roll, turning


def body_rates(lift: Vec3, lifting: Vec3, turning: float) -> Vec3:
    """The body rate at which roll, pitch and heading change so fast."""
    sin_roll, cos_roll = sin_cos(lift.y)
    sin_pitch, cos_pitch = sin_cos(lift.z)
    return Vec3(
        lifting.y - turning * sin_pitch,
        lifting.z * cos_roll + turning * sin_roll * cos_pitch,
        turning * cos_roll * cos_pitch - lifting.z * sin_roll,
    )


def sum_of(place: Vec3, attitude: Quaternion, velocity: Vec3, rate: Vec3) -> float:
    """The sum of all numbers, which is finite if all are."""
    w, x, y, z = attitude
    turned = w + x + y + z
    moved = place + velocity + rate
    return moved.x + moved.y + moved.z + turned
