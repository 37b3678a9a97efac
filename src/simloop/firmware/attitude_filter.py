"""Attitude from the gyro, held level by gravity or by the velocity aid, and its gyro bias."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, ned_to_body, turn_attitude
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# While aligning the corrections are this much stronger.
ALIGN_BOOST = 10.0


def level_error(
    w: float, x: float, y: float, z: float, ax: float, ay: float, az: float, gate: float
) -> tuple[float, float, float]:
    """Rotation error a_measured x (R^T [0, 0, -1]) in body axes, the same at every yaw.

    Zero when the length of the specific force is off gravity by more than the share `gate`.
    """
    n2 = ax * ax + ay * ay + az * az
    low = GRAVITY_MPS2 * (1.0 - gate)
    high = GRAVITY_MPS2 * (1.0 + gate)
    usable = (n2 > low * low) & (n2 < high * high)
    scale = 1.0 / sqrt(n2 + 1e-12) if usable else 0.0
    # Where "up" should be seen if the attitude is right.
    ux = 2.0 * (w * y - x * z)
    uy = -2.0 * (w * x + y * z)
    uz = 2.0 * (x * x + y * y) - 1.0
    return (
        scale * (ay * uz - az * uy),
        scale * (az * ux - ax * uz),
        scale * (ax * uy - ay * ux),
    )


def filter_attitude(
    period_s: float,
    fw_align_time_s: Row,
    fw_level_gain_per_s: Row,
    fw_level_gate: Row,
    fw_gyro_bias_gain_per_s: Row,
    fw_time_s: Row,
    fw_aided: Row,
    fw_tilt_correction_ned_radps: Row,
    fw_heading_correction_radps: Row,
    fw_last_gyro_frd_radps: Row,
    fw_gyro_bias_frd_radps: Row,
    fw_attitude_wxyz: Row,
    fw_rate_frd_radps: Row,
    imu_accel_frd_mps2: Row,
    imu_gyro_frd_radps: Row,
) -> None:
    """One IMU sample: a Mahony filter with an exact rotation step.

    While aligning the vehicle stands still: the mean of the gyro is its bias. Later the bias
    follows the corrections. Gravity levels the attitude until the velocity aid takes over, which
    is not misled by sustained acceleration.
    """
    for j in range(W):
        time_s = fw_time_s[j]
        aligning = time_s < fw_align_time_s[j]
        w = fw_attitude_wxyz[j]
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        z = fw_attitude_wxyz[3 * W + j]
        gx = imu_gyro_frd_radps[j]
        gy = imu_gyro_frd_radps[W + j]
        gz = imu_gyro_frd_radps[2 * W + j]

        # What gravity and the slower aids say about the attitude, as a rate in body axes.
        ex, ey, ez = level_error(
            w,
            x,
            y,
            z,
            imu_accel_frd_mps2[j],
            imu_accel_frd_mps2[W + j],
            imu_accel_frd_mps2[2 * W + j],
            fw_level_gate[j],
        )
        boosted = ALIGN_BOOST * fw_level_gain_per_s[j]
        unaided = 0.0 if fw_aided[j] > 0.0 else fw_level_gain_per_s[j]
        gain = boosted if aligning else unaided
        cx, cy, cz = ned_to_body(
            w,
            x,
            y,
            z,
            fw_tilt_correction_ned_radps[j],
            fw_tilt_correction_ned_radps[W + j],
            fw_heading_correction_radps[j],
        )
        cx = cx + gain * ex
        cy = cy + gain * ey
        cz = cz + gain * ez

        bx = fw_gyro_bias_frd_radps[j]
        by = fw_gyro_bias_frd_radps[W + j]
        bz = fw_gyro_bias_frd_radps[2 * W + j]
        share = period_s / (time_s + period_s)
        follow = fw_gyro_bias_gain_per_s[j] * period_s
        bx = bx + share * (gx - bx) if aligning else bx - follow * cx
        by = by + share * (gy - by) if aligning else by - follow * cy
        bz = bz + share * (gz - bz) if aligning else bz - follow * cz

        # The mean of two samples is the rate between them.
        half = 0.5 * period_s
        px = 0.5 * (gx + fw_last_gyro_frd_radps[j]) - bx + cx
        py = 0.5 * (gy + fw_last_gyro_frd_radps[W + j]) - by + cy
        pz = 0.5 * (gz + fw_last_gyro_frd_radps[2 * W + j]) - bz + cz
        w, x, y, z = turn_attitude(w, x, y, z, half * px, half * py, half * pz)

        fw_attitude_wxyz[j] = w
        fw_attitude_wxyz[W + j] = x
        fw_attitude_wxyz[2 * W + j] = y
        fw_attitude_wxyz[3 * W + j] = z
        fw_gyro_bias_frd_radps[j] = bx
        fw_gyro_bias_frd_radps[W + j] = by
        fw_gyro_bias_frd_radps[2 * W + j] = bz
        fw_rate_frd_radps[j] = gx - bx
        fw_rate_frd_radps[W + j] = gy - by
        fw_rate_frd_radps[2 * W + j] = gz - bz
        fw_last_gyro_frd_radps[j] = gx
        fw_last_gyro_frd_radps[W + j] = gy
        fw_last_gyro_frd_radps[2 * W + j] = gz
        fw_time_s[j] = time_s + period_s
