"""Is the vehicle at its goal, has it touched the ground, does it lie still?"""

from math import sqrt

from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.modes import (
    GOAL_ORBIT,
    GOAL_PASS,
    LEVEL_ANGLE,
    LEVEL_CLIMB,
    LEVEL_GOAL,
    LEVEL_VELOCITY,
)
from simloop.firmware.phases import PHASE_DESCEND, PHASE_PILOT, PHASE_TOUCH_DOWN
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

RANGE_AGE_S = 0.5
TOUCH_THRUST_SHARE = 0.75
TOUCH_TIME_S = 0.6
# The torque of a foot on the ground is a clearer sign than the others.
FOOT_WEIGHT = 20.0
# After touch-down the rotors fade out, ready to catch the vehicle if there was no ground.
SETTLE_TIME_S = 0.8
FALLING_MPS = 2.5
# Steeper than 45 degrees it fights a gust, and does not land.
UPRIGHT_COSINE = 0.7
# A pilot or program who lands asks for at least this much sink.
PILOT_SINK_MPS = 0.2


def touch_sign(foot: bool, told_mps: float, sinks_mps: float, lift_share: float) -> float:
    """How clearly this moment looks like ground contact: 0 not at all, 1 probably.

    A foot on the ground turns the vehicle. On all feet it is told to sink and does not, while its
    rotors carry little.
    """
    resting = (sinks_mps < 0.5 * told_mps) & (lift_share < TOUCH_THRUST_SHARE)
    sign = 1.0 if resting else 0.0
    return FOOT_WEIGHT if foot else sign


def at_goal(
    kind: float,
    n: float,
    e: float,
    d: float,
    leg_n: float,
    leg_e: float,
    orbit_m: float,
    radius_m: float,
) -> float:
    """1 at the goal, which lies at n, e, d from the vehicle at the end of a leg."""
    level = sqrt(n * n + e * e)
    if kind == GOAL_ORBIT:
        off = level - abs(orbit_m)
        return 1.0 if off * off + d * d < radius_m * radius_m else 0.0
    if level * level + d * d < radius_m * radius_m:
        return 1.0
    # One that is passed counts when it lies behind, however wide the bow was.
    behind = n * leg_n + e * leg_e < 0.0
    return 1.0 if kind == GOAL_PASS and behind else 0.0


def watch_progress(
    period_s: float,
    fw_mc_mass_kg: Row,
    fw_mc_touch_torque_nm: Row,
    fw_mc_landing_height_m: Row,
    fw_mc_goal_radius_m: Row,
    fw_mc_airmode: Row,
    fw_ground_age_s: Row,
    fw_ground_clearance_m: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_control_level: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_home_ned_m: Row,
    fw_mc_ground_torque_nm: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_thrust_setpoint_n: Row,
    fw_mc_touch_time_s: Row,
    fw_mc_near_ground: Row,
    fw_mc_torque_first: Row,
    fw_goal_reached: Row,
    fw_touched: Row,
    fw_settled: Row,
) -> None:
    """Tell the command tasks how far the flight has come, and the mixer who comes first."""
    for j in range(W):
        phase = fw_phase[j]
        level = fw_control_level[j]
        flying = fw_flying[j] > 0.0
        down = fw_position_ned_m[2 * W + j]
        sinks = fw_velocity_ned_mps[2 * W + j]
        told = fw_setpoint_velocity_ned_mps[2 * W + j]

        reached = 0.0
        if level == LEVEL_GOAL:
            reached = at_goal(
                fw_goal_kind[j],
                fw_goal_ned_m[j] - fw_position_ned_m[j],
                fw_goal_ned_m[W + j] - fw_position_ned_m[W + j],
                fw_goal_ned_m[2 * W + j] - down,
                fw_goal_ned_m[j] - fw_goal_start_ned_m[j],
                fw_goal_ned_m[W + j] - fw_goal_start_ned_m[W + j],
                fw_goal_radius_m[j],
                fw_mc_goal_radius_m[j],
            )

        # The ground may be near by sonar, or by height over home. A foot on it turns the vehicle;
        # one that fights a gust turns by itself.
        clearance = fw_home_ned_m[2 * W + j] - down
        if fw_ground_age_s[j] < RANGE_AGE_S:
            clearance = fw_ground_clearance_m[j]
        descends = flying and phase == PHASE_DESCEND
        landing = descends and clearance < fw_mc_landing_height_m[j]
        tx = fw_mc_ground_torque_nm[j]
        ty = fw_mc_ground_torque_nm[W + j]
        limit = fw_mc_touch_torque_nm[j]
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        upright = 1.0 - 2.0 * (x * x + y * y) > UPRIGHT_COSINE
        foot = landing and upright and tx * tx + ty * ty > limit * limit

        by_hand = flying and LEVEL_CLIMB <= level <= LEVEL_VELOCITY and told > PILOT_SINK_MPS
        lift_share = fw_thrust_setpoint_n[j] / (GRAVITY_MPS2 * fw_mc_mass_kg[j])
        sign = 0.0
        if descends or by_hand:
            sign = touch_sign(foot, told, sinks, lift_share)
        touch_time = fw_mc_touch_time_s[j] + sign * period_s if sign > 0.0 else 0.0

        # What felt like the ground was none if the vehicle falls: fly on.
        settling = flying and phase == PHASE_TOUCH_DOWN
        falling = settling and sinks > FALLING_MPS
        touched = touch_time > TOUCH_TIME_S or (settling and not falling)
        settled = settling and not falling and fw_phase_time_s[j] > SETTLE_TIME_S
        # Feet on the ground resist every turn: torque before lift would throw it up again.
        resting = by_hand and phase == PHASE_PILOT and sign > 0.0
        held = settling or resting or (level <= LEVEL_ANGLE and fw_mc_airmode[j] == 0.0)

        fw_mc_touch_time_s[j] = touch_time
        fw_mc_near_ground[j] = 1.0 if landing else 0.0
        fw_mc_torque_first[j] = 0.0 if held else 1.0
        fw_goal_reached[j] = reached
        fw_touched[j] = 1.0 if touched else 0.0
        fw_settled[j] = 1.0 if settled else 0.0
