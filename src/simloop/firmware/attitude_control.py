"""From attitude to torque: attitude P, thrust direction first, then a PID on the body rates."""

from math import sqrt

from simloop.firmware.maths import clamp
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Thrust kept while the body still points elsewhere, as a share of what was asked.
LEAST_THRUST_SHARE = 0.3


def attitude_error(
    w: float,
    x: float,
    y: float,
    z: float,
    sw: float,
    sx: float,
    sy: float,
    sz: float,
) -> tuple[float, float, float, float]:
    """Error about body x, y (thrust direction) and z (heading), and the cosine of the tilt error.

    The rotation from attitude to set point is split into a tilt after a twist about body z, so a
    large heading error does not bend the way to the thrust direction. Twice the half-angle sine.
    """
    ew = w * sw + x * sx + y * sy + z * sz
    ex = w * sx - x * sw - y * sz + z * sy
    ey = w * sy - y * sw - z * sx + x * sz
    ez = w * sz - z * sw - x * sy + y * sx
    n2 = ew * ew + ez * ez
    scale = 2.0 / sqrt(n2 + 1e-12)
    side = -scale if ew < 0.0 else scale
    return (
        scale * (ew * ex - ey * ez),
        scale * (ew * ey + ex * ez),
        side * ez,
        2.0 * n2 - 1.0,
    )


def control_attitude(
    period_s: float,
    fw_attitude_gain_per_s: Row,
    fw_rate_limit_radps: Row,
    fw_rate_gain_nms: Row,
    fw_rate_integral_gain_nm: Row,
    fw_rate_derivative_gain_nms2: Row,
    fw_rate_integral_limit_nm: Row,
    fw_derivative_filter_per_s: Row,
    fw_flying: Row,
    fw_attitude_wxyz: Row,
    fw_rate_frd_radps: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_thrust_setpoint_n: Row,
    fw_smooth_rate_frd_radps: Row,
    fw_rate_integral_nm: Row,
    fw_torque_frd_nm: Row,
    fw_thrust_n: Row,
) -> None:
    """One step of the inner loops; the tilt axes share a gain, heading has its own."""
    for j in range(W):
        flying = fw_flying[j] > 0.0
        ex, ey, ez, cosine = attitude_error(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
            fw_attitude_setpoint_wxyz[j],
            fw_attitude_setpoint_wxyz[W + j],
            fw_attitude_setpoint_wxyz[2 * W + j],
            fw_attitude_setpoint_wxyz[3 * W + j],
        )
        tilt_gain = fw_attitude_gain_per_s[j]
        tilt_limit = fw_rate_limit_radps[j]
        yaw_limit = fw_rate_limit_radps[W + j]
        p = fw_rate_frd_radps[j]
        q = fw_rate_frd_radps[W + j]
        r = fw_rate_frd_radps[2 * W + j]
        error_p = clamp(tilt_gain * ex, -tilt_limit, tilt_limit) - p
        error_q = clamp(tilt_gain * ey, -tilt_limit, tilt_limit) - q
        error_r = clamp(fw_attitude_gain_per_s[W + j] * ez, -yaw_limit, yaw_limit) - r

        # The rate behind a low pass; the distance to it is the filtered derivative.
        smooth_p = fw_smooth_rate_frd_radps[j]
        smooth_q = fw_smooth_rate_frd_radps[W + j]
        smooth_r = fw_smooth_rate_frd_radps[2 * W + j]
        cutoff = fw_derivative_filter_per_s[j]
        follow = clamp(cutoff * period_s, 0.0, 1.0)
        slope_p = cutoff * (p - smooth_p)
        slope_q = cutoff * (q - smooth_q)
        slope_r = cutoff * (r - smooth_r)

        limit_x = fw_rate_integral_limit_nm[j]
        limit_y = fw_rate_integral_limit_nm[W + j]
        limit_z = fw_rate_integral_limit_nm[2 * W + j]
        ix = fw_rate_integral_nm[j] + fw_rate_integral_gain_nm[j] * period_s * error_p
        iy = fw_rate_integral_nm[W + j] + fw_rate_integral_gain_nm[W + j] * period_s * error_q
        iz = fw_rate_integral_nm[2 * W + j]
        iz = iz + fw_rate_integral_gain_nm[2 * W + j] * period_s * error_r
        ix = clamp(ix, -limit_x, limit_x) if flying else 0.0
        iy = clamp(iy, -limit_y, limit_y) if flying else 0.0
        iz = clamp(iz, -limit_z, limit_z) if flying else 0.0

        tx = fw_rate_gain_nms[j] * error_p + ix - fw_rate_derivative_gain_nms2[j] * slope_p
        ty = fw_rate_gain_nms[W + j] * error_q + iy
        ty = ty - fw_rate_derivative_gain_nms2[W + j] * slope_q
        tz = fw_rate_gain_nms[2 * W + j] * error_r + iz
        tz = tz - fw_rate_derivative_gain_nms2[2 * W + j] * slope_r

        fw_smooth_rate_frd_radps[j] = smooth_p + follow * (p - smooth_p)
        fw_smooth_rate_frd_radps[W + j] = smooth_q + follow * (q - smooth_q)
        fw_smooth_rate_frd_radps[2 * W + j] = smooth_r + follow * (r - smooth_r)
        fw_rate_integral_nm[j] = ix
        fw_rate_integral_nm[W + j] = iy
        fw_rate_integral_nm[2 * W + j] = iz
        fw_torque_frd_nm[j] = tx if flying else 0.0
        fw_torque_frd_nm[W + j] = ty if flying else 0.0
        fw_torque_frd_nm[2 * W + j] = tz if flying else 0.0
        share = cosine if cosine > LEAST_THRUST_SHARE else LEAST_THRUST_SHARE
        fw_thrust_n[j] = share * fw_thrust_setpoint_n[j]
