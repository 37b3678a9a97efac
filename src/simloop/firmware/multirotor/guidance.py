"""The set point that walks ahead of the vehicle: smooth, and never out of reach.

Three tasks say how fast it moves: heading, height and course; position control then moves it, more
often than they think. When the control level changes, each starts where the vehicle is, as fast as
it is. The course comes last and lets the new level take effect, for all controllers at once.
"""

from math import sqrt

from simloop.firmware.maths import HALF_PI, atan2, clamp, sin_cos, smaller, wrap_pi
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_RATE,
    GOAL_ORBIT,
    GOAL_PASS,
    LEVEL_ANGLE,
    LEVEL_CLIMB,
    LEVEL_GOAL,
    LEVEL_VELOCITY,
)
from simloop.firmware.multirotor.walk import (
    VERTICAL_LEASH_M,
    approach_speed,
    goal_velocity,
    landing_share,
    limit_velocity,
    orbit_velocity,
    patience,
    turn_velocity,
)
from simloop.firmware.phases import PHASE_DESCEND
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# How far a heading set point that turns may be ahead of the vehicle.
YAW_LEASH_RAD = 0.5
# The heading set point closes in at this rate, and takes this share of the torque to speed up.
YAW_APPROACH_PER_S = 4.0
YAW_TORQUE_SHARE = 0.5
LANDING_LAG_S = 0.3
# How fast the acceleration over ground may change.
JERK_MPS3 = 10.0


def heading_of(w: float, x: float, y: float, z: float) -> float:
    """The heading of an attitude."""
    return atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def wanted_sink(to_d: float, up_mps: float, down_mps: float, acceleration: float) -> float:
    """Downward velocity of a set point whose goal lies to_d further down."""
    speed = approach_speed(abs(to_d), up_mps if to_d < 0.0 else down_mps, acceleration)
    return -speed if to_d < 0.0 else speed


def step_by_rate(old: float, rate: float, heading: float, period_s: float) -> float:
    """A heading set point turned by a rate: it runs ahead, but not out of reach."""
    ahead = wrap_pi(old + period_s * rate - heading)
    return wrap_pi(heading + clamp(ahead, -YAW_LEASH_RAD, YAW_LEASH_RAD))


def turn_rate(to_go: float, most: float, acceleration: float) -> float:
    """The rate from which one can still stop at a heading that lies to_go away, and gently."""
    angle = abs(to_go)
    rate = smaller(smaller(most, sqrt(acceleration * angle)), YAW_APPROACH_PER_S * angle)
    return -rate if to_go < 0.0 else rate


def path_heading(to_n: float, to_e: float, radius_m: float) -> float:
    """Along a circle whose centre lies at to_n, to_e: a quarter turn from there, left or right."""
    centre = atan2(to_e, to_n)
    return centre - HALF_PI if radius_m > 0.0 else centre + HALF_PI


def guide_heading(
    period_s: float,
    fw_mc_inertia_kgm2: Row,
    fw_mc_torque_full_nm: Row,
    fw_mc_acro_limit_radps: Row,
    fw_mc_yaw_speed_radps: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_flying: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_goal_yaw_rad: Row,
    fw_goal_yaw_used: Row,
    fw_goal_yaw_rate_radps: Row,
    fw_mc_level: Row,
    fw_yaw_setpoint_rad: Row,
    fw_yaw_rate_setpoint_radps: Row,
    fw_yaw_acceleration_radps2: Row,
) -> None:
    """One step of the heading: by a rate, to an angle, or as the vehicle points."""
    for j in range(W):
        level = fw_control_level[j]
        heading = heading_of(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
        )
        if fw_flying[j] <= 0.0 or level != fw_mc_level[j]:
            fw_yaw_setpoint_rad[j] = heading
            fw_yaw_rate_setpoint_radps[j] = 0.0
        fw_yaw_acceleration_radps2[j] = 0.0
        if fw_flying[j] <= 0.0:
            continue
        old_yaw = fw_yaw_setpoint_rad[j]
        old_rate = fw_yaw_rate_setpoint_radps[j]
        acceleration = (
            YAW_TORQUE_SHARE * fw_mc_torque_full_nm[2 * W + j] / fw_mc_inertia_kgm2[2 * W + j]
        )
        change = acceleration * period_s
        stick = LEVEL_ANGLE <= level <= LEVEL_CLIMB
        kind = fw_command_type[5 * W + j]
        if level == LEVEL_VELOCITY or (stick and kind == COMMAND_RATE):
            most = fw_mc_acro_limit_radps[2 * W + j]
            rate = fw_command[5 * W + j] if stick else fw_goal_yaw_rate_radps[j]
            rate = clamp(rate, -most, most)
            rate = old_rate + clamp(rate - old_rate, -change, change)
            fw_yaw_setpoint_rad[j] = step_by_rate(old_yaw, rate, heading, period_s)
            fw_yaw_rate_setpoint_radps[j] = rate
            fw_yaw_acceleration_radps2[j] = (rate - old_rate) / period_s
        elif level == LEVEL_GOAL or (stick and kind == COMMAND_ANGLE):
            target = old_yaw
            if stick:
                target = fw_command[5 * W + j]
            elif fw_goal_yaw_used[j] > 0.0:
                target = fw_goal_yaw_rad[j]
            elif fw_goal_kind[j] == GOAL_ORBIT and fw_goal_radius_m[j] != 0.0:
                target = path_heading(
                    fw_goal_ned_m[j] - fw_position_ned_m[j],
                    fw_goal_ned_m[W + j] - fw_position_ned_m[W + j],
                    fw_goal_radius_m[j],
                )
            rate = turn_rate(wrap_pi(target - old_yaw), fw_mc_yaw_speed_radps[j], acceleration)
            rate = old_rate + clamp(rate - old_rate, -change, change)
            fw_yaw_setpoint_rad[j] = wrap_pi(old_yaw + period_s * rate)
            fw_yaw_rate_setpoint_radps[j] = rate
            fw_yaw_acceleration_radps2[j] = (rate - old_rate) / period_s
        else:
            fw_yaw_setpoint_rad[j] = heading
            fw_yaw_rate_setpoint_radps[j] = 0.0


def guide_height(
    period_s: float,
    fw_mc_acceleration_mps2: Row,
    fw_mc_vertical_speed_mps: Row,
    fw_mc_velocity_limit_mps: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_position_ok: Row,
    fw_velocity_ned_mps: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_control_level: Row,
    fw_goal_ned_m: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_mc_near_ground: Row,
    fw_mc_level: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
) -> None:
    """One step up or down: at a velocity, to the goal, or in descent steadily down."""
    for j in range(W):
        level = fw_control_level[j]
        flying = fw_flying[j] > 0.0
        d = fw_position_ned_m[2 * W + j]
        if (not flying) or level != fw_mc_level[j] or level < LEVEL_CLIMB:
            fw_setpoint_position_ned_m[2 * W + j] = d
            fw_setpoint_velocity_ned_mps[2 * W + j] = (
                fw_velocity_ned_mps[2 * W + j] if flying else 0.0
            )
            fw_setpoint_acceleration_ned_mps2[2 * W + j] = 0.0
        if (not flying) or level < LEVEL_CLIMB:
            continue
        old_d = fw_setpoint_position_ned_m[2 * W + j]
        old_vd = fw_setpoint_velocity_ned_mps[2 * W + j]
        acceleration = fw_mc_acceleration_mps2[W + j]
        down_mps = fw_mc_vertical_speed_mps[W + j]
        if level < LEVEL_GOAL:
            wanted = clamp(
                fw_goal_velocity_ned_mps[2 * W + j],
                -fw_mc_velocity_limit_mps[W + j],
                fw_mc_velocity_limit_mps[2 * W + j],
            )
        elif fw_phase[j] != PHASE_DESCEND:
            to_d = fw_goal_ned_m[2 * W + j] - old_d
            wanted = wanted_sink(to_d, fw_mc_vertical_speed_mps[j], down_mps, acceleration)
        elif fw_mc_near_ground[j] > 0.0:
            # Lift changes the tilt, and the tilt changes the speed: slowly, or the two would swing.
            x = fw_attitude_wxyz[W + j]
            y = fw_attitude_wxyz[2 * W + j]
            off_n = fw_goal_ned_m[j] - fw_position_ned_m[j]
            off_e = fw_goal_ned_m[W + j] - fw_position_ned_m[W + j]
            # Who does not know where it is waits in vain to be above its goal, and drifts away.
            off_m = sqrt(off_n * off_n + off_e * off_e) if fw_position_ok[j] > 0.0 else 0.0
            share = landing_share(
                1.0 - 2.0 * (x * x + y * y),
                off_m,
                fw_phase_time_s[j],
            )
            wanted = share * fw_mc_vertical_speed_mps[2 * W + j]
            wanted = old_vd + (wanted - old_vd) * (period_s / LANDING_LAG_S)
        else:
            wanted = down_mps
        allowed = acceleration * period_s
        vd = old_vd + clamp(wanted - old_vd, -allowed, allowed)
        fw_setpoint_position_ned_m[2 * W + j] = clamp(
            old_d, d - VERTICAL_LEASH_M, d + VERTICAL_LEASH_M
        )
        fw_setpoint_velocity_ned_mps[2 * W + j] = vd
        fw_setpoint_acceleration_ned_mps2[2 * W + j] = (vd - old_vd) / period_s


def guide_course(
    period_s: float,
    fw_cruise_speed_mps: Row,
    fw_mc_acceleration_mps2: Row,
    fw_mc_velocity_limit_mps: Row,
    fw_mc_tilt_limit_rad: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_flying: Row,
    fw_control_level: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_goal_speed_mps: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_mc_level: Row,
    fw_mc_tilt_limit_tan: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
) -> None:
    """One step over ground: at a velocity, round a circle, or to the goal."""
    for j in range(W):
        level = fw_control_level[j]
        flying = fw_flying[j] > 0.0
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
        if (not flying) or level != fw_mc_level[j] or level < LEVEL_VELOCITY:
            fw_setpoint_position_ned_m[j] = n
            fw_setpoint_position_ned_m[W + j] = e
            fw_setpoint_velocity_ned_mps[j] = fw_velocity_ned_mps[j] if flying else 0.0
            fw_setpoint_velocity_ned_mps[W + j] = fw_velocity_ned_mps[W + j] if flying else 0.0
            fw_setpoint_acceleration_ned_mps2[j] = 0.0
            fw_setpoint_acceleration_ned_mps2[W + j] = 0.0
        s, c = sin_cos(fw_mc_tilt_limit_rad[j])
        fw_mc_tilt_limit_tan[j] = s / c
        fw_mc_level[j] = level
        if (not flying) or level < LEVEL_VELOCITY:
            continue
        old_n = fw_setpoint_position_ned_m[j]
        old_e = fw_setpoint_position_ned_m[W + j]
        acceleration = fw_mc_acceleration_mps2[j]
        speed = fw_goal_speed_mps[j] if fw_goal_speed_mps[j] > 0.0 else fw_cruise_speed_mps[j]
        to_n = fw_goal_ned_m[j] - old_n
        to_e = fw_goal_ned_m[W + j] - old_e
        if level == LEVEL_VELOCITY:
            wanted_n, wanted_e = limit_velocity(
                fw_goal_velocity_ned_mps[j],
                fw_goal_velocity_ned_mps[W + j],
                fw_mc_velocity_limit_mps[j],
            )
        elif fw_goal_kind[j] == GOAL_ORBIT and fw_goal_radius_m[j] != 0.0:
            wanted_n, wanted_e = orbit_velocity(
                -to_n, -to_e, fw_goal_radius_m[j], speed, acceleration
            )
        else:
            # A goal to pass that lies behind is one to come back to.
            ahead = to_n * (fw_goal_ned_m[j] - fw_goal_start_ned_m[j]) + to_e * (
                fw_goal_ned_m[W + j] - fw_goal_start_ned_m[W + j]
            )
            passes = fw_goal_kind[j] == GOAL_PASS and ahead > 0.0
            wanted_n, wanted_e = goal_velocity(to_n, to_e, passes, speed, acceleration)
        wait = patience(sqrt((old_n - n) * (old_n - n) + (old_e - e) * (old_e - e)))
        old_vn = fw_setpoint_velocity_ned_mps[j]
        old_ve = fw_setpoint_velocity_ned_mps[W + j]
        vn, ve = turn_velocity(
            old_vn, old_ve, wait * wanted_n, wait * wanted_e, acceleration * period_s
        )
        fw_setpoint_velocity_ned_mps[j] = vn
        fw_setpoint_velocity_ned_mps[W + j] = ve
        # The tilt that this asks for must not come in one step.
        most = JERK_MPS3 * period_s
        old_an = fw_setpoint_acceleration_ned_mps2[j]
        old_ae = fw_setpoint_acceleration_ned_mps2[W + j]
        an, ae = turn_velocity(
            old_an, old_ae, (vn - old_vn) / period_s, (ve - old_ve) / period_s, most
        )
        fw_setpoint_acceleration_ned_mps2[j] = an
        fw_setpoint_acceleration_ned_mps2[W + j] = ae
