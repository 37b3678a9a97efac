"""From thrust and torques to motor commands: roll and pitch before yaw before thrust."""

from math import sqrt

from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle; compiled copies set it.
ROTORS = 4

# A rotor with a smaller share of the lift than this stands by: it need not turn.
LEAST_LIFT_SHARE = 1e-3


def share_that_fits(wanted: float, room: float) -> float:
    """How much of a spread fits into the room, 0 to 1."""
    return room / wanted if wanted > room else 1.0


def mix_motors(
    fw_mc_arm_m: Row,
    fw_mc_rotor_thrust_limits_n: Row,
    fw_mc_motor_curve: Row,
    fw_mc_idle_command: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_supply_scale: Row,
    fw_motor_ok: Row,
    fw_mc_torque_first: Row,
    fw_mc_mix: Row,
    fw_thrust_n: Row,
    fw_torque_frd_nm: Row,
    fw_mc_torque_given: Row,
    motor_command: Row,
) -> None:
    """Shares the wrench among the rotors and inverts the motor model.

    The command for a thrust t is curve[0] + curve[1] sqrt(t) + curve[2] t.
    """
    for j in range(W):
        low = fw_mc_rotor_thrust_limits_n[j]
        high = fw_mc_rotor_thrust_limits_n[W + j]
        thrust = fw_thrust_n[j]
        torque_first = fw_mc_torque_first[j] > 0.0
        # Torques as forces at their arms.
        per_arm = 1.0 / fw_mc_arm_m[j]
        fx = fw_torque_frd_nm[j] * per_arm
        fy = fw_torque_frd_nm[W + j] * per_arm
        fz = fw_torque_frd_nm[2 * W + j] / fw_mc_arm_m[W + j]

        # How far apart the rotors would be by roll and pitch, and by yaw.
        level_low = 0.0
        level_high = 0.0
        yaw_low = 0.0
        yaw_high = 0.0
        lift_share = LEAST_LIFT_SHARE
        for i in range(ROTORS):
            roll = fw_mc_mix[(ROTORS + i) * W + j]
            pitch = fw_mc_mix[(2 * ROTORS + i) * W + j]
            level = roll * fx + pitch * fy
            yaw = fw_mc_mix[(3 * ROTORS + i) * W + j] * fz
            level_low = smaller(level_low, level)
            level_high = larger(level_high, level)
            yaw_low = smaller(yaw_low, yaw)
            yaw_high = larger(yaw_high, yaw)
            lift_share = larger(lift_share, fw_mc_mix[i * W + j])

        # Rotors reach from the lower to the upper limit, or as far as they may without more thrust.
        carried = larger(2.0 * (thrust * lift_share - low), 0.0)
        room = high - low
        room = room if torque_first else smaller(room, carried)

        # Roll and pitch get what they need, yaw gets what is left.
        span = level_high - level_low
        level_share = share_that_fits(span, room)
        yaw_share = share_that_fits(yaw_high - yaw_low, larger(room - span, 0.0))
        fx = fx * level_share
        fy = fy * level_share
        # A rotor that stands by gives yaw its share only one way: it cannot pull.
        for i in range(ROTORS):
            level = fw_mc_mix[(ROTORS + i) * W + j] * fx + fw_mc_mix[(2 * ROTORS + i) * W + j] * fy
            yaw = fw_mc_mix[(3 * ROTORS + i) * W + j] * fz
            stands_by = fw_mc_mix[i * W + j] < LEAST_LIFT_SHARE
            pulls = larger(-yaw, 1e-9)
            fits = clamp(level / pulls, 0.0, 1.0)
            yaw_share = smaller(yaw_share, fits) if stands_by & (yaw < 0.0) else yaw_share
        fz = fz * yaw_share

        # Thrust gives way to the torques: it moves until the rotors fit between the limits.
        most = -1e30
        least = 1e30
        for i in range(ROTORS):
            share = fw_mc_mix[i * W + j]
            force = (
                share * thrust
                + fw_mc_mix[(ROTORS + i) * W + j] * fx
                + fw_mc_mix[(2 * ROTORS + i) * W + j] * fy
                + fw_mc_mix[(3 * ROTORS + i) * W + j] * fz
            )
            carries = share >= LEAST_LIFT_SHARE
            most = larger(most, force) if carries else most
            least = smaller(least, force) if carries else least
        shift = high - most if most > high else 0.0
        shift = low - least if torque_first & (least + shift < low) else shift
        thrust = thrust + shift / lift_share

        flying = fw_flying[j] > 0.0
        idle = fw_mc_idle_command[j] if fw_armed[j] > 0.0 else 0.0
        supply = fw_supply_scale[j]
        for i in range(ROTORS):
            share = fw_mc_mix[i * W + j]
            carries = share >= LEAST_LIFT_SHARE
            force = (
                share * thrust
                + fw_mc_mix[(ROTORS + i) * W + j] * fx
                + fw_mc_mix[(2 * ROTORS + i) * W + j] * fy
                + fw_mc_mix[(3 * ROTORS + i) * W + j] * fz
            )
            force = clamp(force, low if carries else 0.0, high)
            command = (
                fw_mc_motor_curve[j]
                + fw_mc_motor_curve[W + j] * sqrt(force)
                + fw_mc_motor_curve[2 * W + j] * force
            )
            driven = clamp(supply * command, idle, 1.0)
            # One that stands by stops altogether: the least thrust would turn the vehicle.
            stands = (not carries) & (force <= 0.0)
            driven = 0.0 if stands | (fw_motor_ok[i * W + j] <= 0.0) else driven
            motor_command[i * W + j] = driven if flying else idle
        fw_mc_torque_given[j] = level_share
        fw_mc_torque_given[W + j] = yaw_share
