"""From the world to the plane of the ground and back, for a vehicle that stays on it."""

from simloop.kernels.ground_plane import (
    attitude_in_plane,
    heading_in_plane,
    plane_axes,
    tilt_rates,
)
from simloop.kernels.rigid_body import rotation
from simloop.math.row import Row
from simloop.math.scalar import sin_cos

# Lanes per block; compiled copies set it
W = 1


def hold(
    mass_kg: Row,
    gravity_mps2: Row,
    drag_area_m2: Row,
    external_force_ned_n: Row,
    external_torque_frd_nm: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    ground_slope_ne: Row,
    side_travel_m: Row,
    load_moment_nm: Row,
    vehicle_held: Row,
    vehicle_start: Row,
) -> None:
    """Find what stays over the tick, and the state it starts from.

    Held: acceleration along the plane's axes by gravity and pushes, force into the ground, yaw
    torque, wind along the plane's axes, and drag per speed squared.
    """
    for j in range(W):
        fn, fd, sn, se, sd, nn, ne, nd = plane_axes(ground_slope_ne[j], ground_slope_ne[W + j])
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
            attitude_wxyz[j],
            attitude_wxyz[W + j],
            attitude_wxyz[2 * W + j],
            attitude_wxyz[3 * W + j],
        )
        cx = contact_force_frd_n[j]
        cy = contact_force_frd_n[W + j]
        cz = contact_force_frd_n[2 * W + j]
        push_n = external_force_ned_n[j] + nx * cx + ny * cy + nz * cz
        push_e = external_force_ned_n[W + j] + ex * cx + ey * cy + ez * cz
        push_d = external_force_ned_n[2 * W + j] + dx * cx + dy * cy + dz * cz
        push_d = push_d + mass_kg[j] * gravity_mps2[j]
        inverse = 1.0 / mass_kg[j]
        vehicle_held[j] = (push_n * fn + push_d * fd) * inverse
        vehicle_held[W + j] = (push_n * sn + push_e * se + push_d * sd) * inverse
        pressed = push_n * nn + push_e * ne + push_d * nd
        vehicle_held[2 * W + j] = pressed if pressed > 0.0 else 0.0
        vehicle_held[3 * W + j] = (
            external_torque_frd_nm[2 * W + j] + contact_torque_frd_nm[2 * W + j]
        )
        wind_n = wind_ned_mps[j]
        wind_e = wind_ned_mps[W + j]
        wind_d = wind_ned_mps[2 * W + j]
        vehicle_held[4 * W + j] = wind_n * fn + wind_d * fd
        vehicle_held[5 * W + j] = wind_n * sn + wind_e * se + wind_d * sd
        vehicle_held[6 * W + j] = 0.5 * air_density_kgpm3[j] * drag_area_m2[j]

        vehicle_start[j] = 0.0
        vehicle_start[W + j] = 0.0
        vehicle_start[2 * W + j] = heading_in_plane(nx, ex, dx, fn, fd, sn, se, sd)
        vehicle_start[3 * W + j] = velocity_frd_mps[j]
        vehicle_start[4 * W + j] = velocity_frd_mps[W + j]
        vehicle_start[5 * W + j] = rate_frd_radps[2 * W + j]
        vehicle_start[6 * W + j] = load_moment_nm[j]
        vehicle_start[7 * W + j] = load_moment_nm[W + j]
        vehicle_start[8 * W + j] = side_travel_m[j]
        vehicle_start[9 * W + j] = side_travel_m[W + j]
        vehicle_start[10 * W + j] = 0.0
        vehicle_start[11 * W + j] = 0.0


def place(
    tick: int,
    dt_s: float,
    ride_height_m: Row,
    position_ned_m: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    acceleration_frd_mps2: Row,
    angular_acceleration_frd_radps2: Row,
    ground_down_m: Row,
    ground_slope_ne: Row,
    frozen: Row,
    frozen_tick: Row,
    vehicle_end: Row,
) -> None:
    """Put the body where the plane says, and say how it moves; or freeze it where it was."""
    now = float(tick)
    per_s = 1.0 / dt_s
    for j in range(W):
        qw0 = attitude_wxyz[j]
        qx0 = attitude_wxyz[W + j]
        qy0 = attitude_wxyz[2 * W + j]
        qz0 = attitude_wxyz[3 * W + j]
        slope_n = ground_slope_ne[j]
        slope_e = ground_slope_ne[W + j]
        fn, fd, sn, se, sd, nn, ne, nd = plane_axes(slope_n, slope_e)
        _nx, _ny, nz, _ex, _ey, ez, _dx, _dy, dz = rotation(qw0, qx0, qy0, qz0)
        north = vehicle_end[j] * fn + vehicle_end[W + j] * sn
        east = vehicle_end[W + j] * se
        heading = vehicle_end[2 * W + j]
        u = vehicle_end[3 * W + j]
        v = vehicle_end[4 * W + j]
        r = vehicle_end[5 * W + j]
        ground = ground_down_m[j] + slope_n * north + slope_e * east
        d = ground - ride_height_m[j] / nd
        qw, qx, qy, qz = attitude_in_plane(heading, fn, fd, sn, se, sd, nn, ne, nd)
        s, c = sin_cos(heading)
        p, q = tilt_rates(nz, ez, dz, nn, ne, nd, c * fn + s * sn, s * se, c * fd + s * sd, per_s)

        # One sum tells: infinity minus itself, like NaN, is not zero.
        total = north + east + d + qw + qx + qy + qz + u + v + p + q + r
        halted = 1.0 if total - total != 0.0 else frozen[j]
        stop = halted != 0.0
        position_ned_m[j] = position_ned_m[j] + (0.0 if stop else north)
        position_ned_m[W + j] = position_ned_m[W + j] + (0.0 if stop else east)
        position_ned_m[2 * W + j] = position_ned_m[2 * W + j] if stop else d
        attitude_wxyz[j] = qw0 if stop else qw
        attitude_wxyz[W + j] = qx0 if stop else qx
        attitude_wxyz[2 * W + j] = qy0 if stop else qy
        attitude_wxyz[3 * W + j] = qz0 if stop else qz
        # An IMU integrates over the tick, so it gets the mean.
        acceleration_frd_mps2[j] = 0.0 if stop else vehicle_end[10 * W + j] * per_s
        acceleration_frd_mps2[W + j] = 0.0 if stop else vehicle_end[11 * W + j] * per_s
        acceleration_frd_mps2[2 * W + j] = 0.0 if stop else p * v - q * u
        angular_acceleration_frd_radps2[j] = 0.0 if stop else (p - rate_frd_radps[j]) * per_s
        angular_acceleration_frd_radps2[W + j] = (
            0.0 if stop else (q - rate_frd_radps[W + j]) * per_s
        )
        angular_acceleration_frd_radps2[2 * W + j] = (
            0.0 if stop else (r - rate_frd_radps[2 * W + j]) * per_s
        )
        velocity_frd_mps[j] = 0.0 if stop else u
        velocity_frd_mps[W + j] = 0.0 if stop else v
        velocity_frd_mps[2 * W + j] = 0.0
        rate_frd_radps[j] = 0.0 if stop else p
        rate_frd_radps[W + j] = 0.0 if stop else q
        rate_frd_radps[2 * W + j] = 0.0 if stop else r
        frozen_tick[j] = now if halted != frozen[j] else frozen_tick[j]
        frozen[j] = halted
