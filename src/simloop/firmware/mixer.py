"""From thrust and torques to motor commands: roll and pitch before yaw before thrust."""

from math import sqrt

from simloop.firmware.maths import clamp, larger, smaller
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle; compiled copies set it.
ROTORS = 4


def share_that_fits(wanted: float, room: float) -> float:
    """How much of a spread fits into the room, 0 to 1."""
    return room / wanted if wanted > room else 1.0


def mix_motors(
    fw_mixer_thrust: Row,
    fw_mixer_roll_per_m: Row,
    fw_mixer_pitch_per_m: Row,
    fw_mixer_yaw_per_m: Row,
    fw_rotor_thrust_limits_n: Row,
    fw_motor_curve: Row,
    fw_idle_command: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_torque_first: Row,
    fw_supply_scale: Row,
    fw_thrust_n: Row,
    fw_torque_frd_nm: Row,
    motor_command: Row,
) -> None:
    """Shares the wrench among the rotors and inverts the motor model.

    The command for a thrust t is curve[0] + curve[1] sqrt(t) + curve[2] t.
    """
    for j in range(W):
        low = fw_rotor_thrust_limits_n[j]
        high = fw_rotor_thrust_limits_n[W + j]
        thrust = fw_thrust_n[j]
        torque_first = fw_torque_first[j] > 0.0
        # Rotors reach from the lower to the upper limit, or as far as they may without more thrust.
        carried = larger(2.0 * (thrust * (1.0 / ROTORS) - low), 0.0)
        room = high - low
        room = room if torque_first else smaller(room, carried)
        tx = fw_torque_frd_nm[j]
        ty = fw_torque_frd_nm[W + j]
        tz = fw_torque_frd_nm[2 * W + j]

        # How far apart the rotors would be by roll and pitch, and by yaw.
        level_low = 0.0
        level_high = 0.0
        yaw_low = 0.0
        yaw_high = 0.0
        for i in range(ROTORS):
            level = fw_mixer_roll_per_m[i * W + j] * tx + fw_mixer_pitch_per_m[i * W + j] * ty
            yaw = fw_mixer_yaw_per_m[i * W + j] * tz
            level_low = smaller(level_low, level)
            level_high = larger(level_high, level)
            yaw_low = smaller(yaw_low, yaw)
            yaw_high = larger(yaw_high, yaw)

        # Roll and pitch get what they need, yaw gets what is left.
        span = level_high - level_low
        level_share = share_that_fits(span, room)
        tx = tx * level_share
        ty = ty * level_share
        tz = tz * share_that_fits(yaw_high - yaw_low, larger(room - span, 0.0))

        # Thrust gives way to the torques: it moves until the rotors fit between the limits.
        most = -1e30
        least = 1e30
        for i in range(ROTORS):
            force = (
                fw_mixer_thrust[i * W + j] * thrust
                + fw_mixer_roll_per_m[i * W + j] * tx
                + fw_mixer_pitch_per_m[i * W + j] * ty
                + fw_mixer_yaw_per_m[i * W + j] * tz
            )
            most = larger(most, force)
            least = smaller(least, force)
        shift = high - most if most > high else 0.0
        shift = low - least if torque_first & (least + shift < low) else shift
        thrust = thrust + float(ROTORS) * shift

        flying = fw_flying[j] > 0.0
        idle = fw_idle_command[j] if fw_armed[j] > 0.0 else 0.0
        supply = fw_supply_scale[j]
        for i in range(ROTORS):
            force = (
                fw_mixer_thrust[i * W + j] * thrust
                + fw_mixer_roll_per_m[i * W + j] * tx
                + fw_mixer_pitch_per_m[i * W + j] * ty
                + fw_mixer_yaw_per_m[i * W + j] * tz
            )
            force = clamp(force, low, high)
            command = (
                fw_motor_curve[j]
                + fw_motor_curve[W + j] * sqrt(force)
                + fw_motor_curve[2 * W + j] * force
            )
            driven = clamp(supply * command, idle, 1.0)
            motor_command[i * W + j] = driven if flying else idle
