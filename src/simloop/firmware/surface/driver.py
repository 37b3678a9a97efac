"""From what is wanted to a speed and a yaw rate: sticks, velocity, or a course to a goal."""

from math import sqrt

from simloop.firmware.maths import HALF_PI, PI, atan2, clamp, larger, sin_cos, smaller, wrap_pi
from simloop.firmware.modes import (
    COMMAND_ANGLE,
    COMMAND_NONE,
    COMMAND_PASS_THROUGH,
    COMMAND_RATE,
    LEVEL_GOAL,
    LEVEL_PASS_THROUGH,
    LEVEL_VELOCITY,
)
from simloop.firmware.phases import PHASE_PILOT
from simloop.firmware.row import Row
from simloop.firmware.surface.turn_kinds import COURSE_STAND, COURSE_STATION

# Lanes per block; compiled copies set it.
W = 1

# A turn on the spot is done at this heading error, rad.
PIVOT_DONE_RAD = 0.1
# It goes on in the other direction when that is so much nearer, rad.
REVERSE_RAD = 1.75
# Drift counts against at least this share of the pace.
DRIFT_SHARE = 0.3
# A boat that cannot spin and is off its station backs and fills until its bow points to within
# this, rad: it gains a share of its speed ahead, then astern, more of that which brings it nearer,
# and nothing of the other so far off, as a share of the loiter radius.
SWING_RAD = 0.35
FILL_SHARE = 0.4
FILL_OFF_SHARE = 0.5
# A velocity below this share of the top speed is none.
NO_SPEED_SHARE = 0.01
# A heading to keep is kept to within this, rad.
HEADING_KEPT_RAD = 0.03


def stick_speed(share: float, top_ahead: float, top_astern: float) -> float:
    """The speed that a stick asks for."""
    most = top_ahead if share > 0.0 else top_astern
    return clamp(share, -1.0, 1.0) * most


def stick_turn(
    value: float, meaning: float, heading: float, gain_ps: float, most: float
) -> tuple[float, float]:
    """The yaw rate that a stick asks for, and 1 if it rather commands the output itself."""
    turn = 0.0
    if meaning == COMMAND_RATE:
        turn = value
    elif meaning == COMMAND_ANGLE:
        turn = gain_ps * wrap_pi(value - heading)
    return clamp(turn, -most, most), 1.0 if meaning == COMMAND_PASS_THROUGH else 0.0


def crab_angle(drift: float, forward: float, pace: float) -> float:
    """How far to the right of the bow the vehicle really goes."""
    return clamp(atan2(drift, larger(forward, DRIFT_SHARE * pace)), -HALF_PI, HALF_PI)


def goes_back(reversing: float, allowed: float, error: float) -> float:
    """1 if it goes backwards, with some reluctance to change; `error` is that of the bow."""
    if allowed == 0.0:
        return 0.0
    limit = PI - REVERSE_RAD if reversing > 0.0 else REVERSE_RAD
    return 1.0 if abs(error) > limit else 0.0


def pivots(pivoting: float, pivot_rad: float, turn_radius: float, error: float) -> float:
    """1 if it turns on the spot now."""
    if pivot_rad == 0.0 or turn_radius > 0.0:
        return 0.0
    limit = PIVOT_DONE_RAD if pivoting > 0.0 else pivot_rad
    return 1.0 if abs(error) > limit else 0.0


def turning_speed(pace: float, error: float, slow_rad: float, arc_share: float) -> float:
    """The pace as far as the heading allows it."""
    return pace * larger(1.0 - abs(error) / slow_rad, arc_share)


def fills_back(reversing: float, forward: float, cruise: float, towards: float) -> float:
    """1 while a boat that turns by backing and filling goes astern; its rudder works ahead.

    `towards` is 1 if its place lies ahead, -1 if astern.
    """
    if reversing > 0.0:
        return 1.0 if forward > -FILL_SHARE * (1.0 - towards) * cruise else 0.0
    return 1.0 if forward > FILL_SHARE * (1.0 + towards) * cruise else 0.0


def drive(
    fw_pivot_angle_rad: Row,
    fw_arc_share: Row,
    fw_reverse_allowed: Row,
    fw_lateral_limit_mps2: Row,
    fw_turn_limit_radps: Row,
    fw_spin_share: Row,
    fw_heading_slow_rad: Row,
    fw_heading_gain_ps: Row,
    fw_loiter_radius_m: Row,
    fw_top_speed_mps: Row,
    fw_turn_radius_m: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_command: Row,
    fw_command_type: Row,
    fw_goal_ned_m: Row,
    fw_goal_speed_mps: Row,
    fw_goal_yaw_rad: Row,
    fw_goal_yaw_used: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_goal_yaw_rate_radps: Row,
    fw_arrived: Row,
    fw_course_kind: Row,
    fw_course_rad: Row,
    fw_curvature_pm: Row,
    fw_pace_mps: Row,
    fw_position_ned_m: Row,
    fw_heading_rad: Row,
    fw_forward_mps: Row,
    fw_drift_mps: Row,
    fw_pivoting: Row,
    fw_reversing: Row,
    fw_speed_target_mps: Row,
    fw_turn_target_radps: Row,
    fw_pilot_share: Row,
    fw_pilot_direct: Row,
    fw_resting: Row,
) -> None:
    """Decide how fast to go and to turn."""
    for j in range(W):
        level = fw_control_level[j]
        heading = fw_heading_rad[j]
        forward = fw_forward_mps[j]
        gain = fw_heading_gain_ps[j]
        fastest = smaller(
            fw_turn_limit_radps[j], fw_lateral_limit_mps2[j] / larger(abs(forward), 1e-3)
        )
        spin = fw_spin_share[j] * fw_turn_limit_radps[j]
        top = fw_top_speed_mps[j]
        astern = fw_top_speed_mps[W + j]

        speed = 0.0
        turn = 0.0
        pace = 0.0
        course = heading
        extra = 0.0
        follows = 0.0
        station = 0.0
        direct_x = 0.0
        direct_z = 0.0
        if fw_armed[j] == 0.0 or fw_flying[j] == 0.0:
            follows = 0.0
        elif level < LEVEL_VELOCITY:
            through = level == LEVEL_PASS_THROUGH
            meaning = COMMAND_PASS_THROUGH if through else fw_command_type[j]
            direct_x = 1.0 if meaning == COMMAND_PASS_THROUGH else 0.0
            speed = 0.0 if meaning == COMMAND_NONE else stick_speed(fw_command[j], top, astern)
            meaning = COMMAND_PASS_THROUGH if through else fw_command_type[5 * W + j]
            turn, direct_z = stick_turn(fw_command[5 * W + j], meaning, heading, gain, fastest)
        elif level < LEVEL_GOAL:
            north = fw_goal_velocity_ned_mps[j]
            east = fw_goal_velocity_ned_mps[W + j]
            pace = sqrt(north * north + east * east)
            extra = fw_goal_yaw_rate_radps[j]
            follows = 1.0 if pace > NO_SPEED_SHARE * top else 0.0
            course = atan2(east, north)
            turn = clamp(extra, -fastest, fastest)
        elif fw_course_kind[j] != COURSE_STAND:
            follows = 1.0
            station = 1.0 if fw_course_kind[j] == COURSE_STATION else 0.0
            pace = fw_pace_mps[j]
            course = fw_course_rad[j]
            extra = fw_curvature_pm[j] * abs(forward)
        elif fw_arrived[j] > 0.0 and fw_goal_yaw_used[j] > 0.0 and fw_turn_radius_m[j] == 0.0:
            # Stopped for good: look where it is told to look.
            error = wrap_pi(fw_goal_yaw_rad[j] - heading)
            turn = clamp(gain * error, -spin, spin) if abs(error) > HEADING_KEPT_RAD else 0.0

        pivoting = 0.0
        fills = 0.0
        back = 0.0
        if follows > 0.0:
            crab = 0.0 if station > 0.0 else crab_angle(fw_drift_mps[j], forward, pace)
            # A pilot's velocity lies along the bow: behind means astern, or it would turn for ever.
            by_stick = level < LEVEL_GOAL and fw_phase[j] == PHASE_PILOT
            allowed = 0.0 if station > 0.0 else fw_reverse_allowed[j]
            allowed = 1.0 if by_stick else allowed
            back = goes_back(fw_reversing[j], allowed, wrap_pi(course - heading))
            error = wrap_pi((course - crab if back == 0.0 else course + PI) - heading)
            pivoting = pivots(fw_pivoting[j], fw_pivot_angle_rad[j], fw_turn_radius_m[j], error)
            most = spin if pivoting > 0.0 else fastest
            turn = gain * error + extra
            speed = turning_speed(pace, error, fw_heading_slow_rad[j], fw_arc_share[j])
            if station > 0.0:
                back = 1.0 if pace < 0.0 else 0.0
                speed = abs(speed)
                if fw_turn_radius_m[j] > 0.0 and abs(error) > SWING_RAD:
                    s, c = sin_cos(heading)
                    ahead = c * (fw_goal_ned_m[j] - fw_position_ned_m[j]) + s * (
                        fw_goal_ned_m[W + j] - fw_position_ned_m[W + j]
                    )
                    towards = clamp(ahead / (FILL_OFF_SHARE * fw_loiter_radius_m[j]), -1.0, 1.0)
                    speed = abs(fw_goal_speed_mps[j])
                    back = fills_back(fw_reversing[j], forward, speed, towards)
                    fills = 1.0
            turn = clamp(turn, -most, most)
            speed = 0.0 if pivoting > 0.0 else speed
            speed = smaller(speed, top) if back == 0.0 else -smaller(speed, astern)

        still = speed == 0.0 and turn == 0.0 and follows == 0.0
        fw_pivoting[j] = larger(pivoting, fills)
        fw_reversing[j] = back
        fw_speed_target_mps[j] = speed
        fw_turn_target_radps[j] = turn
        fw_pilot_share[j] = clamp(fw_command[j], -1.0, 1.0)
        fw_pilot_share[W + j] = clamp(fw_command[5 * W + j], -1.0, 1.0)
        fw_pilot_direct[j] = direct_x
        fw_pilot_direct[W + j] = direct_z
        fw_resting[j] = 1.0 if still else 0.0
