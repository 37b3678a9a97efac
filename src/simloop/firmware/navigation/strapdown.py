"""The nominal state of the error-state filter: attitude, velocity, position from the IMU."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.navigation.components import Inertial
from simloop.firmware.navigation.filter_columns import Filter
from simloop.firmware.vector import Vec3


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
