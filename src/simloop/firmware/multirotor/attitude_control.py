"""From attitude to torque: attitude P, thrust direction first, then a PID on the body rates."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, clamp
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_PASS_THROUGH,
    COMMAND_RATE,
    LEVEL_ANGLE,
    LEVEL_VELOCITY,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Thrust kept while the body still points elsewhere, as a share of what was asked.
LEAST_THRUST_SHARE = 0.3
# With less thrust than this share of the weight it may stand on the ground: integrals wait.
LEAST_FLYING_SHARE = 0.1


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


def wanted_rate(
    kind: float, command: float, by_angle: float, limit: float, acro_limit: float
) -> float:
    """The rate to turn at: by the attitude error, by command, or not at all."""
    angle = clamp(by_angle, -limit, limit)
    rate = clamp(command, -acro_limit, acro_limit)
    rate = rate if kind == COMMAND_RATE else 0.0
    return angle if kind == COMMAND_ANGLE else rate


def integrate(
    integral: float, growth: float, limit: float, free: bool, passes: bool, share: float
) -> float:
    """The integral one step later; it holds while it may not move, and follows a command given."""
    moved = integral + growth if free else integral
    return clamp(share if passes else moved, -limit, limit)


def torque_for(
    passes: bool, share: float, integral: float, full: float, inertia: float, acceleration: float
) -> float:
    """Torque about one axis: the share asked for directly, or what the rate loop wants."""
    return share * full if passes else inertia * acceleration + integral * full


def control_attitude(
    period_s: float,
    fw_mc_mass_kg: Row,
    fw_mc_inertia_kgm2: Row,
    fw_mc_torque_full_nm: Row,
    fw_mc_attitude_gain_per_s: Row,
    fw_mc_rate_limit_radps: Row,
    fw_mc_acro_limit_radps: Row,
    fw_mc_rate_gain_per_s: Row,
    fw_mc_rate_integral_gain_per_s2: Row,
    fw_mc_rate_derivative_gain: Row,
    fw_mc_rate_integral_limit: Row,
    fw_mc_derivative_filter_per_s: Row,
    fw_mc_trim_torque: Row,
    fw_mc_yaw_lead: Row,
    fw_flying: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_attitude_wxyz: Row,
    fw_mc_rate_frd_radps: Row,
    fw_mc_level: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_yaw_rate_setpoint_radps: Row,
    fw_yaw_acceleration_radps2: Row,
    fw_thrust_setpoint_n: Row,
    fw_mc_torque_given: Row,
    fw_mc_smooth_rate_frd_radps: Row,
    fw_mc_yaw_spin_nm: Row,
    fw_rate_integral: Row,
    fw_torque_frd_nm: Row,
    fw_thrust_n: Row,
) -> None:
    """One step of the inner loops; below level velocity each axis obeys the type of its command."""
    for j in range(W):
        flying = fw_flying[j] > 0.0
        level = fw_mc_level[j]
        steered = level >= LEVEL_VELOCITY
        # From level angle upwards a heading is held, also when it is turned by a rate.
        holds_yaw = level >= LEVEL_ANGLE
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
        kind_x = COMMAND_ANGLE if steered else fw_command_type[3 * W + j]
        kind_y = COMMAND_ANGLE if steered else fw_command_type[4 * W + j]
        kind_z = fw_command_type[5 * W + j]
        pass_x = kind_x == COMMAND_PASS_THROUGH
        pass_y = kind_y == COMMAND_PASS_THROUGH
        pass_z = (kind_z == COMMAND_PASS_THROUGH) & (not steered)
        kind_z = COMMAND_ANGLE if steered | (holds_yaw & (kind_z == COMMAND_RATE)) else kind_z
        x = fw_command[3 * W + j]
        y = fw_command[4 * W + j]
        z = fw_command[5 * W + j]

        p = fw_mc_rate_frd_radps[j]
        q = fw_mc_rate_frd_radps[W + j]
        r = fw_mc_rate_frd_radps[2 * W + j]
        limit_p = fw_mc_rate_limit_radps[j]
        limit_q = fw_mc_rate_limit_radps[W + j]
        turn = fw_yaw_rate_setpoint_radps[j]
        # A heading set point that turns fast does so by command: its speed is not an error's.
        limit_r = fw_mc_rate_limit_radps[2 * W + j] + abs(turn)
        by_x = fw_mc_attitude_gain_per_s[j] * ex
        by_y = fw_mc_attitude_gain_per_s[W + j] * ey
        by_z = fw_mc_attitude_gain_per_s[2 * W + j] * ez + turn
        error_p = wanted_rate(kind_x, x, by_x, limit_p, fw_mc_acro_limit_radps[j]) - p
        error_q = wanted_rate(kind_y, y, by_y, limit_q, fw_mc_acro_limit_radps[W + j]) - q
        error_r = wanted_rate(kind_z, z, by_z, limit_r, fw_mc_acro_limit_radps[2 * W + j]) - r

        # The rate behind a low pass; the distance to it is the filtered derivative.
        smooth_p = fw_mc_smooth_rate_frd_radps[j]
        smooth_q = fw_mc_smooth_rate_frd_radps[W + j]
        smooth_r = fw_mc_smooth_rate_frd_radps[2 * W + j]
        cutoff = fw_mc_derivative_filter_per_s[j]
        follow = clamp(cutoff * period_s, 0.0, 1.0)
        ax = fw_mc_rate_gain_per_s[j] * error_p
        ay = fw_mc_rate_gain_per_s[W + j] * error_q
        az = fw_mc_rate_gain_per_s[2 * W + j] * error_r
        az = az + (fw_yaw_acceleration_radps2[j] if kind_z == COMMAND_ANGLE else 0.0)
        ax = ax - fw_mc_rate_derivative_gain[j] * cutoff * (p - smooth_p)
        ay = ay - fw_mc_rate_derivative_gain[W + j] * cutoff * (q - smooth_q)
        az = az - fw_mc_rate_derivative_gain[2 * W + j] * cutoff * (r - smooth_r)

        # Integrals stop where the mixer gives less than asked, unless they move back from there.
        full_x = fw_mc_torque_full_nm[j]
        full_y = fw_mc_torque_full_nm[W + j]
        full_z = fw_mc_torque_full_nm[2 * W + j]
        jx = fw_mc_inertia_kgm2[j]
        jy = fw_mc_inertia_kgm2[W + j]
        jz = fw_mc_inertia_kgm2[2 * W + j]
        grow_x = fw_mc_rate_integral_gain_per_s2[j] * period_s * error_p * jx / full_x
        grow_y = fw_mc_rate_integral_gain_per_s2[W + j] * period_s * error_q * jy / full_y
        grow_z = fw_mc_rate_integral_gain_per_s2[2 * W + j] * period_s * error_r * jz / full_z
        ix = fw_rate_integral[j]
        iy = fw_rate_integral[W + j]
        iz = fw_rate_integral[2 * W + j]
        weight = GRAVITY_MPS2 * fw_mc_mass_kg[j]
        lifted = fw_thrust_setpoint_n[j] > LEAST_FLYING_SHARE * weight
        tilt_met = fw_mc_torque_given[j] >= 1.0
        yaw_met = fw_mc_torque_given[W + j] >= 1.0
        ix = integrate(
            ix,
            grow_x,
            fw_mc_rate_integral_limit[j],
            lifted & (tilt_met | (grow_x * fw_torque_frd_nm[j] < 0.0)),
            pass_x,
            x,
        )
        iy = integrate(
            iy,
            grow_y,
            fw_mc_rate_integral_limit[W + j],
            lifted & (tilt_met | (grow_y * fw_torque_frd_nm[W + j] < 0.0)),
            pass_y,
            y,
        )
        iz = integrate(
            iz,
            grow_z,
            fw_mc_rate_integral_limit[2 * W + j],
            lifted & (yaw_met | (grow_z * fw_torque_frd_nm[2 * W + j] < 0.0)),
            pass_z,
            z,
        )
        tx = torque_for(pass_x, clamp(x, -1.0, 1.0), ix, full_x, jx, ax)
        ty = torque_for(pass_y, clamp(y, -1.0, 1.0), iy, full_y, jy, ay)
        tz = torque_for(pass_z, clamp(z, -1.0, 1.0), iz, full_z, jz, az)
        tx = tx + fw_mc_trim_torque[j] * full_x
        ty = ty + fw_mc_trim_torque[W + j] * full_y
        tz = tz + fw_mc_trim_torque[2 * W + j] * full_z

        # Rotors that speed up turn the body by themselves: only the rest is left to their drag.
        slow = fw_mc_yaw_spin_nm[j]
        rest = tz - slow
        tz = slow + fw_mc_yaw_lead[j] * rest
        slow = slow + clamp(fw_mc_yaw_lead[W + j] * period_s, 0.0, 1.0) * rest

        fw_mc_smooth_rate_frd_radps[j] = smooth_p + follow * (p - smooth_p)
        fw_mc_smooth_rate_frd_radps[W + j] = smooth_q + follow * (q - smooth_q)
        fw_mc_smooth_rate_frd_radps[2 * W + j] = smooth_r + follow * (r - smooth_r)
        fw_mc_yaw_spin_nm[j] = slow if flying else 0.0
        fw_rate_integral[j] = ix if flying else 0.0
        fw_rate_integral[W + j] = iy if flying else 0.0
        fw_rate_integral[2 * W + j] = iz if flying else 0.0
        fw_torque_frd_nm[j] = tx if flying else 0.0
        fw_torque_frd_nm[W + j] = ty if flying else 0.0
        fw_torque_frd_nm[2 * W + j] = tz if flying else 0.0
        share = cosine if cosine > LEAST_THRUST_SHARE else LEAST_THRUST_SHARE
        fw_thrust_n[j] = (share if steered else 1.0) * fw_thrust_setpoint_n[j]
