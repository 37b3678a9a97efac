"""The collected corrections move the nominal state, its history, and then are spent."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.navigation import Compass
from simloop.firmware.maths import larger
from simloop.firmware.navigation.filter_columns import STATES, At, Filter, History
from simloop.firmware.navigation.history import move_past
from simloop.firmware.navigation.symmetric import add_variance, place, slope_variance, variance_of
from simloop.firmware.vector import Vec2, fill, vector_at

GYRO_BIAS_LIMIT_RADPS = 0.5
ACCEL_BIAS_LIMIT_MPS2 = 2.0
LEAST_VARIANCE = 1e-12


def correct_state(compass: Compass, ekf: Mut[Filter], history: Mut[History]) -> None:
    """Apply and forget the corrections; the past is corrected too, or it would count twice."""
    move_state(ekf)
    move_past(history.velocity_ned_mps, vector_at(ekf.correction, At.VELOCITY))
    move_past(history.position_ned_m, vector_at(ekf.correction, At.POSITION))
    fill(ekf.correction, 0.0)
    fill(ekf.sum, 0.0)
    fill(ekf.count, 0.0)
    for state in range(STATES):
        if variance_of(ekf.covariance, state) < LEAST_VARIANCE:
            ekf.covariance[place(state, state)] = LEAST_VARIANCE
    # Iron is the same in all samples: no number of them makes the heading surer than it allows.
    own = variance_of(ekf.covariance, At.ATTITUDE + 2)
    seen = own + slope_variance(ekf.tilt_slope, ekf.covariance)
    add_variance(
        ekf.covariance, At.ATTITUDE + 2, larger(compass.least_rad * compass.least_rad - seen, 0.0)
    )


def move_state(ekf: Mut[Filter]) -> None:
    """Add the corrections to the nominal state, within what biases can be."""
    attitude = ekf.attitude_wxyz
    half_turn = attitude.to_frd(0.5 * vector_at(ekf.correction, At.ATTITUDE))
    gyro_bias = ekf.gyro_bias_frd_radps + vector_at(ekf.correction, At.GYRO_BIAS)
    accel_bias = ekf.accel_bias_frd_mps2 + vector_at(ekf.correction, At.ACCEL_BIAS)
    ekf.attitude_wxyz = attitude.turned_by(half_turn)
    ekf.velocity_ned_mps = ekf.velocity_ned_mps + vector_at(ekf.correction, At.VELOCITY)
    ekf.position_ned_m = ekf.position_ned_m + vector_at(ekf.correction, At.POSITION)
    ekf.gyro_bias_frd_radps = gyro_bias.clamped(GYRO_BIAS_LIMIT_RADPS)
    ekf.accel_bias_frd_mps2 = accel_bias.clamped(ACCEL_BIAS_LIMIT_MPS2)
    ekf.wind_ned_mps = Vec2(
        ekf.wind_ned_mps.x + ekf.correction[At.WIND],
        ekf.wind_ned_mps.y + ekf.correction[At.WIND + 1],
    )
    ekf.baro_error_m += ekf.correction[At.BARO_ERROR]
    ekf.gnss_error_ned_m = ekf.gnss_error_ned_m + vector_at(ekf.correction, At.GNSS_ERROR)
