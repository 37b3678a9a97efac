"""The collected corrections move the nominal state, its history, and then are spent."""

from simloop.firmware.maths import clamp, larger, ned_to_body, turn_attitude
from simloop.firmware.navigation.indices import (
    ACCEL_BIAS,
    ATTITUDE,
    BARO_ERROR,
    GNSS_ERROR,
    GYRO_BIAS,
    HISTORY_SLOTS,
    LINE,
    MEASUREMENTS,
    POSITION,
    STATES,
    VELOCITY,
    WIND,
)
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.navigation.tilt_slope import slope_variance
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

GYRO_BIAS_LIMIT_RADPS = 0.5
ACCEL_BIAS_LIMIT_MPS2 = 2.0
LEAST_VARIANCE = 1e-12


def correct_state(
    fw_heading_least_rad: Row,
    fw_ekf_tilt_slope: Row,
    fw_ekf_correction: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_ekf_baro_error_m: Row,
    fw_ekf_gnss_error_ned_m: Row,
    fw_history_velocity_ned_mps: Row,
    fw_history_position_ned_m: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_covariance: Row,
) -> None:
    """Apply and forget the corrections; the past is corrected too, or it would count twice."""
    for j in range(W):
        w = fw_ekf_attitude_wxyz[j]
        x = fw_ekf_attitude_wxyz[W + j]
        y = fw_ekf_attitude_wxyz[2 * W + j]
        z = fw_ekf_attitude_wxyz[3 * W + j]
        hx, hy, hz = ned_to_body(
            w,
            x,
            y,
            z,
            0.5 * fw_ekf_correction[j],
            0.5 * fw_ekf_correction[W + j],
            0.5 * fw_ekf_correction[2 * W + j],
        )
        w, x, y, z = turn_attitude(w, x, y, z, hx, hy, hz)
        fw_ekf_attitude_wxyz[j] = w
        fw_ekf_attitude_wxyz[W + j] = x
        fw_ekf_attitude_wxyz[2 * W + j] = y
        fw_ekf_attitude_wxyz[3 * W + j] = z
    for i in range(3 * W):
        velocity = fw_ekf_correction[VELOCITY * W + i]
        position = fw_ekf_correction[POSITION * W + i]
        fw_ekf_velocity_ned_mps[i] = fw_ekf_velocity_ned_mps[i] + velocity
        fw_ekf_position_ned_m[i] = fw_ekf_position_ned_m[i] + position
        fw_ekf_gyro_bias_frd_radps[i] = clamp(
            fw_ekf_gyro_bias_frd_radps[i] + fw_ekf_correction[GYRO_BIAS * W + i],
            -GYRO_BIAS_LIMIT_RADPS,
            GYRO_BIAS_LIMIT_RADPS,
        )
        fw_ekf_accel_bias_frd_mps2[i] = clamp(
            fw_ekf_accel_bias_frd_mps2[i] + fw_ekf_correction[ACCEL_BIAS * W + i],
            -ACCEL_BIAS_LIMIT_MPS2,
            ACCEL_BIAS_LIMIT_MPS2,
        )
        fw_ekf_gnss_error_ned_m[i] = (
            fw_ekf_gnss_error_ned_m[i] + fw_ekf_correction[GNSS_ERROR * W + i]
        )
    for j in range(W):
        fw_ekf_baro_error_m[j] = fw_ekf_baro_error_m[j] + fw_ekf_correction[BARO_ERROR * W + j]
    for i in range(2 * W):
        fw_ekf_wind_ned_mps[i] = fw_ekf_wind_ned_mps[i] + fw_ekf_correction[WIND * W + i]
    correct_past(fw_ekf_correction, fw_history_velocity_ned_mps, VELOCITY)
    correct_past(fw_ekf_correction, fw_history_position_ned_m, POSITION)
    for i in range(LINE * W):
        fw_ekf_correction[i] = 0.0
    for i in range(MEASUREMENTS * W):
        fw_ekf_sum[i] = 0.0
        fw_ekf_count[i] = 0.0
    for state in range(STATES):
        own = place(state, state)
        for j in range(W):
            variance = fw_ekf_covariance[own + j]
            fw_ekf_covariance[own + j] = LEAST_VARIANCE if variance < LEAST_VARIANCE else variance
    # Iron is the same in all samples: no number of them makes the heading surer than it allows.
    own = place(ATTITUDE + 2, ATTITUDE + 2)
    for j in range(W):
        least = fw_heading_least_rad[j]
        variance = fw_ekf_covariance[own + j]
        seen = variance + slope_variance(j, fw_ekf_tilt_slope, fw_ekf_covariance)
        fw_ekf_covariance[own + j] = variance + larger(least * least - seen, 0.0)


def correct_past(fw_ekf_correction: Row, history: Row, first: int) -> None:
    """Move every slot by the correction of three states."""
    for slot in range(HISTORY_SLOTS):
        at = slot * 3 * W
        for j in range(W):
            x = history[at + j] + fw_ekf_correction[first * W + j]
            y = history[at + W + j] + fw_ekf_correction[first * W + W + j]
            z = history[at + 2 * W + j] + fw_ekf_correction[first * W + 2 * W + j]
            history[at + j] = x
            history[at + W + j] = y
            history[at + 2 * W + j] = z
