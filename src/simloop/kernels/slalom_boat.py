"""The boat of the 2-D slalom: a point with damping in a pool, stepped as the original steps it.

The state is kept in the world's axes; heading is its own degree of freedom. One step, in this
order: clean acceleration from force and damping; velocity and yaw rate with their noise; position
with the NEW velocity and its noise; heading wrapped; walls. Noise is white acceleration: one draw
per axis moves the velocity by n dt and the position by n dt^2/2, as the covariance
[dt^4/4, dt^3/2; dt^3/2, dt^2] sigma^2 demands.
"""

from math import sqrt

from simloop.kernels.noise import STREAM_SLALOM_BOAT, gauss_pair
from simloop.kernels.rigid_body import rotation
from simloop.math.quaternion import to_euler
from simloop.math.row import KeyRow, Row
from simloop.math.scalar import clamp, sin_cos, wrap_pi

# Lanes per block; compiled copies set it
W = 1


def limited(x: float, y: float, most: float) -> tuple[float, float]:
    """The vector (x, y) shortened to a length; what is not a number becomes zero."""
    x = x if x - x == 0.0 else 0.0
    y = y if y - y == 0.0 else 0.0
    length = sqrt(x * x + y * y)
    share = most / length if length > most else 1.0
    return x * share, y * share


def bounce(place: float, speed: float, low: float, high: float, kept: float) -> tuple[float, float]:
    """A coordinate held between two walls, and what a wall leaves of the speed, turned around."""
    held = clamp(place, low, high)
    return held, (speed if held == place else -kept * speed)


def slalom_boat(
    tick: int,
    period_s: float,
    noise_key: KeyRow,
    mass_kg: Row,
    boat_damping: Row,
    boat_inverse_inertia: Row,
    boat_force_limit_n: Row,
    boat_noise_sigma: Row,
    boat_walls_m: Row,
    boat_bounce: Row,
    boat_force_ned_n: Row,
    boat_torque_nm: Row,
    external_force_ned_n: Row,
    external_torque_frd_nm: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    angular_acceleration_frd_radps2: Row,
    force_frd_n: Row,
    torque_frd_nm: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    frozen: Row,
    frozen_tick: Row,
) -> None:
    """Move every boat by one step of its own rate."""
    now = float(tick)
    half_square = 0.5 * period_s * period_s
    for j in range(W):
        n0 = position_ned_m[j]
        e0 = position_ned_m[W + j]
        _, _, yaw0 = to_euler(
            attitude_wxyz[j], attitude_wxyz[W + j], attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
        )  # fmt: skip
        nx, ny, _nz, ex, ey, _ez, _dx, _dy, _dz = rotation(
            attitude_wxyz[j], attitude_wxyz[W + j], attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
        )  # fmt: skip
        vn0 = nx * velocity_frd_mps[j] + ny * velocity_frd_mps[W + j]
        ve0 = ex * velocity_frd_mps[j] + ey * velocity_frd_mps[W + j]
        omega0 = rate_frd_radps[2 * W + j]

        # Force: the command, within its limit, and whatever else pushes.
        fn, fe = limited(boat_force_ned_n[j], boat_force_ned_n[W + j], boat_force_limit_n[j])
        drag_n = -boat_damping[j] * vn0
        drag_e = -boat_damping[j] * ve0
        cn = nx * contact_force_frd_n[j] + ny * contact_force_frd_n[W + j]
        ce = ex * contact_force_frd_n[j] + ey * contact_force_frd_n[W + j]
        inverse_mass = 1.0 / mass_kg[j]
        an = inverse_mass * (fn + drag_n + external_force_ned_n[j] + cn)
        ae = inverse_mass * (fe + drag_e + external_force_ned_n[W + j] + ce)
        command, _none = limited(boat_torque_nm[j], 0.0, 1e12)
        pushed = external_torque_frd_nm[2 * W + j] + contact_torque_frd_nm[2 * W + j]
        alpha = boat_inverse_inertia[j] * (command + pushed) - boat_damping[W + j] * omega0

        # One draw per axis.
        noise_n, noise_e = gauss_pair(noise_key[j], STREAM_SLALOM_BOAT, tick, 0)
        noise_yaw, _spare = gauss_pair(noise_key[j], STREAM_SLALOM_BOAT, tick, 1)
        noise_n = boat_noise_sigma[j] * noise_n
        noise_e = boat_noise_sigma[j] * noise_e
        noise_yaw = boat_noise_sigma[W + j] * noise_yaw

        # Velocity first, then position with the new velocity.
        vn = vn0 + (an * period_s + period_s * noise_n)
        ve = ve0 + (ae * period_s + period_s * noise_e)
        omega = omega0 + (alpha * period_s + period_s * noise_yaw)
        n = n0 + (vn * period_s + half_square * noise_n)
        e = e0 + (ve * period_s + half_square * noise_e)
        yaw = wrap_pi(yaw0 + (omega * period_s + half_square * noise_yaw))
        n, vn = bounce(n, vn, boat_walls_m[j], boat_walls_m[W + j], boat_bounce[j])
        e, ve = bounce(e, ve, boat_walls_m[2 * W + j], boat_walls_m[3 * W + j], boat_bounce[j])

        s, c = sin_cos(yaw)
        half_s, half_c = sin_cos(0.5 * yaw)
        total = n + e + yaw + vn + ve + omega
        halted = 1.0 if total - total != 0.0 else frozen[j]
        stop = halted != 0.0
        position_ned_m[j] = n0 if stop else n
        position_ned_m[W + j] = e0 if stop else e
        attitude_wxyz[j] = attitude_wxyz[j] if stop else half_c
        attitude_wxyz[W + j] = attitude_wxyz[W + j] if stop else 0.0
        attitude_wxyz[2 * W + j] = attitude_wxyz[2 * W + j] if stop else 0.0
        attitude_wxyz[3 * W + j] = attitude_wxyz[3 * W + j] if stop else half_s
        velocity_frd_mps[j] = 0.0 if stop else c * vn + s * ve
        velocity_frd_mps[W + j] = 0.0 if stop else c * ve - s * vn
        velocity_frd_mps[2 * W + j] = 0.0
        rate_frd_radps[j] = 0.0
        rate_frd_radps[W + j] = 0.0
        rate_frd_radps[2 * W + j] = 0.0 if stop else omega
        # What an IMU reads is the clean acceleration: neither the noise nor a wall is in it.
        acceleration_frd_mps2[j] = 0.0 if stop else c * an + s * ae
        acceleration_frd_mps2[W + j] = 0.0 if stop else c * ae - s * an
        acceleration_frd_mps2[2 * W + j] = 0.0
        angular_acceleration_frd_radps2[2 * W + j] = 0.0 if stop else alpha
        force_frd_n[j] = 0.0 if stop else c * (fn + drag_n) + s * (fe + drag_e)
        force_frd_n[W + j] = 0.0 if stop else c * (fe + drag_e) - s * (fn + drag_n)
        torque_frd_nm[2 * W + j] = 0.0 if stop else command
        frozen_tick[j] = now if halted != frozen[j] else frozen_tick[j]
        frozen[j] = halted
