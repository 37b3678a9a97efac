"""The public estimate: the error-state filter while it is healthy, else the fall-back."""

from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

LARGEST_STATE = 1e8


def choose_estimate(
    fw_clean_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_ahrs_down_m: Row,
    fw_ahrs_climb_down_mps: Row,
    fw_ekf_healthy: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
    fw_ekf_wind_ned_mps: Row,
    fw_attitude_wxyz: Row,
    fw_rate_frd_radps: Row,
    fw_acceleration_frd_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
) -> None:
    """Without the filter, height and climb are the barometer's, and the place stays as it was.

    A state that broke down since the last look at its health is not passed on.
    """
    for j in range(W):
        length = (
            fw_ekf_attitude_wxyz[j] * fw_ekf_attitude_wxyz[j]
            + fw_ekf_attitude_wxyz[W + j] * fw_ekf_attitude_wxyz[W + j]
            + fw_ekf_attitude_wxyz[2 * W + j] * fw_ekf_attitude_wxyz[2 * W + j]
            + fw_ekf_attitude_wxyz[3 * W + j] * fw_ekf_attitude_wxyz[3 * W + j]
        )
        total = (
            abs(fw_ekf_velocity_ned_mps[j])
            + abs(fw_ekf_velocity_ned_mps[W + j])
            + abs(fw_ekf_velocity_ned_mps[2 * W + j])
            + abs(fw_ekf_position_ned_m[j])
            + abs(fw_ekf_position_ned_m[W + j])
            + abs(fw_ekf_position_ned_m[2 * W + j])
        )
        good = (fw_ekf_healthy[j] > 0.0) & (abs(length - 1.0) < 0.1) & (total < LARGEST_STATE)
        q0 = fw_ekf_attitude_wxyz[j] if good else fw_ahrs_attitude_wxyz[j]
        q1 = fw_ekf_attitude_wxyz[W + j] if good else fw_ahrs_attitude_wxyz[W + j]
        q2 = fw_ekf_attitude_wxyz[2 * W + j] if good else fw_ahrs_attitude_wxyz[2 * W + j]
        q3 = fw_ekf_attitude_wxyz[3 * W + j] if good else fw_ahrs_attitude_wxyz[3 * W + j]
        g0 = fw_ekf_gyro_bias_frd_radps[j] if good else fw_ahrs_gyro_bias_frd_radps[j]
        g1 = fw_ekf_gyro_bias_frd_radps[W + j] if good else fw_ahrs_gyro_bias_frd_radps[W + j]
        g2 = (
            fw_ekf_gyro_bias_frd_radps[2 * W + j]
            if good
            else fw_ahrs_gyro_bias_frd_radps[2 * W + j]
        )
        a0 = fw_ekf_accel_bias_frd_mps2[j] if good else 0.0
        a1 = fw_ekf_accel_bias_frd_mps2[W + j] if good else 0.0
        a2 = fw_ekf_accel_bias_frd_mps2[2 * W + j] if good else 0.0
        n = fw_ekf_position_ned_m[j] if good else fw_position_ned_m[j]
        e = fw_ekf_position_ned_m[W + j] if good else fw_position_ned_m[W + j]
        d = fw_ekf_position_ned_m[2 * W + j] if good else fw_ahrs_down_m[j]
        vn = fw_ekf_velocity_ned_mps[j] if good else 0.0
        ve = fw_ekf_velocity_ned_mps[W + j] if good else 0.0
        vd = fw_ekf_velocity_ned_mps[2 * W + j] if good else fw_ahrs_climb_down_mps[j]
        wn = fw_ekf_wind_ned_mps[j] if good else fw_wind_ned_mps[j]
        we = fw_ekf_wind_ned_mps[W + j] if good else fw_wind_ned_mps[W + j]
        fw_attitude_wxyz[j] = q0
        fw_attitude_wxyz[W + j] = q1
        fw_attitude_wxyz[2 * W + j] = q2
        fw_attitude_wxyz[3 * W + j] = q3
        fw_rate_frd_radps[j] = fw_clean_gyro_frd_radps[j] - g0
        fw_rate_frd_radps[W + j] = fw_clean_gyro_frd_radps[W + j] - g1
        fw_rate_frd_radps[2 * W + j] = fw_clean_gyro_frd_radps[2 * W + j] - g2
        fw_acceleration_frd_mps2[j] = fw_clean_accel_frd_mps2[j] - a0
        fw_acceleration_frd_mps2[W + j] = fw_clean_accel_frd_mps2[W + j] - a1
        fw_acceleration_frd_mps2[2 * W + j] = fw_clean_accel_frd_mps2[2 * W + j] - a2
        fw_position_ned_m[j] = n
        fw_position_ned_m[W + j] = e
        fw_position_ned_m[2 * W + j] = d
        fw_velocity_ned_mps[j] = vn
        fw_velocity_ned_mps[W + j] = ve
        fw_velocity_ned_mps[2 * W + j] = vd
        fw_wind_ned_mps[j] = wn
        fw_wind_ned_mps[W + j] = we
