"""Electric motors with propellers: from throttle to rotor speed, and from speed to thrust."""

from math import sqrt

from simloop.kernels.odd_rotors import correct_rotor, worn_target
from simloop.math.row import Row

# Lanes per block; compiled copies set it
W = 1
# Rotors of the vehicle class; compiled copies set it
ROTORS = 4
# 1 if propellers of the vehicle class may be worn; compiled copies set it
WORN_PROPELLERS = 1

# Above any rotor's speed.
FASTEST_RADPS = 1e9


def rotors(
    dt_s: float,
    rotor_thrust_gain: Row,
    rotor_torque_gain: Row,
    rotor_floor_inflow_m: Row,
    rotor_forward_m: Row,
    rotor_right_m: Row,
    rotor_direction: Row,
    rotor_sum: Row,
    rotor_inertia_kgm2: Row,
    rotor_lag_gain: Row,
    motor_gain: Row,
    motor_effectiveness: Row,
    propeller_effectiveness: Row,
    motor_command: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    bus_voltage_v: Row,
    bus_current_a: Row,
    bus_conductance_s: Row,
    motor_balance: Row,
    rotor_drive: Row,
    rotor_target_radps: Row,
    rotor_speed_radps: Row,
    rotor_wrench: Row,
    rotor_momentum_nms: Row,
    rotor_reaction_nm: Row,
) -> None:
    """Turn every rotor towards its command, then sum up what the rotors do.

    Thrust is density * (g0 W^2 + g1 W V + g2 V^2) with rotor speed W and climb inflow V: the
    polynomial in the advance ratio without its divisions. The fourth gain is the coefficient's
    floor: a rotor on it when the tick starts stays on it for the tick. Torque likewise.
    `rotor_wrench` gets the coefficients of 1, V and V^2 of lift, roll, pitch and yaw.

    Loops have lanes inside, so that any number of rotors vectorises; sums live in their columns.
    """
    balance_motors(
        rotor_torque_gain,
        motor_gain,
        bus_voltage_v,
        attitude_wxyz,
        velocity_frd_mps,
        wind_ned_mps,
        air_density_kgpm3,
        motor_balance,
    )
    find_targets(
        rotor_torque_gain,
        motor_gain,
        motor_effectiveness,
        propeller_effectiveness,
        motor_command,
        air_density_kgpm3,
        bus_voltage_v,
        motor_balance,
        rotor_drive,
        rotor_target_radps,
    )
    for k in range(12 * W):
        rotor_wrench[k] = 0.0
    for j in range(W):
        rotor_reaction_nm[j] = 0.0

    per_s = 1.0 / dt_s
    for i in range(ROTORS):
        for j in range(W):
            old = rotor_speed_radps[i * W + j]
            change = rotor_target_radps[i * W + j] - old
            # One of the two is zero; choosing between the gains would compile to a slow gather.
            rise = change if change > 0.0 else 0.0
            fall = change if change < 0.0 else 0.0
            change = rise * rotor_lag_gain[j] + fall * rotor_lag_gain[W + j]
            speed = old + change
            rotor_speed_radps[i * W + j] = speed
            slowest = motor_balance[5 * W + j]
            motor_balance[5 * W + j] = speed if speed < slowest else slowest

            square = speed * speed
            forward = rotor_forward_m[i * W + j]
            right = rotor_right_m[i * W + j]
            direction = rotor_direction[i * W + j]
            rotor_wrench[j] += square
            rotor_wrench[W + j] += speed
            rotor_wrench[3 * W + j] -= right * square
            rotor_wrench[4 * W + j] -= right * speed
            rotor_wrench[6 * W + j] += forward * square
            rotor_wrench[7 * W + j] += forward * speed
            rotor_wrench[9 * W + j] -= direction * square
            rotor_wrench[10 * W + j] -= direction * speed
            rotor_reaction_nm[j] -= direction * change

            # A motor that gets a share of the voltage draws that share of its current.
            drive = rotor_drive[i * W + j]
            motor_balance[6 * W + j] += drive * drive
            motor_balance[7 * W + j] += drive * speed

    for j in range(W):
        # What the rotors gain in angular momentum about down, the body loses.
        rotor_momentum_nms[j] = -rotor_inertia_kgm2[j] * rotor_wrench[10 * W + j]
        rotor_reaction_nm[j] = rotor_reaction_nm[j] * rotor_inertia_kgm2[j] * per_s

        # Each motor draws d (U d - K W) / R: rotors above their voltage feed the others.
        conductance = motor_gain[3 * W + j] * motor_balance[6 * W + j]
        back = motor_gain[W + j] * motor_balance[7 * W + j]
        bus_conductance_s[j] += conductance
        bus_current_a[j] += conductance * bus_voltage_v[j] - back

        density = air_density_kgpm3[j]
        thrust_0 = density * rotor_thrust_gain[j]
        thrust_1 = density * rotor_thrust_gain[W + j]
        thrust_2 = density * rotor_thrust_gain[2 * W + j]
        torque_0 = density * rotor_torque_gain[j]
        torque_1 = density * rotor_torque_gain[W + j]
        torque_2 = density * rotor_torque_gain[2 * W + j]
        rotor_wrench[j] *= thrust_0
        rotor_wrench[W + j] *= thrust_1
        rotor_wrench[2 * W + j] = thrust_2 * float(ROTORS)
        rotor_wrench[3 * W + j] *= thrust_0
        rotor_wrench[4 * W + j] *= thrust_1
        rotor_wrench[5 * W + j] = -thrust_2 * rotor_sum[W + j]
        rotor_wrench[6 * W + j] *= thrust_0
        rotor_wrench[7 * W + j] *= thrust_1
        rotor_wrench[8 * W + j] = thrust_2 * rotor_sum[j]
        rotor_wrench[9 * W + j] *= torque_0
        rotor_wrench[10 * W + j] *= torque_1
        rotor_wrench[11 * W + j] = -torque_2 * rotor_sum[2 * W + j]

    # Rare: the slowest rotor climbs faster than its coefficients reach.
    fast = WORN_PROPELLERS
    for j in range(W):
        limit = rotor_floor_inflow_m[j] * motor_balance[5 * W + j]
        fast += 1 if motor_balance[j] > limit else 0
    if fast > 0:
        for i in range(ROTORS):
            for j in range(W):
                correct_rotor(
                    i,
                    j,
                    air_density_kgpm3[j],
                    motor_balance[j],
                    rotor_thrust_gain,
                    rotor_torque_gain,
                    rotor_forward_m,
                    rotor_right_m,
                    rotor_direction,
                    propeller_effectiveness,
                    rotor_speed_radps,
                    rotor_wrench,
                )


def balance_motors(
    rotor_torque_gain: Row,
    motor_gain: Row,
    bus_voltage_v: Row,
    attitude_wxyz: Row,
    velocity_frd_mps: Row,
    wind_ned_mps: Row,
    air_density_kgpm3: Row,
    motor_balance: Row,
) -> None:
    """Find the speed at which motor and propeller torque balance, but for the command.

    With speed W and climb inflow V: a W^2 + b W + c = 0, a = density q0, b = density q1 V + K^2/R,
    c = density q2 V^2 + K I0 - (K/R) U command. The numbers kept are V, 1/(2a), b, b^2 - 4 a c
    without command, the share of the command in it, and room for the speed of the slowest rotor and
    for two sums over the rotors: drive squared, and drive times speed.
    """
    for j in range(W):
        # Climb inflow: the third body axis in NED, then only flow from above.
        w = attitude_wxyz[j]
        x = attitude_wxyz[W + j]
        y = attitude_wxyz[2 * W + j]
        z = attitude_wxyz[3 * W + j]
        wind_z = (
            2.0 * (x * z + w * y) * wind_ned_mps[j]
            + 2.0 * (y * z - w * x) * wind_ned_mps[W + j]
            + (1.0 - 2.0 * (x * x + y * y)) * wind_ned_mps[2 * W + j]
        )
        climb = wind_z - velocity_frd_mps[2 * W + j]
        inflow = climb if climb > 0.0 else 0.0

        density = air_density_kgpm3[j]
        a = density * rotor_torque_gain[j]
        b = density * rotor_torque_gain[W + j] * inflow + motor_gain[j]
        c = density * rotor_torque_gain[2 * W + j] * inflow * inflow + motor_gain[2 * W + j]
        motor_balance[j] = inflow
        motor_balance[W + j] = 0.5 / a
        motor_balance[2 * W + j] = b
        motor_balance[3 * W + j] = b * b - 4.0 * a * c
        motor_balance[4 * W + j] = 4.0 * a * motor_gain[W + j] * bus_voltage_v[j]
        motor_balance[5 * W + j] = FASTEST_RADPS
        motor_balance[6 * W + j] = 0.0
        motor_balance[7 * W + j] = 0.0


def find_targets(
    rotor_torque_gain: Row,
    motor_gain: Row,
    motor_effectiveness: Row,
    propeller_effectiveness: Row,
    motor_command: Row,
    air_density_kgpm3: Row,
    bus_voltage_v: Row,
    motor_balance: Row,
    rotor_drive: Row,
    rotor_target_radps: Row,
) -> None:
    """Find what arrives of each command, and the speed at which that rotor would settle."""
    for i in range(ROTORS):
        for j in range(W):
            # A command that is not a number compares false and stops the motor.
            command = motor_effectiveness[i * W + j] * motor_command[i * W + j]
            command = command if command > 0.0 else 0.0
            command = command if command < 1.0 else 1.0
            inside = motor_balance[3 * W + j] + motor_balance[4 * W + j] * command
            root = sqrt(inside if inside > 0.0 else 0.0)
            target = (root - motor_balance[2 * W + j]) * motor_balance[W + j]
            rotor_drive[i * W + j] = command
            rotor_target_radps[i * W + j] = target if target > 0.0 else 0.0
    if WORN_PROPELLERS > 0:
        for i in range(ROTORS):
            for j in range(W):
                worn_target(
                    i,
                    j,
                    air_density_kgpm3[j],
                    bus_voltage_v[j],
                    rotor_torque_gain,
                    motor_gain,
                    propeller_effectiveness,
                    motor_balance,
                    rotor_drive,
                    rotor_target_radps,
                )
