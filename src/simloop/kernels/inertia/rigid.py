"""Newton and Euler: how a rigid body in air answers a wrench.

Every inertia model is a row function `accelerate` that asks for state by these names, and for
columns by theirs. `j` is the lane; `nx` to `dz` is the rotation from FRD to NED, row by row;
`u, v, w` is the velocity over ground and `p, q, r` the rate, FRD; `fx` to `tz` is the wrench of the
force models, FRD; `held_n, held_e, held_d` is the acceleration by gravity, pushes and contact that
a body of this mass would have, NED; `held_tx, held_ty, held_tz` is their torque, FRD. The result is
the acceleration of the velocity in NED, the angular acceleration in FRD, and the share of the
acceleration that is not held, in FRD: an accelerometer averages it over the tick.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def symmetric_times(
    xx: float, yy: float, zz: float, xy: float, xz: float, yz: float, a: float, b: float, c: float
) -> tuple[float, float, float]:
    """A symmetric tensor times the vector (a, b, c)."""
    return xx * a + xy * b + xz * c, xy * a + yy * b + yz * c, xz * a + yz * b + zz * c


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
    inverse_mass: float,
    inertia_kgm2: Row,
    inverse_inertia: Row,
    *model_columns: Row,
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """Force over mass, and what the torque leaves after turning the angular momentum along."""
    bx = inverse_mass * fx
    by = inverse_mass * fy
    bz = inverse_mass * fz
    hx, hy, hz = symmetric_times(
        inertia_kgm2[j],
        inertia_kgm2[W + j],
        inertia_kgm2[2 * W + j],
        inertia_kgm2[3 * W + j],
        inertia_kgm2[4 * W + j],
        inertia_kgm2[5 * W + j],
        p,
        q,
        r,
    )
    dp, dq, dr = symmetric_times(
        inverse_inertia[j],
        inverse_inertia[W + j],
        inverse_inertia[2 * W + j],
        inverse_inertia[3 * W + j],
        inverse_inertia[4 * W + j],
        inverse_inertia[5 * W + j],
        tx + held_tx - (q * hz - r * hy),
        ty + held_ty - (r * hx - p * hz),
        tz + held_tz - (p * hy - q * hx),
    )
    return (
        held_n + (nx * bx + ny * by + nz * bz),
        held_e + (ex * bx + ey * by + ez * bz),
        held_d + (dx * bx + dy * by + dz * bz),
        dp, dq, dr,
        bx, by, bz,
    )  # fmt: skip
