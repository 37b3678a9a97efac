"""The kinematic differential drive: wheels that never slip, on the plane of the local ground.

Speeds of the two sides follow their commands at once, or with a limit on their acceleration. The
path of a tick is the exact arc of those speeds, not a step along the tangent. There is no mass in
this model: what pushes the vehicle does not move it.
"""

from simloop.kernels.ground_plane import (
    attitude_in_plane,
    chord_share,
    heading_in_plane,
    plane_axes,
    tilt_rates,
)
from simloop.kernels.rigid_body import rotation
from simloop.math.row import Row
from simloop.math.scalar import clamp, sin_cos

# Lanes per block; compiled copies set it
W = 1

# Above any change of speed within a tick.
NO_LIMIT_MPS = 1e9


def side_speeds(
    forward: float, turn: float, top_speed: float, track: float, top_turn: float
) -> tuple[float, float]:
    """Speeds of the left and right side from standard commands Fx and Qz, m/s."""
    left = clamp(forward + turn, -1.0, 1.0) * top_speed
    right = clamp(forward - turn, -1.0, 1.0) * top_speed
    # Yaw is positive to the right, so the left side is the faster one.
    mean = 0.5 * (left + right)
    spread = clamp((left - right) / track, -top_turn, top_turn) * 0.5 * track
    return mean + spread, mean - spread


def differential_drive(
    tick: int,
    dt_s: float,
    drive_top_speed_mps: Row,
    drive_top_yaw_rate_radps: Row,
    drive_track_m: Row,
    ride_height_m: Row,
    side_acceleration_mps2: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    angular_acceleration_frd_radps2: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    on_ground: Row,
    frozen: Row,
    frozen_tick: Row,
    standard_command: Row,
    side_speed_mps: Row,
    side_travel_m: Row,
) -> None:
    """Move every vehicle by one tick along the arc its two sides describe."""
    now = float(tick)
    per_s = 1.0 / dt_s
    for j in range(W):
        n0 = position_ned_m[j]
        e0 = position_ned_m[W + j]
        d0 = position_ned_m[2 * W + j]
        qw0 = attitude_wxyz[j]
        qx0 = attitude_wxyz[W + j]
        qy0 = attitude_wxyz[2 * W + j]
        qz0 = attitude_wxyz[3 * W + j]
        slope_n = ground_slope_ne[j]
        slope_e = ground_slope_ne[W + j]
        fn, fd, sn, se, sd, nn, ne, nd = plane_axes(slope_n, slope_e)
        nx, _ny, nz, ex, _ey, ez, dx, _dy, dz = rotation(qw0, qx0, qy0, qz0)
        heading = heading_in_plane(nx, ex, dx, fn, fd, sn, se, sd)

        # The sides go for their speeds: at once, or as fast as they may.
        track = drive_track_m[j]
        left, right = side_speeds(
            standard_command[j],
            standard_command[5 * W + j],
            drive_top_speed_mps[j],
            track,
            drive_top_yaw_rate_radps[j],
        )
        limit = side_acceleration_mps2[j]
        limited = limit > 0.0
        step = limit * dt_s if limited else NO_LIMIT_MPS
        left0 = side_speed_mps[j]
        right0 = side_speed_mps[W + j]
        left = left0 + clamp(left - left0, -step, step)
        right = right0 + clamp(right - right0, -step, step)
        # Without a limit the speed jumps as the tick begins; with one it changes evenly.
        left_mean = 0.5 * (left0 + left) if limited else left
        right_mean = 0.5 * (right0 + right) if limited else right

        # The exact arc: its chord points half the turn to the side.
        speed_mean = 0.5 * (left_mean + right_mean)
        turn_mean = (left_mean - right_mean) / track
        half = 0.5 * turn_mean * dt_s
        s, c = sin_cos(heading + half)
        chord = speed_mean * dt_s * chord_share(half)
        north = chord * (c * fn + s * sn)
        east = chord * s * se
        n = n0 + north
        e = e0 + east
        steep = 1.0 / nd
        d = ground_down_m[j] + slope_n * north + slope_e * east - ride_height_m[j] * steep
        end = heading + half + half
        qw, qx, qy, qz = attitude_in_plane(end, fn, fd, sn, se, sd, nn, ne, nd)

        u = 0.5 * (left + right)
        r = (left - right) / track
        s, c = sin_cos(end)
        p, q = tilt_rates(nz, ez, dz, nn, ne, nd, c * fn + s * sn, s * se, c * fd + s * sd, per_s)

        total = n + e + d + qw + qx + qy + qz + u + p + q + r
        halted = 1.0 if total - total != 0.0 else frozen[j]
        stop = halted != 0.0
        position_ned_m[j] = n0 if stop else n
        position_ned_m[W + j] = e0 if stop else e
        position_ned_m[2 * W + j] = d0 if stop else d
        attitude_wxyz[j] = qw0 if stop else qw
        attitude_wxyz[W + j] = qx0 if stop else qx
        attitude_wxyz[2 * W + j] = qy0 if stop else qy
        attitude_wxyz[3 * W + j] = qz0 if stop else qz
        acceleration_frd_mps2[j] = 0.0 if stop else (u - velocity_frd_mps[j]) * per_s
        acceleration_frd_mps2[W + j] = 0.0 if stop else speed_mean * turn_mean
        acceleration_frd_mps2[2 * W + j] = 0.0 if stop else -speed_mean * q
        angular_acceleration_frd_radps2[j] = 0.0 if stop else (p - rate_frd_radps[j]) * per_s
        angular_acceleration_frd_radps2[W + j] = (
            0.0 if stop else (q - rate_frd_radps[W + j]) * per_s
        )
        angular_acceleration_frd_radps2[2 * W + j] = (
            0.0 if stop else (r - rate_frd_radps[2 * W + j]) * per_s
        )
        velocity_frd_mps[j] = 0.0 if stop else u
        velocity_frd_mps[W + j] = 0.0
        velocity_frd_mps[2 * W + j] = 0.0
        rate_frd_radps[j] = 0.0 if stop else p
        rate_frd_radps[W + j] = 0.0 if stop else q
        rate_frd_radps[2 * W + j] = 0.0 if stop else r
        side_speed_mps[j] = 0.0 if stop else left
        side_speed_mps[W + j] = 0.0 if stop else right
        side_travel_m[j] = side_travel_m[j] + (0.0 if stop else left_mean * dt_s)
        side_travel_m[W + j] = side_travel_m[W + j] + (0.0 if stop else right_mean * dt_s)
        on_ground[j] = 1.0
        frozen_tick[j] = now if halted != frozen[j] else frozen_tick[j]
        frozen[j] = halted
