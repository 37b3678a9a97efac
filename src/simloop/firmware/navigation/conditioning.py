"""IMU samples without the offsets that calibration found."""

from simloop.firmware.maths import is_number
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def condition_imu(
    period_s: float,
    fw_gyro_offset_frd_radps: Row,
    fw_accel_offset_frd_mps2: Row,
    fw_time_s: Row,
    fw_clean_gyro_frd_radps: Row,
    fw_mid_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    imu_gyro_frd_radps: Row,
    imu_accel_frd_mps2: Row,
) -> None:
    """Take the offsets away; the mean of two gyro samples is the rate between them.

    A number that is none or without end would stay in the filters for ever: the last one stands in.
    """
    for i in range(3 * W):
        gyro = imu_gyro_frd_radps[i] - fw_gyro_offset_frd_radps[i]
        gyro = gyro if is_number(gyro) else fw_clean_gyro_frd_radps[i]
        accel = imu_accel_frd_mps2[i] - fw_accel_offset_frd_mps2[i]
        fw_mid_gyro_frd_radps[i] = 0.5 * (gyro + fw_clean_gyro_frd_radps[i])
        fw_clean_gyro_frd_radps[i] = gyro
        fw_clean_accel_frd_mps2[i] = accel if is_number(accel) else fw_clean_accel_frd_mps2[i]
    for j in range(W):
        fw_time_s[j] = fw_time_s[j] + period_s
