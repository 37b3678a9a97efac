"""Thrust, drag and ground effect of a multirotor, evaluated at every stage of the integrator."""

from math import sqrt

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Rotors of the vehicle class; compiled copies set it
ROTORS = 4


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
    rotor_forward_m: Row,
    rotor_right_m: Row,
    rotor_direction: Row,
    rotor_thrust: Row,
    rotor_torque: Row,
    rotor_momentum_nms: Row,
    rotor_reaction_nm: Row,
    ground_down_m: Row,
) -> tuple[float, float, float, float, float, float]:
    """Force and torque in FRD of rotors that keep their speed over the tick.

    Thrust and torque of a propeller are quadratic in the inflow V at its hub: `rotor_thrust` and
    `rotor_torque` hold the coefficients of 1, V and V^2 of each rotor (kernels/rotors.py). A body
    that rolls or pitches moves its hubs, so the rotors damp it.
    """
    lift = 0.0
    roll = 0.0
    pitch = 0.0
    yaw = 0.0
    for i in range(ROTORS):
        forward = rotor_forward_m[i * W + j]
        right = rotor_right_m[i * W + j]
        s = -(w_air_mps + p * right - q * forward)
        thrust = rotor_thrust[i * W + j] + s * (
            rotor_thrust[(ROTORS + i) * W + j] + s * rotor_thrust[(2 * ROTORS + i) * W + j]
        )
        torque = rotor_torque[i * W + j] + s * (
            rotor_torque[(ROTORS + i) * W + j] + s * rotor_torque[(2 * ROTORS + i) * W + j]
        )
        lift += thrust
        roll -= right * thrust
        pitch += forward * thrust
        yaw -= rotor_direction[i * W + j] * torque

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
