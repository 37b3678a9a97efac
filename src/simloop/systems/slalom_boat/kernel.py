"""The boat of the 2-D slalom: a point with damping in a pool, stepped as the original steps it.

The state is kept in the world's axes; heading is its own degree of freedom. One step, in this
order: clean acceleration from force and damping; velocity and yaw rate with their noise; position
with the NEW velocity and its noise; heading wrapped; walls. Noise is white acceleration: one draw
per axis moves the velocity by n dt and the position by n dt^2/2, as the covariance
[dt^4/4, dt^3/2; dt^3/2, dt^2] sigma^2 demands.
"""

from math import sqrt

import numpy as np

from simloop.component import Mut
from simloop.kernels.noise import STREAM_SLALOM_BOAT, gauss_pair
from simloop.math.heading import Heading
from simloop.math.quaternion import to_euler
from simloop.math.scalar import clamp, sin_cos, wrap_pi
from simloop.math.vector import Quaternion, Vec2, Vec3
from simloop.systems.slalom_boat.components import SlalomBoat, VelocityAndYaw
from simloop.world.body import Body, Contact, External, Guard, NoiseKey
from simloop.world.freezing import freezes

# More torque than any boat has.
MOST_TORQUE_NM = 1e12


def slalom_boat(
    tick: int,
    period_s: float,
    key: NoiseKey,
    external: External,
    contact: Contact,
    boat: SlalomBoat,
    body: Mut[Body],
    guard: Mut[Guard],
) -> None:
    """Move the boat by one step of its own rate; triples are north, east and yaw."""
    forward, right, _ = body.attitude_wxyz.matrix().transposed()
    u, v, _ = body.velocity_frd_mps
    over_ground = u * forward + v * right
    before = Vec3(over_ground.x, over_ground.y, body.rate_frd_radps.z)

    # Force: the command, within its limit, and whatever else pushes.
    command = limited(boat.force_ned_n.x, boat.force_ned_n.y, boat.force_limit_n)
    own_force = Vec3(command.x, command.y, 0.0) - boat.damping.velocity * over_ground
    touch = contact.force_frd_n.x * forward + contact.force_frd_n.y * right
    clean = (1.0 / body.mass_kg) * (own_force + external.force_ned_n + touch)
    torque_nm = limited(boat.torque_nm, 0.0, MOST_TORQUE_NM).x
    pushed_nm = external.torque_frd_nm.z + contact.torque_frd_nm.z
    turning = boat.inverse_inertia * (torque_nm + pushed_nm) - boat.damping.yaw * before.z
    acceleration = Vec3(clean.x, clean.y, turning)
    noise = white_acceleration(key.value, tick, boat.noise_sigma)

    # Velocity first, then position with the new velocity.
    velocity = before + (acceleration * period_s + period_s * noise)
    _, _, yaw = to_euler(*body.attitude_wxyz)
    place = Vec3(body.position_ned_m.x, body.position_ned_m.y, yaw)
    place = place + (velocity * period_s + 0.5 * period_s * period_s * noise)
    yaw = wrap_pi(place.z)
    walls = boat.walls_m
    north_m, vn = bounce(place.x, velocity.x, walls.south_m, walls.north_m, boat.bounce)
    east_m, ve = bounce(place.y, velocity.y, walls.west_m, walls.east_m, boat.bounce)

    if freezes(tick, north_m + east_m + yaw + vn + ve + velocity.z, body, guard):
        return
    heading = Heading(*sin_cos(yaw))
    half_sine, half_cosine = sin_cos(0.5 * yaw)
    body.position_ned_m = Vec3(north_m, east_m, body.position_ned_m.z)
    body.attitude_wxyz = Quaternion(half_cosine, 0.0, 0.0, half_sine)
    body.velocity_frd_mps = level(heading.to_body(vn, ve))
    body.rate_frd_radps = Vec3(0.0, 0.0, velocity.z)
    # What an IMU reads is the clean acceleration: neither the noise nor a wall is in it.
    body.acceleration_frd_mps2 = level(heading.to_body(clean.x, clean.y))
    body.angular_acceleration_frd_radps2 = Vec3(0.0, 0.0, turning)
    body.force_frd_n = level(heading.to_body(own_force.x, own_force.y))
    body.torque_frd_nm = Vec3(0.0, 0.0, torque_nm)


def limited(x: float, y: float, most: float) -> Vec2:
    """The vector (x, y) shortened to a length; what is not a number becomes zero."""
    x = x if x - x == 0.0 else 0.0
    y = y if y - y == 0.0 else 0.0
    length = sqrt(x * x + y * y)
    share = most / length if length > most else 1.0
    return Vec2(x * share, y * share)


def white_acceleration(key: np.uint64, tick: int, sigma: VelocityAndYaw) -> Vec3:
    """One draw per axis."""
    north, east = gauss_pair(key, STREAM_SLALOM_BOAT, tick, 0)
    yaw, _spare = gauss_pair(key, STREAM_SLALOM_BOAT, tick, 1)
    return Vec3(sigma.velocity * north, sigma.velocity * east, sigma.yaw * yaw)


def bounce(place: float, speed: float, low: float, high: float, kept: float) -> tuple[float, float]:
    """A coordinate held between two walls, and what a wall leaves of the speed, turned around."""
    held = clamp(place, low, high)
    return held, (speed if held == place else -kept * speed)


def level(flat: Vec2) -> Vec3:
    """A vector of the plane in three dimensions."""
    return Vec3(flat.x, flat.y, 0.0)
