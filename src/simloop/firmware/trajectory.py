"""The set point that walks ahead of the vehicle to its goal: smooth, and never out of reach."""

from math import sqrt

from simloop.firmware.maths import clamp, smaller, wrap_pi
from simloop.firmware.phases import PHASE_DESCEND
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

LEASH_M = 4.0
VERTICAL_LEASH_M = 1.5
APPROACH_PER_S = 1.2
# Landing waits for a gust to pass: it slows at this cosine of the tilt and stops at the other.
STEADY_COSINE = 0.85
GUST_COSINE = 0.7
LONGEST_WAIT_S = 30.0


def approach_speed(distance: float, top_speed: float, acceleration: float) -> float:
    """The speed from which one can still stop in time, and gently at the end."""
    brake = sqrt(2.0 * acceleration * distance)
    return smaller(smaller(top_speed, 0.9 * brake), APPROACH_PER_S * distance)


def walk_level(
    to_n: float,
    to_e: float,
    vn: float,
    ve: float,
    lag_m: float,
    top_speed: float,
    acceleration: float,
    period_s: float,
) -> tuple[float, float]:
    """New horizontal velocity; slows down and waits when the vehicle lags over half the leash."""
    distance = sqrt(to_n * to_n + to_e * to_e)
    wait = clamp(2.0 - lag_m * (2.0 / LEASH_M), 0.0, 1.0)
    speed = wait * approach_speed(distance, top_speed, acceleration)
    scale = speed / distance if distance > 1e-6 else 0.0
    dn = scale * to_n - vn
    de = scale * to_e - ve
    change = sqrt(dn * dn + de * de)
    allowed = acceleration * period_s
    share = allowed / change if change > allowed else 1.0
    return vn + share * dn, ve + share * de


def landing_share(level: float, waited_s: float) -> float:
    """Share of the landing speed for a tilt whose cosine is `level`; waiting has an end."""
    share = clamp((level - GUST_COSINE) * (1.0 / (STEADY_COSINE - GUST_COSINE)), 0.0, 1.0)
    return share if waited_s < LONGEST_WAIT_S else 1.0


def walk_setpoint(
    period_s: float,
    fw_cruise_speed_mps: Row,
    fw_cruise_acceleration_mps2: Row,
    fw_climb_speed_mps: Row,
    fw_descend_speed_mps: Row,
    fw_landing_speed_mps: Row,
    fw_yaw_speed_radps: Row,
    fw_position_ned_m: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_flying: Row,
    fw_near_ground: Row,
    fw_goal_ned_m: Row,
    fw_goal_yaw_rad: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
    fw_yaw_setpoint_rad: Row,
) -> None:
    """One step towards the goal; on the ground the set point sits on the vehicle."""
    for j in range(W):
        flying = fw_flying[j] > 0.0
        acceleration = fw_cruise_acceleration_mps2[j]
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
        d = fw_position_ned_m[2 * W + j]
        old_n = fw_setpoint_position_ned_m[j]
        old_e = fw_setpoint_position_ned_m[W + j]
        old_d = fw_setpoint_position_ned_m[2 * W + j]
        old_vn = fw_setpoint_velocity_ned_mps[j]
        old_ve = fw_setpoint_velocity_ned_mps[W + j]
        old_vd = fw_setpoint_velocity_ned_mps[2 * W + j]

        vn, ve = walk_level(
            fw_goal_ned_m[j] - old_n,
            fw_goal_ned_m[W + j] - old_e,
            old_vn,
            old_ve,
            sqrt((old_n - n) * (old_n - n) + (old_e - e) * (old_e - e)),
            fw_cruise_speed_mps[j],
            acceleration,
            period_s,
        )

        # Up or down to the goal; in descent steadily down, and slower near the ground.
        to_d = fw_goal_ned_m[2 * W + j] - old_d
        top = fw_climb_speed_mps[j] if to_d < 0.0 else fw_descend_speed_mps[j]
        speed = approach_speed(abs(to_d), top, acceleration)
        towards = -speed if to_d < 0.0 else speed
        x = fw_attitude_setpoint_wxyz[W + j]
        y = fw_attitude_setpoint_wxyz[2 * W + j]
        share = landing_share(1.0 - 2.0 * (x * x + y * y), fw_phase_time_s[j])
        slow = share * fw_landing_speed_mps[j]
        sink = slow if fw_near_ground[j] > 0.0 else fw_descend_speed_mps[j]
        wanted = sink if fw_phase[j] == PHASE_DESCEND else towards
        allowed = acceleration * period_s
        vd = old_vd + clamp(wanted - old_vd, -allowed, allowed)
        new_d = clamp(old_d + period_s * vd, d - VERTICAL_LEASH_M, d + VERTICAL_LEASH_M)

        turn = fw_yaw_speed_radps[j] * period_s
        old_yaw = fw_yaw_setpoint_rad[j]
        goal_yaw = fw_goal_yaw_rad[j]
        yaw = wrap_pi(old_yaw + clamp(wrap_pi(goal_yaw - old_yaw), -turn, turn))

        scale = 1.0 / period_s
        fw_setpoint_position_ned_m[j] = old_n + period_s * vn if flying else n
        fw_setpoint_position_ned_m[W + j] = old_e + period_s * ve if flying else e
        fw_setpoint_position_ned_m[2 * W + j] = new_d if flying else d
        fw_setpoint_velocity_ned_mps[j] = vn if flying else 0.0
        fw_setpoint_velocity_ned_mps[W + j] = ve if flying else 0.0
        fw_setpoint_velocity_ned_mps[2 * W + j] = vd if flying else 0.0
        fw_setpoint_acceleration_ned_mps2[j] = scale * (vn - old_vn) if flying else 0.0
        fw_setpoint_acceleration_ned_mps2[W + j] = scale * (ve - old_ve) if flying else 0.0
        fw_setpoint_acceleration_ned_mps2[2 * W + j] = scale * (vd - old_vd) if flying else 0.0
        fw_yaw_setpoint_rad[j] = yaw if flying else goal_yaw
