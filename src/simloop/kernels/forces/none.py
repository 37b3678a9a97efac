"""The force model of a body that neither flies nor drives: no aerodynamics, no propulsion.

A force model is a row function `wrench`. It asks for state by these names, in any order, and for
columns, annotated as rows, by theirs. `j` is the lane; `north_m, east_m, down_m` the position
(down is negative above the origin); `qw` to `qz` the quaternion that turns FRD into NED;
`u_mps, v_mps, w_mps` the velocity over ground and `u_air_mps, v_air_mps, w_air_mps` the velocity
relative to the air, FRD; `p, q, r` the body rates; `air_density_kgpm3` the air's density. The
result is force and torque about the centre of mass in FRD, without gravity and contact.
A vehicle may have several force models: they are summed.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def wrench(
    j: int,
    north_m: float,
    east_m: float,
    down_m: float,
    qw: float,
    qx: float,
    qy: float,
    qz: float,
    u_mps: float,
    v_mps: float,
    w_mps: float,
    u_air_mps: float,
    v_air_mps: float,
    w_air_mps: float,
    p: float,
    q: float,
    r: float,
    air_density_kgpm3: float,
    *force_columns: Row,
) -> tuple[float, float, float, float, float, float]:
    """Nothing pushes, nothing turns."""
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
