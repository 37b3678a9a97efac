"""Attitudes from angles, and angles from attitudes."""

from math import sqrt

from simloop.firmware.maths import atan2, clamp, sin_cos
from simloop.firmware.vector import Quaternion, Vec2


def attitude_of(roll: float, pitch: float, yaw: float) -> Quaternion:
    """The attitude that turns by yaw, then pitch, then roll."""
    sr, cr = sin_cos(0.5 * roll)
    sp, cp = sin_cos(0.5 * pitch)
    sy, cy = sin_cos(0.5 * yaw)
    return Quaternion(
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def roll_pitch_of(attitude: Quaternion) -> Vec2:
    """Roll and pitch of an attitude."""
    w, x, y, z = attitude
    roll = atan2(2.0 * (w * x + y * z), attitude.tilt_cosine())
    sine = clamp(2.0 * (w * y - z * x), -1.0, 1.0)
    return Vec2(roll, atan2(sine, sqrt(1.0 - sine * sine)))
