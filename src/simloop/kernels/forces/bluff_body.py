"""The force model of a bluff body: drag against the air, and damping of its rotation.

Drag is `-1/2 rho V^2 S C_D` along the velocity through the air. Damping moments are those of
flight mechanics, `1/2 rho V^2 S l C (rate l / 2V)`: the speed cancels once, so a body at rest in
the air is not damped and nothing is divided by zero.
"""

from math import sqrt

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def wrench(
    j: int,
    u_air_mps: float,
    v_air_mps: float,
    w_air_mps: float,
    p: float,
    q: float,
    r: float,
    air_density_kgpm3: float,
    bluff_drag_area_m2: Row,
    bluff_damping_m4: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque; the damping column has `S l^2 C / 2` for roll, pitch and yaw."""
    speed = sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps + w_air_mps * w_air_mps)
    half = 0.5 * air_density_kgpm3 * speed
    drag = -half * bluff_drag_area_m2[j]
    return (
        drag * u_air_mps,
        drag * v_air_mps,
        drag * w_air_mps,
        half * bluff_damping_m4[j] * p,
        half * bluff_damping_m4[W + j] * q,
        half * bluff_damping_m4[2 * W + j] * r,
    )
