"""Attitude from gyro, gravity and magnetic heading alone: what is left when all else fails."""

from math import sqrt

from simloop.firmware.codes import Airframe
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import Inertial
from simloop.firmware.vector import ZERO, Quaternion, Vec3

# While aligning the corrections are this much stronger.
ALIGN_BOOST = 10.0


def filter_attitude(period_s: float, inertial: Mut[Inertial], craft: Craft) -> None:
    """One IMU sample: a Mahony filter with an exact rotation step."""
    attitude = inertial.attitude_wxyz
    speed = craft.airspeed_mps if craft.airframe == Airframe.WING else 0.0
    force = without_turn(
        inertial.accel_frd_mps2, speed, inertial.gyro_frd_radps - inertial.gyro_bias_frd_radps
    )
    usable = is_gravity(force, inertial.gravity_mps2, inertial.level_gate)
    level = level_error(attitude, force) if usable else ZERO
    heading = attitude.to_frd(Vec3(0.0, 0.0, inertial.heading_correction_radps))
    # Waves push what floats about: there the gyro knows more than the force of a moment.
    settled = (craft.aligned > 0.0) | (craft.airframe == Airframe.BOAT)
    boost = 1.0 if settled else ALIGN_BOOST
    gain = boost * inertial.level_gain_per_s
    follow = boost * inertial.bias_gain_per_s2 * period_s
    bias = inertial.gyro_bias_frd_radps - follow * (level + heading)
    rate = inertial.mid_gyro_frd_radps - bias + gain * level + heading
    inertial.attitude_wxyz = attitude.turned_by(0.5 * period_s * rate)
    inertial.gyro_bias_frd_radps = bias
    inertial.unlevelled_s = 0.0 if usable else inertial.unlevelled_s + period_s


def without_turn(force: Vec3, speed_mps: float, rate: Vec3) -> Vec3:
    """Without the centripetal force of a wing in a turn, which airspeed and rate tell."""
    return Vec3(force.x, force.y - speed_mps * rate.z, force.z + speed_mps * rate.y)


def is_gravity(force: Vec3, gravity: float, gate: float) -> bool:
    """Is a specific force as long as gravity, within the share `gate`?"""
    square = force.dot(force)
    low = gravity * (1.0 - gate)
    high = gravity * (1.0 + gate)
    return (square > low * low) & (square < high * high)


def level_error(attitude: Quaternion, force: Vec3) -> Vec3:
    """Rotation error a_measured x (R^T [0, 0, -1]) in body axes, the same at every yaw."""
    w, x, y, z = attitude
    scale = 1.0 / sqrt(force.dot(force) + 1e-12)
    # Where "up" should be seen if the attitude is right.
    up = Vec3(2.0 * (w * y - x * z), -2.0 * (w * x + y * z), 2.0 * (x * x + y * y) - 1.0)
    return scale * force.cross(up)
