"""The mass of a vessel with its water, as matrices that kernels multiply by.

Plain arithmetic in a fixed order, so that every machine gets the same bits.
"""

from simloop.math.symmetric_matrix import Matrix
from simloop.systems.vessel.config import Config


def hull_matrix(config: Config) -> Matrix:
    """Rigid and added mass about the centre of mass, six by six and symmetric."""
    xx, yy, zz, xy, xz, yz = config.inertia_kgm2
    added, mass = config.added_mass, config.mass_kg
    matrix = [[0.0] * 6 for _ in range(6)]
    for i, derivative in enumerate((added.X_udot, added.Y_vdot, added.Z_wdot)):
        matrix[i][i] = mass - derivative
    for i, own, derivative in ((3, xx, added.K_pdot), (4, yy, added.M_qdot), (5, zz, added.N_rdot)):
        matrix[i][i] = own - derivative
    matrix[3][4] = matrix[4][3] = xy
    matrix[3][5] = matrix[5][3] = xz
    matrix[4][5] = matrix[5][4] = yz
    matrix[1][5] = matrix[5][1] = -0.5 * (added.Y_rdot + added.N_vdot)
    matrix[2][4] = matrix[4][2] = -0.5 * (added.Z_qdot + added.M_wdot)
    return matrix


def planar_inertia(config: Config) -> tuple[float, float, float]:
    """Surge, sway, and the coupling of sway and yaw that momentum has."""
    added = config.added_mass
    return (
        config.mass_kg - added.X_udot,
        config.mass_kg - added.Y_vdot,
        -0.5 * (added.Y_rdot + added.N_vdot),
    )


def planar_inverse(config: Config) -> tuple[float, float, float, float, float]:
    """The inverse of the mass matrix: surge; then sway and yaw, row by row."""
    added = config.added_mass
    m22 = config.mass_kg - added.Y_vdot
    m33 = config.inertia_kgm2[2] - added.N_rdot
    m23, m32 = -added.Y_rdot, -added.N_vdot
    determinant = m22 * m33 - m23 * m32
    if not (m33 > 0.0 and determinant > 0.0):
        raise ValueError(
            "vessel: inertia_kgm2 zz with N_rdot must be positive, and Y_rdot and N_vdot small "
            "against Y_vdot and N_rdot: no such body exists"
        )
    surge = 1.0 / (config.mass_kg - added.X_udot)
    return surge, m33 / determinant, -m23 / determinant, -m32 / determinant, m22 / determinant
