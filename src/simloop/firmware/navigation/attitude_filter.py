"""Attitude from gyro, gravity and magnetic heading alone: what is left when all else fails."""

from math import sqrt

from simloop.firmware.airframes import AIRFRAME_BOAT, AIRFRAME_WING
from simloop.firmware.maths import ned_to_body, turn_attitude
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# While aligning the corrections are this much stronger.
ALIGN_BOOST = 10.0


def level_error(
    w: float,
    x: float,
    y: float,
    z: float,
    ax: float,
    ay: float,
    az: float,
    gravity: float,
    gate: float,
) -> tuple[float, float, float, bool]:
    """Rotation error a_measured x (R^T [0, 0, -1]) in body axes, the same at every yaw.

    Zero, and False, when the specific force is off gravity by more than the share `gate`.
    """
    n2 = ax * ax + ay * ay + az * az
    low = gravity * (1.0 - gate)
    high = gravity * (1.0 + gate)
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
        usable,
    )


def filter_attitude(
    period_s: float,
    fw_gravity_mps2: Row,
    fw_ahrs_level_gain_per_s: Row,
    fw_ahrs_level_gate: Row,
    fw_ahrs_bias_gain_per_s2: Row,
    fw_airframe: Row,
    fw_airspeed_mps: Row,
    fw_aligned: Row,
    fw_clean_gyro_frd_radps: Row,
    fw_mid_gyro_frd_radps: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_ahrs_heading_correction_radps: Row,
    fw_ahrs_gyro_bias_frd_radps: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ahrs_unlevelled_s: Row,
) -> None:
    """One IMU sample: a Mahony filter with an exact rotation step.

    A wing in a turn feels its own centripetal force, which airspeed and rate tell.
    """
    for j in range(W):
        w = fw_ahrs_attitude_wxyz[j]
        x = fw_ahrs_attitude_wxyz[W + j]
        y = fw_ahrs_attitude_wxyz[2 * W + j]
        z = fw_ahrs_attitude_wxyz[3 * W + j]
        bx = fw_ahrs_gyro_bias_frd_radps[j]
        by = fw_ahrs_gyro_bias_frd_radps[W + j]
        bz = fw_ahrs_gyro_bias_frd_radps[2 * W + j]
        speed = fw_airspeed_mps[j] if fw_airframe[j] == AIRFRAME_WING else 0.0
        ex, ey, ez, usable = level_error(
            w,
            x,
            y,
            z,
            fw_clean_accel_frd_mps2[j],
            fw_clean_accel_frd_mps2[W + j] - speed * (fw_clean_gyro_frd_radps[2 * W + j] - bz),
            fw_clean_accel_frd_mps2[2 * W + j] + speed * (fw_clean_gyro_frd_radps[W + j] - by),
            fw_gravity_mps2[j],
            fw_ahrs_level_gate[j],
        )
        # Waves push what floats about: there the gyro knows more than the force of a moment.
        settled = (fw_aligned[j] > 0.0) | (fw_airframe[j] == AIRFRAME_BOAT)
        boost = 1.0 if settled else ALIGN_BOOST
        gain = boost * fw_ahrs_level_gain_per_s[j]
        follow = boost * fw_ahrs_bias_gain_per_s2[j] * period_s
        heading = fw_ahrs_heading_correction_radps[j]
        hx, hy, hz = ned_to_body(w, x, y, z, 0.0, 0.0, heading)

        bx = bx - follow * (ex + hx)
        by = by - follow * (ey + hy)
        bz = bz - follow * (ez + hz)
        half = 0.5 * period_s
        px = fw_mid_gyro_frd_radps[j] - bx + gain * ex + hx
        py = fw_mid_gyro_frd_radps[W + j] - by + gain * ey + hy
        pz = fw_mid_gyro_frd_radps[2 * W + j] - bz + gain * ez + hz
        w, x, y, z = turn_attitude(w, x, y, z, half * px, half * py, half * pz)

        fw_ahrs_attitude_wxyz[j] = w
        fw_ahrs_attitude_wxyz[W + j] = x
        fw_ahrs_attitude_wxyz[2 * W + j] = y
        fw_ahrs_attitude_wxyz[3 * W + j] = z
        fw_ahrs_gyro_bias_frd_radps[j] = bx
        fw_ahrs_gyro_bias_frd_radps[W + j] = by
        fw_ahrs_gyro_bias_frd_radps[2 * W + j] = bz
        fw_ahrs_unlevelled_s[j] = 0.0 if usable else fw_ahrs_unlevelled_s[j] + period_s
