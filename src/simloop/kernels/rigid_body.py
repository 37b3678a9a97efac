"""Newton and Euler for a rigid body: classical Runge-Kutta over 13 states, one tick at a time.

The velocity is integrated in NED, where gravity, a push from outside and the ground's reaction stay
constant over the tick; so a spinning body falls exactly like a resting one. Two row functions are
evaluated at each of the four stages: `wrench` (kernels/forces/none.py) gives force and torque,
`accelerate` (kernels/inertia/rigid.py) what follows from them. Copies for a vehicle class have the
vehicle's own models in their place. What follows `*` in the functions below are the columns that
those models read.
"""

from simloop.kernels.forces.none import wrench
from simloop.kernels.inertia.rigid import accelerate
from simloop.math.quaternion import derivative, normalise
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def invert_inertia(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float
) -> tuple[float, float, float, float, float, float]:
    """The inverse of a symmetric tensor, elements in the same order: xx, yy, zz, xy, xz, yz."""
    cofactor_xx = yy * zz - yz * yz
    cofactor_xy = xz * yz - xy * zz
    cofactor_xz = xy * yz - xz * yy
    scale = 1.0 / (xx * cofactor_xx + xy * cofactor_xy + xz * cofactor_xz)
    return (
        cofactor_xx * scale,
        (xx * zz - xz * xz) * scale,
        (xx * yy - xy * xy) * scale,
        cofactor_xy * scale,
        cofactor_xz * scale,
        (xy * xz - xx * yz) * scale,
    )


def smallest_minor(xx: float, yy: float, zz: float, xy: float, xz: float, yz: float) -> float:
    """The smallest leading minor of a tensor: positive if a body can have it as inertia."""
    two = xx * yy - xy * xy
    three = zz * two - xx * yz * yz - yy * xz * xz + 2.0 * xy * xz * yz
    low = xx if xx < two else two
    return low if low < three else three


def rotation(
    w: float, x: float, y: float, z: float
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The rotation from FRD to NED, row by row; cheaper than quaternions for several vectors."""
    x2 = x + x
    y2 = y + y
    z2 = z + z
    xx = x * x2
    yy = y * y2
    zz = z * z2
    xy = x * y2
    xz = x * z2
    yz = y * z2
    wx = w * x2
    wy = w * y2
    wz = w * z2
    return (
        1.0 - (yy + zz), xy - wz, xz + wy,
        xy + wz, 1.0 - (xx + zz), yz - wx,
        xz - wy, yz + wx, 1.0 - (xx + yy),
    )  # fmt: skip


def stage(
    j: int,
    inverse_mass: float,
    inertia_kgm2: Row,
    inverse_inertia: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    held_n: float,
    held_e: float,
    held_d: float,
    held_tx: float,
    held_ty: float,
    held_tz: float,
    north: float,
    east: float,
    down: float,
    qw: float,
    qx: float,
    qy: float,
    qz: float,
    vn: float,
    ve: float,
    vd: float,
    p: float,
    q: float,
    r: float,
    *model_columns: Row,
) -> tuple[
    float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float,
]:  # fmt: skip
    """One evaluation: NED acceleration, quaternion rate, angular acceleration, body part, wrench.

    The body part is the acceleration that is not held, in FRD.
    """
    nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw, qx, qy, qz)
    u = nx * vn + ex * ve + dx * vd
    v = ny * vn + ey * ve + dy * vd
    w = nz * vn + ez * ve + dz * vd
    air_n = vn - wind_ned_mps[j]
    air_e = ve - wind_ned_mps[W + j]
    air_d = vd - wind_ned_mps[2 * W + j]
    u_air = nx * air_n + ex * air_e + dx * air_d
    v_air = ny * air_n + ey * air_e + dy * air_d
    w_air = nz * air_n + ez * air_e + dz * air_d
    fx, fy, fz, tx, ty, tz = wrench(
        j, north, east, down, qw, qx, qy, qz, u, v, w, u_air, v_air, w_air, p, q, r,
        air_density_kgpm3[j], *model_columns,
    )  # fmt: skip
    an, ae, ad, dp, dq, dr, bx, by, bz = accelerate(
        j, nx, ny, nz, ex, ey, ez, dx, dy, dz, u, v, w, p, q, r, fx, fy, fz, tx, ty, tz,
        held_n, held_e, held_d, held_tx, held_ty, held_tz,
        inverse_mass, inertia_kgm2, inverse_inertia, *model_columns,
    )  # fmt: skip
    dqw, dqx, dqy, dqz = derivative(qw, qx, qy, qz, p, q, r)
    return (
        an, ae, ad, dqw, dqx, dqy, dqz, dp, dq, dr, bx, by, bz,
        fx, fy, fz, tx, ty, tz,
    )  # fmt: skip


def rigid_body(
    tick: int,
    dt_s: float,
    mass_kg: Row,
    inertia_kgm2: Row,
    inverse_inertia: Row,
    gravity_mps2: Row,
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
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    contact_force_frd_n: Row,
    contact_torque_frd_nm: Row,
    frozen: Row,
    frozen_tick: Row,
    *model_columns: Row,
) -> None:
    """Move every body by one tick; a body whose numbers stop being finite freezes where it was."""
    now = float(tick)
    half = 0.5 * dt_s
    sixth = dt_s / 6.0
    per_s = 1.0 / dt_s
    for j in range(W):
        inverse_mass = 1.0 / mass_kg[j]
        n0 = position_ned_m[j]
        e0 = position_ned_m[W + j]
        d0 = position_ned_m[2 * W + j]
        qw0 = attitude_wxyz[j]
        qx0 = attitude_wxyz[W + j]
        qy0 = attitude_wxyz[2 * W + j]
        qz0 = attitude_wxyz[3 * W + j]
        p0 = rate_frd_radps[j]
        q0 = rate_frd_radps[W + j]
        r0 = rate_frd_radps[2 * W + j]
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw0, qx0, qy0, qz0)
        u0 = velocity_frd_mps[j]
        v0 = velocity_frd_mps[W + j]
        w0 = velocity_frd_mps[2 * W + j]
        vn0 = nx * u0 + ny * v0 + nz * w0
        ve0 = ex * u0 + ey * v0 + ez * w0
        vd0 = dx * u0 + dy * v0 + dz * w0

        # Held over the tick: gravity, the push and the ground's force in NED, torques in FRD.
        cx = contact_force_frd_n[j]
        cy = contact_force_frd_n[W + j]
        cz = contact_force_frd_n[2 * W + j]
        an = inverse_mass * (external_force_ned_n[j] + nx * cx + ny * cy + nz * cz)
        ae = inverse_mass * (external_force_ned_n[W + j] + ex * cx + ey * cy + ez * cz)
        ad = inverse_mass * (external_force_ned_n[2 * W + j] + dx * cx + dy * cy + dz * cz)
        ad = ad + gravity_mps2[j]
        tx = external_torque_frd_nm[j] + contact_torque_frd_nm[j]
        ty = external_torque_frd_nm[W + j] + contact_torque_frd_nm[W + j]
        tz = external_torque_frd_nm[2 * W + j] + contact_torque_frd_nm[2 * W + j]

        # Stage 1: at the start.
        (
            an1, ae1, ad1, dw1, dx1, dy1, dz1, dp1, dq1, dr1, bx1, by1, bz1,
            fx1, fy1, fz1, tx1, ty1, tz1,
        ) = stage(
            j, inverse_mass, inertia_kgm2, inverse_inertia, wind_ned_mps, air_density_kgpm3,
            an, ae, ad, tx, ty, tz,
            n0, e0, d0, qw0, qx0, qy0, qz0, vn0, ve0, vd0, p0, q0, r0, *model_columns,
        )  # fmt: skip

        # Stage 2: half a tick on, along stage 1.
        vn2 = vn0 + half * an1
        ve2 = ve0 + half * ae1
        vd2 = vd0 + half * ad1
        (
            an2, ae2, ad2, dw2, dx2, dy2, dz2, dp2, dq2, dr2, bx2, by2, bz2,
            _fx2, _fy2, _fz2, _tx2, _ty2, _tz2,
        ) = stage(
            j, inverse_mass, inertia_kgm2, inverse_inertia, wind_ned_mps, air_density_kgpm3,
            an, ae, ad, tx, ty, tz,
            n0 + half * vn0, e0 + half * ve0, d0 + half * vd0,
            qw0 + half * dw1, qx0 + half * dx1, qy0 + half * dy1, qz0 + half * dz1,
            vn2, ve2, vd2,
            p0 + half * dp1, q0 + half * dq1, r0 + half * dr1, *model_columns,
        )  # fmt: skip

        # Stage 3: half a tick on, along stage 2.
        vn3 = vn0 + half * an2
        ve3 = ve0 + half * ae2
        vd3 = vd0 + half * ad2
        (
            an3, ae3, ad3, dw3, dx3, dy3, dz3, dp3, dq3, dr3, bx3, by3, bz3,
            _fx3, _fy3, _fz3, _tx3, _ty3, _tz3,
        ) = stage(
            j, inverse_mass, inertia_kgm2, inverse_inertia, wind_ned_mps, air_density_kgpm3,
            an, ae, ad, tx, ty, tz,
            n0 + half * vn2, e0 + half * ve2, d0 + half * vd2,
            qw0 + half * dw2, qx0 + half * dx2, qy0 + half * dy2, qz0 + half * dz2,
            vn3, ve3, vd3,
            p0 + half * dp2, q0 + half * dq2, r0 + half * dr2, *model_columns,
        )  # fmt: skip

        # Stage 4: a whole tick on, along stage 3.
        vn4 = vn0 + dt_s * an3
        ve4 = ve0 + dt_s * ae3
        vd4 = vd0 + dt_s * ad3
        (
            an4, ae4, ad4, dw4, dx4, dy4, dz4, dp4, dq4, dr4, bx4, by4, bz4,
            _fx4, _fy4, _fz4, _tx4, _ty4, _tz4,
        ) = stage(
            j, inverse_mass, inertia_kgm2, inverse_inertia, wind_ned_mps, air_density_kgpm3,
            an, ae, ad, tx, ty, tz,
            n0 + dt_s * vn3, e0 + dt_s * ve3, d0 + dt_s * vd3,
            qw0 + dt_s * dw3, qx0 + dt_s * dx3, qy0 + dt_s * dy3, qz0 + dt_s * dz3,
            vn4, ve4, vd4,
            p0 + dt_s * dp3, q0 + dt_s * dq3, r0 + dt_s * dr3, *model_columns,
        )  # fmt: skip

        # The blend: the middle stages count twice.
        n = n0 + sixth * (vn0 + 2.0 * (vn2 + vn3) + vn4)
        e = e0 + sixth * (ve0 + 2.0 * (ve2 + ve3) + ve4)
        d = d0 + sixth * (vd0 + 2.0 * (vd2 + vd3) + vd4)
        vn = vn0 + sixth * (an1 + 2.0 * (an2 + an3) + an4)
        ve = ve0 + sixth * (ae1 + 2.0 * (ae2 + ae3) + ae4)
        vd = vd0 + sixth * (ad1 + 2.0 * (ad2 + ad3) + ad4)
        p = p0 + sixth * (dp1 + 2.0 * (dp2 + dp3) + dp4)
        q = q0 + sixth * (dq1 + 2.0 * (dq2 + dq3) + dq4)
        r = r0 + sixth * (dr1 + 2.0 * (dr2 + dr3) + dr4)
        qw, qx, qy, qz = normalise(
            qw0 + sixth * (dw1 + 2.0 * (dw2 + dw3) + dw4),
            qx0 + sixth * (dx1 + 2.0 * (dx2 + dx3) + dx4),
            qy0 + sixth * (dy1 + 2.0 * (dy2 + dy3) + dy4),
            qz0 + sixth * (dz1 + 2.0 * (dz2 + dz3) + dz4),
        )
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(qw, qx, qy, qz)
        u = nx * vn + ex * ve + dx * vd
        v = ny * vn + ey * ve + dy * vd
        w = nz * vn + ez * ve + dz * vd

        # An IMU integrates over the tick, so it gets the blend too: forces that turn with the body
        # averaged in body axes, forces fixed in NED seen from the final attitude.
        mean = 1.0 / 6.0
        ax = nx * an + ex * ae + dx * ad + mean * (bx1 + 2.0 * (bx2 + bx3) + bx4)
        ay = ny * an + ey * ae + dy * ad + mean * (by1 + 2.0 * (by2 + by3) + by4)
        az = nz * an + ez * ae + dz * ad + mean * (bz1 + 2.0 * (bz2 + bz3) + bz4)

        # One sum tells: infinity minus itself, like NaN, is not zero.
        total = n + e + d + qw + qx + qy + qz + u + v + w + p + q + r
        halted = 1.0 if total - total != 0.0 else frozen[j]
        stop = halted != 0.0

        position_ned_m[j] = n0 if stop else n
        position_ned_m[W + j] = e0 if stop else e
        position_ned_m[2 * W + j] = d0 if stop else d
        attitude_wxyz[j] = qw0 if stop else qw
        attitude_wxyz[W + j] = qx0 if stop else qx
        attitude_wxyz[2 * W + j] = qy0 if stop else qy
        attitude_wxyz[3 * W + j] = qz0 if stop else qz
        velocity_frd_mps[j] = 0.0 if stop else u
        velocity_frd_mps[W + j] = 0.0 if stop else v
        velocity_frd_mps[2 * W + j] = 0.0 if stop else w
        rate_frd_radps[j] = 0.0 if stop else p
        rate_frd_radps[W + j] = 0.0 if stop else q
        rate_frd_radps[2 * W + j] = 0.0 if stop else r
        acceleration_frd_mps2[j] = 0.0 if stop else ax
        acceleration_frd_mps2[W + j] = 0.0 if stop else ay
        acceleration_frd_mps2[2 * W + j] = 0.0 if stop else az
        angular_acceleration_frd_radps2[j] = 0.0 if stop else (p - p0) * per_s
        angular_acceleration_frd_radps2[W + j] = 0.0 if stop else (q - q0) * per_s
        angular_acceleration_frd_radps2[2 * W + j] = 0.0 if stop else (r - r0) * per_s
        force_frd_n[j] = 0.0 if stop else fx1
        force_frd_n[W + j] = 0.0 if stop else fy1
        force_frd_n[2 * W + j] = 0.0 if stop else fz1
        torque_frd_nm[j] = 0.0 if stop else tx1
        torque_frd_nm[W + j] = 0.0 if stop else ty1
        torque_frd_nm[2 * W + j] = 0.0 if stop else tz1
        frozen_tick[j] = now if halted != frozen[j] else frozen_tick[j]
        frozen[j] = halted
