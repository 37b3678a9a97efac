"""Electric motors with propellers: from throttle to rotor speed, and from speed to thrust."""

from simloop.kernels.propeller import balanced_speed
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Rotors of the vehicle class; compiled copies set it
ROTORS = 4
# 1 if propellers of the vehicle class may be worn; compiled copies set it
WORN_PROPELLERS = 1


def rotors(
    dt_s: float,
    rotor_thrust_gain: Row,
    rotor_torque_gain: Row,
    rotor_descent_m: Row,
    rotor_forward_m: Row,
    rotor_right_m: Row,
    rotor_direction: Row,
    rotor_thrust_share: Row,
    rotor_torque_share: Row,
    rotor_inertia_kgm2: Row,
    rotor_lag_gain: Row,
    motor_gain: Row,
    motor_effectiveness: Row,
    propeller_effectiveness: Row,
    motor_command: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    rate_frd_radps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    bus_voltage_v: Row,
    bus_current_a: Row,
    bus_conductance_s: Row,
    rotor_climb_mps: Row,
    rotor_drive: Row,
    rotor_target_radps: Row,
    rotor_speed_radps: Row,
    rotor_thrust: Row,
    rotor_torque: Row,
    rotor_momentum_nms: Row,
    rotor_reaction_nm: Row,
) -> None:
    """Turn every rotor towards its command, and find what it does over the tick.

    Thrust is density * (g0 W^2 + g1 W V + g2 V^2) with rotor speed W and inflow V at the hub: the
    polynomial in the advance ratio without its divisions. W and W^2 are means over the tick, exact
    for the lag. `rotor_thrust` and `rotor_torque` get the coefficients of 1, V and V^2 of each
    rotor; in which part of its curve a rotor is when the tick starts holds for the tick.

    Loops have lanes inside, so that any number of rotors vectorises; sums live in their columns.
    """
    find_climb(attitude_wxyz, velocity_frd_mps, wind_ned_mps, rotor_climb_mps)
    for j in range(W):
        rotor_momentum_nms[j] = 0.0
        rotor_reaction_nm[j] = 0.0

    per_s = 1.0 / dt_s
    for i in range(ROTORS):
        for j in range(W):
            forward = rotor_forward_m[i * W + j]
            right = rotor_right_m[i * W + j]
            inflow = rotor_climb_mps[j] - (
                rate_frd_radps[j] * right - rate_frd_radps[W + j] * forward
            )
            # The data of torque end at zero advance ratio.
            climb = inflow if inflow > 0.0 else 0.0
            worn = propeller_effectiveness[i * W + j] if WORN_PROPELLERS > 0 else 1.0
            left = (worn if worn > 0.0 else 0.0) * air_density_kgpm3[j]

            # A command that is not a number compares false and stops the motor.
            drive = motor_effectiveness[i * W + j] * motor_command[i * W + j]
            drive = drive if drive > 0.0 else 0.0
            drive = drive if drive < 1.0 else 1.0
            load = left * rotor_torque_share[i * W + j]
            target = balanced_speed(
                load * rotor_torque_gain[j],
                load * rotor_torque_gain[W + j] * climb + motor_gain[j],
                load * rotor_torque_gain[2 * W + j] * climb * climb
                + motor_gain[2 * W + j]
                - motor_gain[W + j] * bus_voltage_v[j] * drive,
            )

            # One of the two is zero; choosing between the gains would compile to a slow gather.
            old = rotor_speed_radps[i * W + j]
            change = target - old
            rise = change if change > 0.0 else 0.0
            fall = change if change < 0.0 else 0.0
            gained = rise * rotor_lag_gain[j] + fall * rotor_lag_gain[W + j]
            on_average = rise * rotor_lag_gain[2 * W + j] + fall * rotor_lag_gain[3 * W + j]
            spread = rise * rise * rotor_lag_gain[4 * W + j]
            spread = spread + fall * fall * rotor_lag_gain[5 * W + j]
            speed = old + on_average
            square = old * old + 2.0 * old * on_average + spread

            c0, c1, c2 = thrust_terms(
                square, speed, inflow, rotor_descent_m[j], rotor_descent_m[W + j],
                rotor_thrust_gain[j], rotor_thrust_gain[W + j], rotor_thrust_gain[2 * W + j],
                rotor_thrust_gain[3 * W + j], rotor_thrust_gain[4 * W + j],
                rotor_thrust_gain[5 * W + j], rotor_thrust_gain[6 * W + j],
                rotor_thrust_gain[7 * W + j],
            )  # fmt: skip
            q0, q1, q2 = torque_terms(
                square, speed, inflow, rotor_torque_gain[j], rotor_torque_gain[W + j],
                rotor_torque_gain[2 * W + j], rotor_torque_gain[3 * W + j],
            )  # fmt: skip
            lift = left * rotor_thrust_share[i * W + j]
            rotor_drive[i * W + j] = drive
            rotor_target_radps[i * W + j] = target
            rotor_speed_radps[i * W + j] = old + gained
            rotor_thrust[i * W + j] = lift * c0
            rotor_thrust[(ROTORS + i) * W + j] = lift * c1
            rotor_thrust[(2 * ROTORS + i) * W + j] = lift * c2
            rotor_torque[i * W + j] = load * q0
            rotor_torque[(ROTORS + i) * W + j] = load * q1
            rotor_torque[(2 * ROTORS + i) * W + j] = load * q2

            # What the rotors gain in angular momentum about down, the body loses.
            turning = rotor_direction[i * W + j] * rotor_inertia_kgm2[j]
            rotor_momentum_nms[j] += turning * speed
            rotor_reaction_nm[j] -= turning * gained * per_s

            # Each motor draws d (U d - K W) / R: rotors above their voltage feed the others.
            conductance = motor_gain[3 * W + j] * drive * drive
            bus_conductance_s[j] += conductance
            bus_current_a[j] += conductance * bus_voltage_v[j] - motor_gain[W + j] * drive * speed


def find_climb(
    attitude_wxyz: Row, velocity_frd_mps: Row, wind_ned_mps: Row, rotor_climb_mps: Row
) -> None:
    """How fast the air comes from above at the centre of mass."""
    for j in range(W):
        # The third body axis in NED.
        w = attitude_wxyz[j]
        x = attitude_wxyz[W + j]
        y = attitude_wxyz[2 * W + j]
        z = attitude_wxyz[3 * W + j]
        wind_z = (
            2.0 * (x * z + w * y) * wind_ned_mps[j]
            + 2.0 * (y * z - w * x) * wind_ned_mps[W + j]
            + (1.0 - 2.0 * (x * x + y * y)) * wind_ned_mps[2 * W + j]
        )
        rotor_climb_mps[j] = wind_z - velocity_frd_mps[2 * W + j]


def thrust_terms(
    square: float,
    speed: float,
    inflow: float,
    ring_m: float,
    brake_m: float,
    g0: float,
    g1: float,
    g2: float,
    least: float,
    ring_0: float,
    ring_1: float,
    ring_2: float,
    brake: float,
) -> tuple[float, float, float]:
    """Coefficients of 1, V and V^2 of thrust per density, for the part of the curve it is in.

    From above: the polynomial, but not below its floor. From below: the polynomial's tangent at
    rest down to V = -ring_m W, the vortex ring's parabola down to -brake_m W, then a constant.
    """
    floored = (least - g0) * square - inflow * (g1 * speed + inflow * g2) > 0.0
    falls = inflow < 0.0
    in_ring = inflow < -ring_m * speed
    braked = inflow < -brake_m * speed
    # Flow from above.
    c0 = least if floored else g0
    c1 = 0.0 if floored else g1
    c2 = 0.0 if floored else g2
    # Flow from below.
    d0 = ring_0 if in_ring else g0
    d1 = ring_1 if in_ring else g1
    d2 = ring_2 if in_ring else 0.0
    d0 = brake if braked else d0
    d1 = 0.0 if braked else d1
    d2 = 0.0 if braked else d2
    return (
        square * (d0 if falls else c0),
        speed * (d1 if falls else c1),
        d2 if falls else c2,
    )


def torque_terms(
    square: float, speed: float, inflow: float, g0: float, g1: float, g2: float, least: float
) -> tuple[float, float, float]:
    """The same of torque: the polynomial, not below its floor; from below as without inflow."""
    falls = inflow < 0.0
    floored = (least - g0) * square - inflow * (g1 * speed + inflow * g2) > 0.0
    level = least if floored else g0
    held = floored | falls
    return (
        square * (g0 if falls else level),
        0.0 if held else speed * g1,
        0.0 if held else g2,
    )
