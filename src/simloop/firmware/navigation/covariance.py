"""How uncertainty grows between measurements.

Slow errors of GNSS and barometer are what a sensor is off by for minutes, and then forgets. A fix
is not a fresh look at the place: most of its error is that of the fix before. Errors like that are
states of the filter, Gauss-Markov processes, so that many fixes do not make it sure.
"""

from simloop.firmware.component import Mut, Row
from simloop.firmware.fields.filter_parameters import BarometerErrors, GnssErrors, ProcessNoise
from simloop.firmware.navigation.filter_columns import STATES, At, Filter
from simloop.firmware.navigation.symmetric import add_variance, carry, carry_position, place
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


def age_slow_errors(
    period_s: float, baro: BarometerErrors, gnss: GnssErrors, ekf: Mut[Filter]
) -> None:
    """One period: errors and what is known of them fade, and new error comes in."""
    keep_baro = kept(period_s, baro.wander_time_s)
    keep_gnss = kept(period_s, gnss.wander_time_s)
    ekf.baro_error_m = keep_baro * ekf.baro_error_m
    ekf.gnss_error_ned_m = keep_gnss * ekf.gnss_error_ned_m
    fade(ekf.covariance, At.BARO_ERROR, keep_baro)
    add_variance(ekf.covariance, At.BARO_ERROR, fresh(baro.wander_m, keep_baro))
    for axis in range(3):
        fade(ekf.covariance, At.GNSS_ERROR + axis, keep_gnss)
    level, upright = gnss.wander_m
    add_variance(ekf.covariance, At.GNSS_ERROR, fresh(level, keep_gnss))
    add_variance(ekf.covariance, At.GNSS_ERROR + 1, fresh(level, keep_gnss))
    add_variance(ekf.covariance, At.GNSS_ERROR + 2, fresh(upright, keep_gnss))


def kept(period_s: float, time_s: float) -> float:
    """What a period leaves of an error."""
    return time_s / (time_s + period_s)


def fresh(sigma: float, keep: float) -> float:
    """Variance that a period adds, such that sigma is what it comes to in the end."""
    return sigma * sigma * (1.0 - keep * keep)


def fade(covariance: Row, state: int, keep: float) -> None:
    """The covariance after a state was multiplied: its row, then its column."""
    for other in range(STATES):
        covariance[place(state, other)] *= keep
        covariance[place(other, state)] *= keep
