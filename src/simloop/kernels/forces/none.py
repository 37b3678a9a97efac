"""The force model of a body that neither flies nor drives: no aerodynamics, no propulsion.

Every force model is a row function `wrench` with this signature, followed by the columns it reads.
`j` is the lane, `down_m` the height (negative up), the quaternion turns FRD into NED, `*_air_mps`
is the velocity relative to the air in FRD and `p, q, r` are the body rates. The result is force
and torque in FRD, without gravity and contact.
"""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def wrench(
    j: int,
    down_m: float,
    qw: float,
    qx: float,
    qy: float,
    qz: float,
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
