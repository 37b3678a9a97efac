"""The nominal state of the error-state filter: attitude, velocity, position from the IMU."""

from simloop.firmware.maths import body_to_ned, turn_attitude
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def propagate_state(
    period_s: float,
    fw_gravity_mps2: Row,
    fw_aligned: Row,
    fw_mid_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_ekf_gyro_bias_frd_radps: Row,
    fw_ekf_accel_bias_frd_mps2: Row,
    fw_ekf_attitude_wxyz: Row,
    fw_ekf_force_ned_mps2: Row,
    fw_ekf_velocity_ned_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_push_ned_mps: Row,
) -> None:
    """One IMU sample; the push collects what specific force did since the last prediction."""
    for j in range(W):
        running = fw_aligned[j] > 0.0
        half = 0.5 * period_s
        w0 = fw_ekf_attitude_wxyz[j]
        x0 = fw_ekf_attitude_wxyz[W + j]
        y0 = fw_ekf_attitude_wxyz[2 * W + j]
        z0 = fw_ekf_attitude_wxyz[3 * W + j]
        w, x, y, z = turn_attitude(
            w0,
            x0,
            y0,
            z0,
            half * (fw_mid_gyro_frd_radps[j] - fw_ekf_gyro_bias_frd_radps[j]),
            half * (fw_mid_gyro_frd_radps[W + j] - fw_ekf_gyro_bias_frd_radps[W + j]),
            half * (fw_mid_gyro_frd_radps[2 * W + j] - fw_ekf_gyro_bias_frd_radps[2 * W + j]),
        )
        fn, fe, fd = body_to_ned(
            w,
            x,
            y,
            z,
            fw_clean_accel_frd_mps2[j] - fw_ekf_accel_bias_frd_mps2[j],
            fw_clean_accel_frd_mps2[W + j] - fw_ekf_accel_bias_frd_mps2[W + j],
            fw_clean_accel_frd_mps2[2 * W + j] - fw_ekf_accel_bias_frd_mps2[2 * W + j],
        )
        # Force and velocity by the trapezoid of the last sample and this one.
        pn = half * (fn + fw_ekf_force_ned_mps2[j])
        pe = half * (fe + fw_ekf_force_ned_mps2[W + j])
        pd = half * (fd + fw_ekf_force_ned_mps2[2 * W + j])
        vn = fw_ekf_velocity_ned_mps[j]
        ve = fw_ekf_velocity_ned_mps[W + j]
        vd = fw_ekf_velocity_ned_mps[2 * W + j]
        new_vn = vn + pn if running else vn
        new_ve = ve + pe if running else ve
        new_vd = vd + pd + period_s * fw_gravity_mps2[j] if running else vd
        n = fw_ekf_position_ned_m[j]
        e = fw_ekf_position_ned_m[W + j]
        d = fw_ekf_position_ned_m[2 * W + j]

        fw_ekf_attitude_wxyz[j] = w if running else w0
        fw_ekf_attitude_wxyz[W + j] = x if running else x0
        fw_ekf_attitude_wxyz[2 * W + j] = y if running else y0
        fw_ekf_attitude_wxyz[3 * W + j] = z if running else z0
        fw_ekf_force_ned_mps2[j] = fn
        fw_ekf_force_ned_mps2[W + j] = fe
        fw_ekf_force_ned_mps2[2 * W + j] = fd
        fw_ekf_velocity_ned_mps[j] = new_vn
        fw_ekf_velocity_ned_mps[W + j] = new_ve
        fw_ekf_velocity_ned_mps[2 * W + j] = new_vd
        fw_ekf_position_ned_m[j] = n + half * (vn + new_vn) if running else n
        fw_ekf_position_ned_m[W + j] = e + half * (ve + new_ve) if running else e
        fw_ekf_position_ned_m[2 * W + j] = d + half * (vd + new_vd) if running else d
        fw_ekf_push_ned_mps[j] = fw_ekf_push_ned_mps[j] + pn
        fw_ekf_push_ned_mps[W + j] = fw_ekf_push_ned_mps[W + j] + pe
        fw_ekf_push_ned_mps[2 * W + j] = fw_ekf_push_ned_mps[2 * W + j] + pd
