"""How uncertainty grows between measurements."""

from simloop.firmware.maths import body_to_ned
from simloop.firmware.navigation.indices import (
    ACCEL_BIAS,
    ATTITUDE,
    GYRO_BIAS,
    POSITION,
    VELOCITY,
    WIND,
)
from simloop.firmware.navigation.symmetric import carry_block, carry_position, place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# What the integration of velocity leaves out, per square root of a second.
POSITION_WALK_M = 0.005


def predict_covariance(
    period_s: float,
    fw_gyro_noise: Row,
    fw_accel_noise: Row,
    fw_gyro_bias_walk: Row,
    fw_accel_bias_walk: Row,
    fw_wind_walk: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_push_ned_mps: Row,
    fw_ekf_tilt: Row,
    fw_ekf_turn: Row,
    fw_ekf_covariance: Row,
) -> None:
    """One prediction: errors turn and push each other, and noise comes in."""
    lay_out_transition(
        period_s, fw_ekf_attitude_wxyz, fw_ekf_push_ned_mps, fw_ekf_tilt, fw_ekf_turn
    )
    carry_position(fw_ekf_covariance, period_s)
    # Sources are moved later than what they move, so each move uses values of before.
    carry_block(fw_ekf_covariance, fw_ekf_tilt, VELOCITY, ATTITUDE)
    carry_block(fw_ekf_covariance, fw_ekf_turn, VELOCITY, ACCEL_BIAS)
    carry_block(fw_ekf_covariance, fw_ekf_turn, ATTITUDE, GYRO_BIAS)
    for i in range(3):
        angle = place(ATTITUDE + i, ATTITUDE + i)
        speed = place(VELOCITY + i, VELOCITY + i)
        where = place(POSITION + i, POSITION + i)
        gyro = place(GYRO_BIAS + i, GYRO_BIAS + i)
        accel = place(ACCEL_BIAS + i, ACCEL_BIAS + i)
        for j in range(W):
            q = fw_gyro_noise[j] * fw_gyro_noise[j]
            fw_ekf_covariance[angle + j] = fw_ekf_covariance[angle + j] + period_s * q
            q = fw_accel_noise[j] * fw_accel_noise[j]
            fw_ekf_covariance[speed + j] = fw_ekf_covariance[speed + j] + period_s * q
            q = POSITION_WALK_M * POSITION_WALK_M
            fw_ekf_covariance[where + j] = fw_ekf_covariance[where + j] + period_s * q
            q = fw_gyro_bias_walk[j] * fw_gyro_bias_walk[j]
            fw_ekf_covariance[gyro + j] = fw_ekf_covariance[gyro + j] + period_s * q
            q = fw_accel_bias_walk[j] * fw_accel_bias_walk[j]
            fw_ekf_covariance[accel + j] = fw_ekf_covariance[accel + j] + period_s * q
    for i in range(2):
        wind = place(WIND + i, WIND + i)
        for j in range(W):
            q = fw_wind_walk[j] * fw_wind_walk[j]
            fw_ekf_covariance[wind + j] = fw_ekf_covariance[wind + j] + period_s * q


def lay_out_transition(
    period_s: float,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_push_ned_mps: Row,
    fw_ekf_tilt: Row,
    fw_ekf_turn: Row,
) -> None:
    """The two matrices of the prediction, -[push x] and -period * R, and an empty push."""
    for j in range(W):
        w = fw_ekf_attitude_wxyz[j]
        x = fw_ekf_attitude_wxyz[W + j]
        y = fw_ekf_attitude_wxyz[2 * W + j]
        z = fw_ekf_attitude_wxyz[3 * W + j]
        xn, xe, xd = body_to_ned(w, x, y, z, -period_s, 0.0, 0.0)
        yn, ye, yd = body_to_ned(w, x, y, z, 0.0, -period_s, 0.0)
        zn, ze, zd = body_to_ned(w, x, y, z, 0.0, 0.0, -period_s)
        n = fw_ekf_push_ned_mps[j]
        e = fw_ekf_push_ned_mps[W + j]
        d = fw_ekf_push_ned_mps[2 * W + j]
        fw_ekf_tilt[j] = 0.0
        fw_ekf_tilt[W + j] = d
        fw_ekf_tilt[2 * W + j] = -e
        fw_ekf_tilt[3 * W + j] = -d
        fw_ekf_tilt[4 * W + j] = 0.0
        fw_ekf_tilt[5 * W + j] = n
        fw_ekf_tilt[6 * W + j] = e
        fw_ekf_tilt[7 * W + j] = -n
        fw_ekf_tilt[8 * W + j] = 0.0
        fw_ekf_turn[j] = xn
        fw_ekf_turn[W + j] = yn
        fw_ekf_turn[2 * W + j] = zn
        fw_ekf_turn[3 * W + j] = xe
        fw_ekf_turn[4 * W + j] = ye
        fw_ekf_turn[5 * W + j] = ze
        fw_ekf_turn[6 * W + j] = xd
        fw_ekf_turn[7 * W + j] = yd
        fw_ekf_turn[8 * W + j] = zd
        fw_ekf_push_ned_mps[j] = 0.0
        fw_ekf_push_ned_mps[W + j] = 0.0
        fw_ekf_push_ned_mps[2 * W + j] = 0.0
