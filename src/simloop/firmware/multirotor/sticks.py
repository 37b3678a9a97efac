"""From sticks, or what a program says in their place, to an attitude and a thrust."""

from math import sqrt

from simloop.firmware.maths import atan2, clamp, larger, sin_cos
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_PASS_THROUGH,
    COMMAND_THROTTLE,
    LEVEL_VELOCITY,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Rotors of the vehicle; compiled copies set it.
ROTORS = 4

# Tilt raises the thrust for no more than this cosine: 60 degrees.
LEAST_TILT_COSINE = 0.5


def roll_pitch_of(w: float, x: float, y: float, z: float) -> tuple[float, float]:
    """Roll and pitch of an attitude."""
    roll = atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    sine = clamp(2.0 * (w * y - z * x), -1.0, 1.0)
    return roll, atan2(sine, sqrt(1.0 - sine * sine))


def attitude_of(roll: float, pitch: float, yaw: float) -> tuple[float, float, float, float]:
    """The attitude that turns by yaw, then pitch, then roll."""
    sr, cr = sin_cos(0.5 * roll)
    sp, cp = sin_cos(0.5 * pitch)
    sy, cy = sin_cos(0.5 * yaw)
    return (
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def read_sticks(
    period_s: float,
    fw_mc_rotor_thrust_limits_n: Row,
    fw_mc_stick_tilt_limit_rad: Row,
    fw_mc_stick_slew_radps: Row,
    fw_mc_tilt_boost: Row,
    fw_flying: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_attitude_wxyz: Row,
    fw_mc_level: Row,
    fw_yaw_setpoint_rad: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_mc_stick_used: Row,
    fw_mc_stick_angle_rad: Row,
    fw_mc_stick_wxyz: Row,
    fw_mc_stick_thrust_n: Row,
) -> None:
    """Below level velocity: roll and pitch at a limited pace, thrust in proportion.

    An axis without an angle to hold has the angle that the vehicle has.
    """
    for j in range(W):
        if fw_flying[j] <= 0.0 or fw_mc_level[j] >= LEVEL_VELOCITY:
            for k in range(4):
                fw_mc_stick_wxyz[k * W + j] = fw_attitude_wxyz[k * W + j]
            fw_mc_stick_used[j] = 0.0
            fw_mc_stick_thrust_n[j] = 0.0
            continue
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        roll, pitch = roll_pitch_of(fw_attitude_wxyz[j], x, y, fw_attitude_wxyz[3 * W + j])
        # The first set point is the last one of the loops that held the attitude before.
        old_roll = fw_mc_stick_angle_rad[j]
        old_pitch = fw_mc_stick_angle_rad[W + j]
        if fw_mc_stick_used[j] == 0.0:
            old_roll, old_pitch = roll_pitch_of(
                fw_attitude_setpoint_wxyz[j],
                fw_attitude_setpoint_wxyz[W + j],
                fw_attitude_setpoint_wxyz[2 * W + j],
                fw_attitude_setpoint_wxyz[3 * W + j],
            )

        wanted_roll = fw_command[3 * W + j]
        wanted_pitch = fw_command[4 * W + j]
        tilt = sqrt(wanted_roll * wanted_roll + wanted_pitch * wanted_pitch)
        limit = fw_mc_stick_tilt_limit_rad[j]
        scale = limit / tilt if tilt > limit else 1.0
        step = fw_mc_stick_slew_radps[j] * period_s
        if fw_command_type[3 * W + j] == COMMAND_ANGLE:
            roll = old_roll + clamp(scale * wanted_roll - old_roll, -step, step)
        if fw_command_type[4 * W + j] == COMMAND_ANGLE:
            pitch = old_pitch + clamp(scale * wanted_pitch - old_pitch, -step, step)

        kind = fw_command_type[2 * W + j]
        given = COMMAND_THROTTLE <= kind <= COMMAND_PASS_THROUGH
        share = clamp(fw_command[2 * W + j], 0.0, 1.0) if given else 0.0
        thrust = share * float(ROTORS) * fw_mc_rotor_thrust_limits_n[W + j]
        if fw_mc_tilt_boost[j] > 0.0:
            thrust = thrust / larger(1.0 - 2.0 * (x * x + y * y), LEAST_TILT_COSINE)

        qw, qx, qy, qz = attitude_of(roll, pitch, fw_yaw_setpoint_rad[j])
        fw_mc_stick_used[j] = 1.0
        fw_mc_stick_angle_rad[j] = roll
        fw_mc_stick_angle_rad[W + j] = pitch
        fw_mc_stick_wxyz[j] = qw
        fw_mc_stick_wxyz[W + j] = qx
        fw_mc_stick_wxyz[2 * W + j] = qy
        fw_mc_stick_wxyz[3 * W + j] = qz
        fw_mc_stick_thrust_n[j] = thrust
