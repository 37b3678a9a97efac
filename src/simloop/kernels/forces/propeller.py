"""Thrust and reaction torque of a propeller at the nose or tail, at every integrator stage."""

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def propeller_wrench(
    j: int,
    u_air_mps: float,
    air_density_kgpm3: float,
    prop_thrust_gain: Row,
    prop_torque_gain: Row,
    prop_inflow_limit_m: Row,
    prop_effectiveness: Row,
    prop_speed_radps: Row,
) -> tuple[float, float, float, float, float, float]:
    """Thrust along +x and the torque that the propeller leaves on the body, about x.

    The propeller keeps its speed over the tick (kernels/propeller.py); the inflow is that of the
    stage. Faster flight than the speed of the blades carries makes thrust and torque negative, as
    with a windmill, down to a limit of the advance ratio: beyond it the coefficients stay. So a
    propeller that stands still does nothing.
    """
    speed = prop_speed_radps[j]
    limit = prop_inflow_limit_m[j] * speed
    inflow = u_air_mps if u_air_mps > 0.0 else 0.0
    inflow = inflow if inflow < limit else limit
    scale = prop_effectiveness[j] * air_density_kgpm3
    thrust = prop_thrust_gain[j] * speed * speed + inflow * (
        prop_thrust_gain[W + j] * speed + inflow * prop_thrust_gain[2 * W + j]
    )
    torque = prop_torque_gain[j] * speed * speed + inflow * (
        prop_torque_gain[W + j] * speed + inflow * prop_torque_gain[2 * W + j]
    )
    return scale * thrust, 0.0, 0.0, -scale * torque, 0.0, 0.0
