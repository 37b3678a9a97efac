"""How uncertainty grows between measurements."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.filter_parameters import ProcessNoise
from simloop.firmware.navigation.filter_columns import At, Filter
from simloop.firmware.navigation.symmetric import add_variance, carry, carry_position
from simloop.firmware.vector import ZERO, Matrix3, Quaternion, Vec3

# What the integration of velocity leaves out, per square root of a second.
POSITION_WALK_M = 0.005


def predict_covariance(period_s: float, noise: ProcessNoise, ekf: Mut[Filter]) -> None:
    """One prediction, P <- F P F^T + Q: errors turn and push each other, and noise comes in."""
    tilt = crossed_with(ekf.push_ned_mps)
    turn = turned(ekf.attitude_wxyz, -period_s)
    ekf.push_ned_mps = ZERO
    carry_position(ekf.covariance, period_s)
    # Sources are moved later than what they move, so each move uses values of before.
    carry(ekf.covariance, At.VELOCITY, tilt, At.ATTITUDE)
    carry(ekf.covariance, At.VELOCITY, turn, At.ACCEL_BIAS)
    carry(ekf.covariance, At.ATTITUDE, turn, At.GYRO_BIAS)
    for axis in range(3):
        add_variance(ekf.covariance, At.ATTITUDE + axis, period_s * squared(noise.gyro_noise))
        add_variance(ekf.covariance, At.VELOCITY + axis, period_s * squared(noise.accel_noise))
        add_variance(ekf.covariance, At.POSITION + axis, period_s * squared(POSITION_WALK_M))
        add_variance(ekf.covariance, At.GYRO_BIAS + axis, period_s * squared(noise.gyro_bias_walk))
        add_variance(
            ekf.covariance, At.ACCEL_BIAS + axis, period_s * squared(noise.accel_bias_walk)
        )
    for axis in range(2):
        add_variance(ekf.covariance, At.WIND + axis, period_s * squared(noise.wind_walk))


def crossed_with(v: Vec3) -> Matrix3:
    """The matrix that makes u x v of u."""
    return Matrix3(0.0, v.z, -v.y, -v.z, 0.0, v.x, v.y, -v.x, 0.0)


def turned(attitude: Quaternion, factor: float) -> Matrix3:
    """So many times the rotation from body to NED axes."""
    x = attitude.to_ned(Vec3(factor, 0.0, 0.0))
    y = attitude.to_ned(Vec3(0.0, factor, 0.0))
    z = attitude.to_ned(Vec3(0.0, 0.0, factor))
    return Matrix3(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z)


def squared(x: float) -> float:
    """A variance of its sigma."""
    return x * x
