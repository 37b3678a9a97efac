"""From where the vehicle should be to a thrust and an attitude: position P, velocity PI."""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2, clamp, larger, sin_cos, smaller
from simloop.firmware.phases import PHASE_TOUCH_DOWN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Most speed that a position error may ask for on top of the moving set point.
CATCH_UP_MPS = 4.0
CATCH_UP_VERTICAL_MPS = 2.0
# Close to the ground a foot must not be dragged over it.
CATCH_UP_NEAR_GROUND_MPS = 0.7
# After touch-down the vehicle lies down level on its feet: this share of its weight, then fading.
SETTLE_THRUST_SHARE = 0.6
SETTLE_HOLD_S = 0.3
SETTLE_FADE_S = 0.3


def attitude_for_thrust(
    fn: float, fe: float, fd: float, yaw: float
) -> tuple[float, float, float, float]:
    """The attitude whose body -z points along the thrust, turned by yaw about it.

    The thrust must have some part upwards, fd < 0.
    """
    scale = 1.0 / sqrt(fn * fn + fe * fe + fd * fd)
    un = scale * fn
    ue = scale * fe
    # Shortest turn from straight up to the thrust: (1 + cosine, up x thrust), made unit.
    w = 1.0 - scale * fd
    inverse = 1.0 / sqrt(w * w + ue * ue + un * un)
    w = inverse * w
    x = inverse * ue
    y = -inverse * un
    s, c = sin_cos(0.5 * yaw)
    return w * c, x * c + y * s, y * c - x * s, w * s


def control_position(
    period_s: float,
    fw_mass_kg: Row,
    fw_position_gain_per_s: Row,
    fw_velocity_gain_per_s: Row,
    fw_velocity_integral_gain_per_s2: Row,
    fw_velocity_integral_limit_mps2: Row,
    fw_tilt_limit_tan: Row,
    fw_lift_limits_n: Row,
    fw_thrust_limit_n: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_near_ground: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
    fw_yaw_setpoint_rad: Row,
    fw_velocity_integral_ned_mps2: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_thrust_setpoint_n: Row,
) -> None:
    """One step of the outer loops; gains come in pairs, horizontal then vertical."""
    for j in range(W):
        flying = fw_flying[j] > 0.0
        mass = fw_mass_kg[j]
        kp = fw_position_gain_per_s[j]
        kv = fw_velocity_gain_per_s[j]

        # Velocity error: what the set point asks, plus what the position error asks.
        catch_n = kp * (fw_setpoint_position_ned_m[j] - fw_position_ned_m[j])
        catch_e = kp * (fw_setpoint_position_ned_m[W + j] - fw_position_ned_m[W + j])
        catch_d = fw_position_gain_per_s[W + j] * (
            fw_setpoint_position_ned_m[2 * W + j] - fw_position_ned_m[2 * W + j]
        )
        speed = sqrt(catch_n * catch_n + catch_e * catch_e)
        top = CATCH_UP_NEAR_GROUND_MPS if fw_near_ground[j] > 0.0 else CATCH_UP_MPS
        slow = top / speed if speed > top else 1.0
        error_n = fw_setpoint_velocity_ned_mps[j] + slow * catch_n - fw_velocity_ned_mps[j]
        error_e = fw_setpoint_velocity_ned_mps[W + j] + slow * catch_e - fw_velocity_ned_mps[W + j]
        error_d = (
            fw_setpoint_velocity_ned_mps[2 * W + j]
            + clamp(catch_d, -CATCH_UP_VERTICAL_MPS, CATCH_UP_VERTICAL_MPS)
            - fw_velocity_ned_mps[2 * W + j]
        )

        # Acceleration, and the lift that carries it within the limits.
        in_ = fw_velocity_integral_ned_mps2[j]
        ie = fw_velocity_integral_ned_mps2[W + j]
        id_ = fw_velocity_integral_ned_mps2[2 * W + j]
        an = fw_setpoint_acceleration_ned_mps2[j] + kv * error_n + in_
        ae = fw_setpoint_acceleration_ned_mps2[W + j] + kv * error_e + ie
        ad = (
            fw_setpoint_acceleration_ned_mps2[2 * W + j]
            + fw_velocity_gain_per_s[W + j] * error_d
            + id_
        )
        wanted = mass * (GRAVITY_MPS2 - ad)
        lift = clamp(wanted, fw_lift_limits_n[j], fw_lift_limits_n[W + j])
        settling = fw_phase[j] == PHASE_TOUCH_DOWN
        sideways = sqrt(an * an + ae * ae)
        # Height comes first: sideways goes what the rotors have left, within the tilt limit.
        full = fw_thrust_limit_n[j]
        left = sqrt(larger(full * full - lift * lift, 0.0))
        most = smaller(fw_tilt_limit_tan[j] * lift, left)
        tilted = mass * sideways > most
        force = most / sideways if tilted else mass
        fn = 0.0 if settling else force * an
        fe = 0.0 if settling else force * ae

        # The integrals carry wind and wrong mass, and stand still while a limit holds.
        ki = fw_velocity_integral_gain_per_s2[j] * period_s
        kd = fw_velocity_integral_gain_per_s2[W + j] * period_s
        ki = 0.0 if tilted else ki
        kd = 0.0 if lift != wanted else kd
        limit = fw_velocity_integral_limit_mps2[j]
        limit_d = fw_velocity_integral_limit_mps2[W + j]
        in_ = in_ + ki * error_n
        ie = ie + ki * error_e
        size = sqrt(in_ * in_ + ie * ie)
        shrink = limit / size if size > limit else 1.0
        id_ = clamp(id_ + kd * error_d, -limit_d, limit_d)

        w, x, y, z = attitude_for_thrust(fn, fe, -lift, fw_yaw_setpoint_rad[j])
        thrust = sqrt(fn * fn + fe * fe + lift * lift)
        faded = (fw_phase_time_s[j] - SETTLE_HOLD_S) * (1.0 / SETTLE_FADE_S)
        carried = SETTLE_THRUST_SHARE * GRAVITY_MPS2 * mass * clamp(1.0 - faded, 0.0, 1.0)
        thrust = carried if settling else thrust
        fw_velocity_integral_ned_mps2[j] = shrink * in_ if flying else 0.0
        fw_velocity_integral_ned_mps2[W + j] = shrink * ie if flying else 0.0
        fw_velocity_integral_ned_mps2[2 * W + j] = id_ if flying else 0.0
        fw_attitude_setpoint_wxyz[j] = w
        fw_attitude_setpoint_wxyz[W + j] = x
        fw_attitude_setpoint_wxyz[2 * W + j] = y
        fw_attitude_setpoint_wxyz[3 * W + j] = z
        fw_thrust_setpoint_n[j] = thrust if flying else 0.0
