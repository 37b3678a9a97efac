"""Position and velocity by dead reckoning from the IMU, pulled by the corrections of aiding."""

from simloop.firmware.maths import GRAVITY_MPS2, body_to_ned
from simloop.firmware.phases import PHASE_ALIGN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def predict_position(
    period_s: float,
    fw_time_s: Row,
    fw_phase: Row,
    fw_attitude_wxyz: Row,
    fw_position_correction_ned_mps: Row,
    fw_velocity_correction_ned_mps2: Row,
    fw_accel_bias_correction_mps3: Row,
    fw_accel_bias_down_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    imu_accel_frd_mps2: Row,
) -> None:
    """One IMU sample.

    While aligning the vehicle stands still at home, and what the accelerometer then shows beside
    gravity is its vertical bias. A horizontal bias hides in the tilt, where it does no harm.
    """
    for j in range(W):
        aligning = fw_phase[j] == PHASE_ALIGN
        an, ae, ad = body_to_ned(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            imu_accel_frd_mps2[j],
            imu_accel_frd_mps2[W + j],
            imu_accel_frd_mps2[2 * W + j],
        )
        ad = ad + GRAVITY_MPS2
        bias = fw_accel_bias_down_mps2[j]
        learned = bias + (ad - bias) * period_s / (fw_time_s[j] + period_s)
        followed = bias + fw_accel_bias_correction_mps3[j] * period_s
        bias = learned if aligning else followed

        vn = fw_velocity_ned_mps[j]
        ve = fw_velocity_ned_mps[W + j]
        vd = fw_velocity_ned_mps[2 * W + j]
        new_vn = vn + period_s * (an + fw_velocity_correction_ned_mps2[j])
        new_ve = ve + period_s * (ae + fw_velocity_correction_ned_mps2[W + j])
        new_vd = vd + period_s * (ad - bias + fw_velocity_correction_ned_mps2[2 * W + j])
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
        d = fw_position_ned_m[2 * W + j]
        n = n + period_s * (0.5 * (vn + new_vn) + fw_position_correction_ned_mps[j])
        e = e + period_s * (0.5 * (ve + new_ve) + fw_position_correction_ned_mps[W + j])
        d = d + period_s * (0.5 * (vd + new_vd) + fw_position_correction_ned_mps[2 * W + j])

        fw_accel_bias_down_mps2[j] = bias
        fw_position_ned_m[j] = 0.0 if aligning else n
        fw_position_ned_m[W + j] = 0.0 if aligning else e
        fw_position_ned_m[2 * W + j] = 0.0 if aligning else d
        fw_velocity_ned_mps[j] = 0.0 if aligning else new_vn
        fw_velocity_ned_mps[W + j] = 0.0 if aligning else new_ve
        fw_velocity_ned_mps[2 * W + j] = 0.0 if aligning else new_vd
