"""Take-off, waypoints, return and landing: the phase of each lane and the goal it flies to."""

from simloop.firmware.maths import GRAVITY_MPS2, atan2
from simloop.firmware.phases import (
    PHASE_ALIGN,
    PHASE_DESCEND,
    PHASE_LANDED,
    PHASE_RETURN,
    PHASE_SPIN_UP,
    PHASE_TAKEOFF,
    PHASE_TOUCH_DOWN,
    PHASE_WAYPOINT,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most waypoints of a mission; compiled copies set it.
WAYPOINTS = 16

HOME_FIXES_NEEDED = 5.0
SPIN_UP_TIME_S = 1.0
CLIMB_MARGIN_M = 0.5
RANGE_AGE_S = 0.5
TOUCH_THRUST_SHARE = 0.75
TOUCH_TIME_S = 0.6
# The torque of a foot on the ground is a clearer sign than the others.
FOOT_WEIGHT = 20.0
# After touch-down the rotors fade out, ready to catch the vehicle if there was no ground.
SETTLE_TIME_S = 0.8
FALLING_MPS = 2.5


def next_phase(
    phase: float,
    ready: bool,
    spun_up: bool,
    climbed: bool,
    waypoints_done: bool,
    home_reached: bool,
    touched: bool,
    settled: bool,
    falling: bool,
) -> float:
    """The phase that follows, or the same one."""
    after_climb = PHASE_RETURN if waypoints_done else PHASE_WAYPOINT
    new = phase
    new = PHASE_SPIN_UP if (phase == PHASE_ALIGN) & ready else new
    new = PHASE_TAKEOFF if (phase == PHASE_SPIN_UP) & spun_up else new
    new = after_climb if (phase == PHASE_TAKEOFF) & climbed else new
    new = PHASE_RETURN if (phase == PHASE_WAYPOINT) & waypoints_done else new
    new = PHASE_DESCEND if (phase == PHASE_RETURN) & home_reached else new
    new = PHASE_TOUCH_DOWN if (phase == PHASE_DESCEND) & touched else new
    new = PHASE_LANDED if (phase == PHASE_TOUCH_DOWN) & settled else new
    # What felt like the ground was none: fly on.
    return PHASE_DESCEND if (phase == PHASE_TOUCH_DOWN) & falling else new


def touch_sign(foot: bool, told_mps: float, sinks_mps: float, lift_share: float) -> float:
    """How clearly this moment looks like ground contact: 0 not at all, 1 probably.

    A foot on the ground turns the vehicle. On all feet it is told to sink and does not, while its
    rotors carry little.
    """
    resting = (sinks_mps < 0.5 * told_mps) & (lift_share < TOUCH_THRUST_SHARE)
    sign = 1.0 if resting else 0.0
    return FOOT_WEIGHT if foot else sign


def sequence_mission(
    period_s: float,
    fw_mass_kg: Row,
    fw_touch_torque_nm: Row,
    fw_align_time_s: Row,
    fw_settle_time_s: Row,
    fw_mission_start: Row,
    fw_land_at_end: Row,
    fw_waypoint_count: Row,
    fw_waypoint_north_m: Row,
    fw_waypoint_east_m: Row,
    fw_waypoint_down_m: Row,
    fw_waypoint_yaw_rad: Row,
    fw_waypoint_yaw_used: Row,
    fw_acceptance_radius_m: Row,
    fw_hold_time_s: Row,
    fw_takeoff_altitude_m: Row,
    fw_landing_height_m: Row,
    fw_time_s: Row,
    fw_home_fixes: Row,
    fw_ground_age_s: Row,
    fw_ground_clearance_m: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_ground_torque_nm: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_thrust_setpoint_n: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_arrived_time_s: Row,
    fw_touch_time_s: Row,
    fw_waypoint_index: Row,
    fw_goal_ned_m: Row,
    fw_goal_yaw_rad: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_near_ground: Row,
    fw_torque_first: Row,
    fw_takeoff_time_s: Row,
    fw_landed_time_s: Row,
) -> None:
    """One step of the state machine."""
    for j in range(W):
        phase = fw_phase[j]
        phase_time = fw_phase_time_s[j] + period_s
        down = fw_position_ned_m[2 * W + j]
        sinks = fw_velocity_ned_mps[2 * W + j]
        index = fw_waypoint_index[j]

        # Reached the goal, and stayed?
        off_n = fw_goal_ned_m[j] - fw_position_ned_m[j]
        off_e = fw_goal_ned_m[W + j] - fw_position_ned_m[W + j]
        off_d = fw_goal_ned_m[2 * W + j] - down
        radius = fw_acceptance_radius_m[j]
        inside = off_n * off_n + off_e * off_e + off_d * off_d < radius * radius
        arrived_time = fw_arrived_time_s[j] + period_s if inside else 0.0
        arrived = arrived_time > fw_hold_time_s[j]
        # A mission that does not end on the ground stays at its last waypoint.
        lands = fw_land_at_end[j] > 0.0
        more = lands | (index < fw_waypoint_count[j] - 1.0)
        step = arrived & (phase == PHASE_WAYPOINT) & more
        index = index + 1.0 if step else index

        # Touched the ground? It may be near by sonar, or by height over home.
        clearance = fw_ground_clearance_m[j] if fw_ground_age_s[j] < RANGE_AGE_S else -down
        landing = (phase == PHASE_DESCEND) & (clearance < fw_landing_height_m[j])
        tx = fw_ground_torque_nm[j]
        ty = fw_ground_torque_nm[W + j]
        limit = fw_touch_torque_nm[j]
        sign = touch_sign(
            landing & (tx * tx + ty * ty > limit * limit),
            fw_setpoint_velocity_ned_mps[2 * W + j],
            sinks,
            fw_thrust_setpoint_n[j] / (GRAVITY_MPS2 * fw_mass_kg[j]),
        )
        touching = (phase == PHASE_DESCEND) & (sign > 0.0)
        touch_time = fw_touch_time_s[j] + sign * period_s if touching else 0.0

        ready = (
            (fw_time_s[j] > fw_align_time_s[j])
            & (fw_home_fixes[j] >= HOME_FIXES_NEEDED)
            & (phase_time > fw_settle_time_s[j])
            & (fw_mission_start[j] > 0.0)
        )
        new_phase = next_phase(
            phase,
            ready,
            phase_time > SPIN_UP_TIME_S,
            down < CLIMB_MARGIN_M - fw_takeoff_altitude_m[j],
            lands & (index >= fw_waypoint_count[j]),
            arrived,
            touch_time > TOUCH_TIME_S,
            phase_time > SETTLE_TIME_S,
            sinks > FALLING_MPS,
        )
        changed = new_phase != phase
        armed = (new_phase >= PHASE_SPIN_UP) & (new_phase <= PHASE_TOUCH_DOWN)
        flying = armed & (new_phase >= PHASE_TAKEOFF)

        # The goal: above home, or the waypoint. Every lane looks at all of them, so none branches.
        # The heading in which it was armed holds unless a waypoint asks for another.
        w = fw_attitude_wxyz[j]
        x = fw_attitude_wxyz[W + j]
        y = fw_attitude_wxyz[2 * W + j]
        z = fw_attitude_wxyz[3 * W + j]
        heading = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        goal_n = 0.0
        goal_e = 0.0
        goal_d = -fw_takeoff_altitude_m[j]
        goal_yaw = fw_goal_yaw_rad[j] if flying else heading
        for i in range(WAYPOINTS):
            here = (new_phase == PHASE_WAYPOINT) & (index == float(i))
            turn = here & (fw_waypoint_yaw_used[j] > 0.0)
            goal_n = fw_waypoint_north_m[i * W + j] if here else goal_n
            goal_e = fw_waypoint_east_m[i * W + j] if here else goal_e
            goal_d = fw_waypoint_down_m[i * W + j] if here else goal_d
            goal_yaw = fw_waypoint_yaw_rad[i * W + j] if turn else goal_yaw

        started = changed & (new_phase == PHASE_TAKEOFF)
        ended = changed & (new_phase == PHASE_LANDED)
        fw_takeoff_time_s[j] = fw_time_s[j] if started else fw_takeoff_time_s[j]
        fw_landed_time_s[j] = fw_time_s[j] if ended else fw_landed_time_s[j]
        fw_phase[j] = new_phase
        fw_phase_time_s[j] = 0.0 if changed else phase_time
        fw_arrived_time_s[j] = 0.0 if changed | step else arrived_time
        fw_touch_time_s[j] = touch_time
        fw_waypoint_index[j] = index
        fw_goal_ned_m[j] = goal_n
        fw_goal_ned_m[W + j] = goal_e
        fw_goal_ned_m[2 * W + j] = goal_d
        fw_goal_yaw_rad[j] = goal_yaw
        fw_armed[j] = 1.0 if armed else 0.0
        fw_flying[j] = 1.0 if flying else 0.0
        fw_near_ground[j] = 1.0 if landing else 0.0
        fw_torque_first[j] = 0.0 if new_phase == PHASE_TOUCH_DOWN else 1.0
