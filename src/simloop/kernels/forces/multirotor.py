"""Thrust, drag and ground effect of a multirotor, evaluated at every stage of the integrator."""

from math import sqrt

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1


def wrench(
    j: int,
    down_m: float,
    u_air_mps: float,
    v_air_mps: float,
    w_air_mps: float,
    p: float,
    q: float,
    air_density_kgpm3: float,
    parasitic_drag_area_m2: Row,
    induced_drag_spm: Row,
    ground_effect: Row,
    rotor_wrench: Row,
    rotor_momentum_nms: Row,
    rotor_reaction_nm: Row,
    ground_down_m: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque in FRD of rotors that keep their speed over the tick.

    Thrust and torque of a propeller are quadratic in the inflow V at constant speed, and so are
    their sums over the rotors: `rotor_wrench` holds the coefficients of 1, V and V^2 for lift,
    roll, pitch and yaw (kernels/rotors.py). So the cost does not grow with the number of rotors.
    """
    # Only flow from above counts: the propeller data end at zero advance ratio.
    s = -w_air_mps if w_air_mps < 0.0 else 0.0
    lift = rotor_wrench[j] + s * (rotor_wrench[W + j] + s * rotor_wrench[2 * W + j])
    roll = rotor_wrench[3 * W + j] + s * (rotor_wrench[4 * W + j] + s * rotor_wrench[5 * W + j])
    pitch = rotor_wrench[6 * W + j] + s * (rotor_wrench[7 * W + j] + s * rotor_wrench[8 * W + j])
    yaw = rotor_wrench[9 * W + j] + s * (rotor_wrench[10 * W + j] + s * rotor_wrench[11 * W + j])

    # The ground gives back a share of the thrust: rotors that stand still feel nothing.
    h = ground_down_m[j] - down_m
    share = ground_effect[3 * W + j] + h * (
        ground_effect[2 * W + j] + h * (ground_effect[W + j] + h * ground_effect[j])
    )
    share = ground_effect[4 * W + j] + h * share
    cushion = lift * share if share > 0.0 else 0.0

    # The body drags with the square of airspeed, the rotor discs with thrust times airspeed.
    airspeed = sqrt(u_air_mps * u_air_mps + v_air_mps * v_air_mps + w_air_mps * w_air_mps)
    body_drag = air_density_kgpm3 * parasitic_drag_area_m2[j] * airspeed
    side_drag = body_drag + induced_drag_spm[j] * lift

    # A turning body tilts the spinning rotors, and they resist.
    momentum = rotor_momentum_nms[j]
    return (
        -side_drag * u_air_mps,
        -side_drag * v_air_mps,
        -(lift + cushion) - body_drag * w_air_mps,
        roll - q * momentum,
        pitch + p * momentum,
        yaw + rotor_reaction_nm[j],
    )
