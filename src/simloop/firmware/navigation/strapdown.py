"""From samples of the IMU to the nominal state: attitude, velocity, position."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.navigation import ImuOffsets, Inertial
from simloop.firmware.fields.samples import Imu
from simloop.firmware.maths import is_number
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.vector import Vec3


def condition_imu(
    period_s: float, offsets: ImuOffsets, craft: Mut[Craft], inertial: Mut[Inertial], imu: Imu
) -> None:
    """Take the offsets away; the mean of two gyro samples is the rate between them.

    A number that is none or without end would stay in the filters for ever: the last one stands in.
    """
    before = inertial.gyro_frd_radps
    gyro = sound(imu.gyro_frd_radps - offsets.gyro_offset_frd_radps, before)
    accel = imu.accel_frd_mps2 - offsets.accel_offset_frd_mps2
    inertial.mid_gyro_frd_radps = 0.5 * (gyro + before)
    inertial.gyro_frd_radps = gyro
    inertial.accel_frd_mps2 = sound(accel, inertial.accel_frd_mps2)
    craft.time_s += period_s


def sound(vector: Vec3, before: Vec3) -> Vec3:
    """Axis by axis what is a number, else what was there before."""
    return Vec3(
        vector.x if is_number(vector.x) else before.x,
        vector.y if is_number(vector.y) else before.y,
        vector.z if is_number(vector.z) else before.z,
    )


def propagate_state(period_s: float, inertial: Inertial, craft: Craft, ekf: Mut[Filter]) -> None:
    """One IMU sample; the push collects what specific force did since the last prediction."""
    half = 0.5 * period_s
    rate = inertial.mid_gyro_frd_radps - ekf.gyro_bias_frd_radps
    attitude = ekf.attitude_wxyz.turned_by(half * rate)
    force = attitude.to_ned(inertial.accel_frd_mps2 - ekf.accel_bias_frd_mps2)
    # Force and velocity by the trapezoid of the last sample and this one.
    push = half * (force + ekf.force_ned_mps2)
    ekf.force_ned_mps2 = force
    ekf.push_ned_mps = ekf.push_ned_mps + push
    if craft.aligned > 0.0:
        before = ekf.velocity_ned_mps
        pushed = before + push
        velocity = Vec3(pushed.x, pushed.y, pushed.z + period_s * inertial.gravity_mps2)
        ekf.attitude_wxyz = attitude
        ekf.velocity_ned_mps = velocity
        ekf.position_ned_m = ekf.position_ned_m + half * (before + velocity)
