"""Rotors that the common sums of kernels/rotors.py do not fit: worn propellers, steep climbs.

All rotors of a vehicle are alike, so the usual tick needs one torque balance and sums of speeds.
The few ticks in which a rotor differs come here, and put that rotor right.
"""

from math import sqrt

from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# 1 if propellers of the vehicle class may be worn; compiled copies set it
WORN_PROPELLERS = 1

# Far below any motor's torque per speed.
LEAST_DAMPING_NMS = 1e-12


def worn_target(
    i: int,
    j: int,
    density: float,
    voltage_v: float,
    rotor_torque_gain: Row,
    motor_gain: Row,
    propeller_effectiveness: Row,
    motor_balance: Row,
    rotor_drive: Row,
    rotor_target_radps: Row,
) -> None:
    """Balance the motor of a worn propeller against the torque that the propeller has left.

    The root of a W^2 + b W + c = 0 is taken as -2 c / (b + root): a lost propeller has a = 0.
    """
    share = propeller_effectiveness[i * W + j]
    left = share if share > 0.0 else 0.0
    inflow = motor_balance[j]
    a = left * density * rotor_torque_gain[j]
    b = left * density * rotor_torque_gain[W + j] * inflow + motor_gain[j]
    c = left * density * rotor_torque_gain[2 * W + j] * inflow * inflow + motor_gain[2 * W + j]
    c = c - motor_gain[W + j] * voltage_v * rotor_drive[i * W + j]
    inside = b * b - 4.0 * a * c
    below = b + sqrt(inside if inside > 0.0 else 0.0)
    target = -2.0 * c / (below if below > LEAST_DAMPING_NMS else LEAST_DAMPING_NMS)
    target = target if target > 0.0 else 0.0
    rotor_target_radps[i * W + j] = target if share != 1.0 else rotor_target_radps[i * W + j]


def correct_rotor(
    i: int,
    j: int,
    density: float,
    inflow: float,
    rotor_thrust_gain: Row,
    rotor_torque_gain: Row,
    rotor_forward_m: Row,
    rotor_right_m: Row,
    rotor_direction: Row,
    propeller_effectiveness: Row,
    rotor_speed_radps: Row,
    rotor_wrench: Row,
) -> None:
    """Put one rotor on the floor of its coefficients for the tick, if it is below, and wear it.

    A sound rotor above the floor keeps its bits, whatever its neighbours in the block do.
    """
    speed = rotor_speed_radps[i * W + j]
    forward = rotor_forward_m[i * W + j]
    right = rotor_right_m[i * W + j]
    direction = rotor_direction[i * W + j]
    share = propeller_effectiveness[i * W + j] if WORN_PROPELLERS > 0 else 1.0
    worn = share != 1.0
    left = share if share > 0.0 else 0.0

    # What the sums of thrust have is g0 W^2 + g1 W V + g2 V^2: add what is missing.
    t_0, t_1, t_2, low = missing(j, density, inflow, speed, left, rotor_thrust_gain)
    odd = low | worn
    rotor_wrench[j] += t_0 if odd else -0.0
    rotor_wrench[W + j] += t_1 if odd else -0.0
    rotor_wrench[2 * W + j] += t_2 if odd else -0.0
    rotor_wrench[3 * W + j] -= right * t_0 if odd else 0.0
    rotor_wrench[4 * W + j] -= right * t_1 if odd else 0.0
    rotor_wrench[5 * W + j] -= right * t_2 if odd else 0.0
    rotor_wrench[6 * W + j] += forward * t_0 if odd else -0.0
    rotor_wrench[7 * W + j] += forward * t_1 if odd else -0.0
    rotor_wrench[8 * W + j] += forward * t_2 if odd else -0.0

    # The same for torque.
    q_0, q_1, q_2, low = missing(j, density, inflow, speed, left, rotor_torque_gain)
    odd = low | worn
    rotor_wrench[9 * W + j] -= direction * q_0 if odd else 0.0
    rotor_wrench[10 * W + j] -= direction * q_1 if odd else 0.0
    rotor_wrench[11 * W + j] -= direction * q_2 if odd else 0.0


def missing(
    j: int, density: float, inflow: float, speed: float, left: float, gain: Row
) -> tuple[float, float, float, bool]:
    """What a propeller has less than a sound one: coefficients of 1, V, V^2; is it on its floor?

    The floor holds for the sound propeller; wear takes its share of that too.
    """
    square = speed * speed
    to_floor = (gain[3 * W + j] - gain[j]) * square - inflow * (
        gain[W + j] * speed + inflow * gain[2 * W + j]
    )
    low = to_floor > 0.0
    kept_0 = gain[3 * W + j] if low else gain[j]
    kept_1 = 0.0 if low else gain[W + j]
    kept_2 = 0.0 if low else gain[2 * W + j]
    return (
        density * (left * kept_0 - gain[j]) * square,
        density * (left * kept_1 - gain[W + j]) * speed,
        density * (left * kept_2 - gain[2 * W + j]),
        low,
    )
