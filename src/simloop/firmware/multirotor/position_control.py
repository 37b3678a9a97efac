"""From where the vehicle should be to a thrust and an attitude: position P, velocity PI."""

from math import sqrt

from simloop.firmware.maths import (
    GRAVITY_MPS2,
    body_to_ned,
    clamp,
    larger,
    sin_cos,
    smaller,
)
from simloop.firmware.modes import LEVEL_CLIMB, LEVEL_VELOCITY
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
# How fast the difference fades that a change of level would make jump.
HANDOVER_TIME_S = 0.4
# A vehicle on its side cannot hold its height by thrust.
LEAST_TILT_COSINE = 0.5


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
    fw_mc_mass_kg: Row,
    fw_mc_position_gain_per_s: Row,
    fw_mc_velocity_gain_per_s: Row,
    fw_mc_velocity_integral_gain_per_s2: Row,
    fw_mc_velocity_integral_limit_mps2: Row,
    fw_mc_lift_limits_n: Row,
    fw_mc_thrust_limit_n: Row,
    fw_attitude_wxyz: Row,
    fw_acceleration_frd_mps2: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_mc_near_ground: Row,
    fw_mc_level: Row,
    fw_mc_tilt_limit_tan: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
    fw_yaw_setpoint_rad: Row,
    fw_mc_stick_wxyz: Row,
    fw_mc_stick_thrust_n: Row,
    fw_mc_controlled_level: Row,
    fw_mc_handover_ned_mps2: Row,
    fw_velocity_integral_ned_mps2: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_thrust_setpoint_n: Row,
) -> None:
    """One step of the outer loops; gains come in pairs, horizontal then vertical.

    Below level velocity sticks say the attitude, below level climb also the thrust. When the
    level changes, the step it would make is taken up as an acceleration of its own and fades.
    """
    for j in range(W):
        flying = fw_flying[j] > 0.0
        level = fw_mc_level[j]
        steers = level >= LEVEL_VELOCITY
        lifts = level >= LEVEL_CLIMB
        changed = flying & (level != fw_mc_controlled_level[j])
        takes_over = changed & steers & (fw_mc_controlled_level[j] < LEVEL_VELOCITY)
        mass = fw_mc_mass_kg[j]
        kp = fw_mc_position_gain_per_s[j]
        kv = fw_mc_velocity_gain_per_s[j]
        qw = fw_attitude_wxyz[j]
        qx = fw_attitude_wxyz[W + j]
        qy = fw_attitude_wxyz[2 * W + j]
        qz = fw_attitude_wxyz[3 * W + j]

        # Velocity error: what the set point asks, plus what the position error asks.
        catch_n = kp * (fw_setpoint_position_ned_m[j] - fw_position_ned_m[j])
        catch_e = kp * (fw_setpoint_position_ned_m[W + j] - fw_position_ned_m[W + j])
        catch_d = fw_mc_position_gain_per_s[W + j] * (
            fw_setpoint_position_ned_m[2 * W + j] - fw_position_ned_m[2 * W + j]
        )
        speed = sqrt(catch_n * catch_n + catch_e * catch_e)
        top = CATCH_UP_NEAR_GROUND_MPS if fw_mc_near_ground[j] > 0.0 else CATCH_UP_MPS
        slow = top / speed if speed > top else 1.0
        error_n = fw_setpoint_velocity_ned_mps[j] + slow * catch_n - fw_velocity_ned_mps[j]
        error_e = fw_setpoint_velocity_ned_mps[W + j] + slow * catch_e - fw_velocity_ned_mps[W + j]
        error_d = (
            fw_setpoint_velocity_ned_mps[2 * W + j]
            + clamp(catch_d, -CATCH_UP_VERTICAL_MPS, CATCH_UP_VERTICAL_MPS)
            - fw_velocity_ned_mps[2 * W + j]
        )

        # Loops that take over from sticks start with what holds against the wind right now: the
        # part of the felt force that the rotors, which push along the body's axis, do not give.
        drag_n, drag_e, _ = body_to_ned(
            qw, qx, qy, qz, fw_acceleration_frd_mps2[j], fw_acceleration_frd_mps2[W + j], 0.0
        )
        in_ = -drag_n if takes_over else fw_velocity_integral_ned_mps2[j]
        ie = -drag_e if takes_over else fw_velocity_integral_ned_mps2[W + j]
        id_ = fw_velocity_integral_ned_mps2[2 * W + j]
        an = fw_setpoint_acceleration_ned_mps2[j] + kv * error_n + in_
        ae = fw_setpoint_acceleration_ned_mps2[W + j] + kv * error_e + ie
        ad = (
            fw_setpoint_acceleration_ned_mps2[2 * W + j]
            + fw_mc_velocity_gain_per_s[W + j] * error_d
            + id_
        )
        # Without a lift loop the third of these is how much less than its weight is carried.
        ad = ad if lifts else GRAVITY_MPS2 - fw_mc_stick_thrust_n[j] / mass

        # What was asked until now, and what fades of the difference.
        last = fw_thrust_setpoint_n[j] / mass
        last_n, last_e, last_d = body_to_ned(
            fw_attitude_setpoint_wxyz[j],
            fw_attitude_setpoint_wxyz[W + j],
            fw_attitude_setpoint_wxyz[2 * W + j],
            fw_attitude_setpoint_wxyz[3 * W + j],
            0.0,
            0.0,
            -last,
        )
        last_d = last_d if lifts else -last
        fade = 1.0 - period_s / HANDOVER_TIME_S
        hn = last_n - an if changed else fade * fw_mc_handover_ned_mps2[j]
        he = last_e - ae if changed else fade * fw_mc_handover_ned_mps2[W + j]
        hd = last_d + GRAVITY_MPS2 - ad if changed else fade * fw_mc_handover_ned_mps2[2 * W + j]
        an = an + hn
        ae = ae + he
        ad = ad + hd

        # Acceleration, and the lift that carries it within the limits.
        wanted = mass * (GRAVITY_MPS2 - ad)
        lift = clamp(wanted, fw_mc_lift_limits_n[j], fw_mc_lift_limits_n[W + j])
        settling = steers & (fw_phase[j] == PHASE_TOUCH_DOWN)
        sideways = sqrt(an * an + ae * ae)
        # Height comes first: sideways goes what the rotors have left, within the tilt limit.
        full = fw_mc_thrust_limit_n[j]
        left = sqrt(larger(full * full - lift * lift, 0.0))
        most = smaller(fw_mc_tilt_limit_tan[j] * lift, left)
        tilted = mass * sideways > most
        force = most / sideways if tilted else mass
        fn = 0.0 if settling else force * an
        fe = 0.0 if settling else force * ae

        # The integrals carry wind and wrong mass, and stand still while a limit holds.
        ki = fw_mc_velocity_integral_gain_per_s2[j] * period_s
        kd = fw_mc_velocity_integral_gain_per_s2[W + j] * period_s
        ki = ki if steers & (not tilted) else 0.0
        kd = kd if lifts & (lift == wanted) else 0.0
        limit = fw_mc_velocity_integral_limit_mps2[j]
        limit_d = fw_mc_velocity_integral_limit_mps2[W + j]
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
        upright = larger(1.0 - 2.0 * (qx * qx + qy * qy), LEAST_TILT_COSINE)
        thrust = thrust if steers else lift / upright
        thrust = thrust if lifts else larger(wanted, 0.0)
        # Guidance says at a slower pace how fast the set point moves; here it moves.
        step_n = period_s * fw_setpoint_velocity_ned_mps[j]
        step_e = period_s * fw_setpoint_velocity_ned_mps[W + j]
        step_d = period_s * fw_setpoint_velocity_ned_mps[2 * W + j]
        fw_setpoint_position_ned_m[j] = fw_setpoint_position_ned_m[j] + step_n
        fw_setpoint_position_ned_m[W + j] = fw_setpoint_position_ned_m[W + j] + step_e
        fw_setpoint_position_ned_m[2 * W + j] = fw_setpoint_position_ned_m[2 * W + j] + step_d
        fw_mc_controlled_level[j] = level
        fw_mc_handover_ned_mps2[j] = hn if flying else 0.0
        fw_mc_handover_ned_mps2[W + j] = he if flying else 0.0
        fw_mc_handover_ned_mps2[2 * W + j] = hd if flying else 0.0
        fw_velocity_integral_ned_mps2[j] = shrink * in_ if flying else 0.0
        fw_velocity_integral_ned_mps2[W + j] = shrink * ie if flying else 0.0
        fw_velocity_integral_ned_mps2[2 * W + j] = id_ if flying else 0.0
        fw_attitude_setpoint_wxyz[j] = w if steers else fw_mc_stick_wxyz[j]
        fw_attitude_setpoint_wxyz[W + j] = x if steers else fw_mc_stick_wxyz[W + j]
        fw_attitude_setpoint_wxyz[2 * W + j] = y if steers else fw_mc_stick_wxyz[2 * W + j]
        fw_attitude_setpoint_wxyz[3 * W + j] = z if steers else fw_mc_stick_wxyz[3 * W + j]
        fw_thrust_setpoint_n[j] = thrust if flying else 0.0
