"""A body in water: it takes some of the water along, so mass has six axes and couples them.

(M_RB + M_A) v' + C(v) v = tau with v the velocity through the water, about the centre of mass. The
matrix is inverted once, at spawn, so the acceleration of every stage is solved exactly: added mass
as a force would need the acceleration it causes, and is stable only where it is small. Momentum P
and angular momentum H are M v; in the turning frame of the body they give C v = (w x P,
w x H + v x P), which never does work. Steady water that moves carries the body along.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def matrix_times(
    j: int, m: Row, a: float, b: float, c: float, d: float, e: float, f: float
) -> tuple[float, float, float, float, float, float]:
    """A symmetric 6x6 matrix, its upper half row by row, times a vector."""
    m12, m13, m14, m15, m16 = m[W + j], m[2 * W + j], m[3 * W + j], m[4 * W + j], m[5 * W + j]
    m23, m24, m25, m26 = m[7 * W + j], m[8 * W + j], m[9 * W + j], m[10 * W + j]
    m34, m35, m36 = m[12 * W + j], m[13 * W + j], m[14 * W + j]
    m45, m46, m56 = m[16 * W + j], m[17 * W + j], m[19 * W + j]
    return (
        m[j] * a + m12 * b + m13 * c + m14 * d + m15 * e + m16 * f,
        m12 * a + m[6 * W + j] * b + m23 * c + m24 * d + m25 * e + m26 * f,
        m13 * a + m23 * b + m[11 * W + j] * c + m34 * d + m35 * e + m36 * f,
        m14 * a + m24 * b + m34 * c + m[15 * W + j] * d + m45 * e + m46 * f,
        m15 * a + m25 * b + m35 * c + m45 * d + m[18 * W + j] * e + m56 * f,
        m16 * a + m26 * b + m36 * c + m46 * d + m56 * e + m[20 * W + j] * f,
    )


def accelerate(
    j: int,
    nx: float,
    ny: float,
    nz: float,
    ex: float,
    ey: float,
    ez: float,
    dx: float,
    dy: float,
    dz: float,
    u_mps: float,
    v_mps: float,
    w_mps: float,
    p: float,
    q: float,
    r: float,
    fx: float,
    fy: float,
    fz: float,
    tx: float,
    ty: float,
    tz: float,
    held_n: float,
    held_e: float,
    held_d: float,
    held_tx: float,
    held_ty: float,
    held_tz: float,
    mass_kg: Row,
    hull_mass_matrix: Row,
    hull_inverse_mass: Row,
    water_velocity_ned_mps: Row,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Solve for the acceleration of a body with added mass; names as in inertia/rigid.py."""
    wn = water_velocity_ned_mps[j]
    we = water_velocity_ned_mps[W + j]
    wd = water_velocity_ned_mps[2 * W + j]
    u = u_mps - (nx * wn + ex * we + dx * wd)
    v = v_mps - (ny * wn + ey * we + dy * wd)
    w = w_mps - (nz * wn + ez * we + dz * wd)
    px, py, pz, hx, hy, hz = matrix_times(j, hull_mass_matrix, u, v, w, p, q, r)

    # What is held comes as an acceleration of the dry body: here it is a force like others.
    mass = mass_kg[j]
    gx = nx * held_n + ex * held_e + dx * held_d
    gy = ny * held_n + ey * held_e + dy * held_d
    gz = nz * held_n + ez * held_e + dz * held_d
    du, dv, dw, dp, dq, dr = matrix_times(
        j, hull_inverse_mass,
        fx + mass * gx - (q * pz - r * py),
        fy + mass * gy - (r * px - p * pz),
        fz + mass * gz - (p * py - q * px),
        tx + held_tx - (q * hz - r * hy) - (v * pz - w * py),
        ty + held_ty - (r * hx - p * hz) - (w * px - u * pz),
        tz + held_tz - (p * hy - q * hx) - (u * py - v * px),
    )  # fmt: skip

    # Seen from outside, turning the velocity is acceleration too.
    ax = du + (q * w - r * v)
    ay = dv + (r * u - p * w)
    az = dw + (p * v - q * u)
    return (
        nx * ax + ny * ay + nz * az,
        ex * ax + ey * ay + ez * az,
        dx * ax + dy * ay + dz * az,
        dp, dq, dr,
        ax - gx, ay - gy, az - gz,
    )  # fmt: skip
