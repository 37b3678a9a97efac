"""Where to go at level goal: course, pace, and whether the goal is reached."""

from simloop.firmware.airframes import AIRFRAME_BOAT
from simloop.firmware.maths import HALF_PI, atan2, larger, smaller, wrap_pi
from simloop.firmware.modes import GOAL_ORBIT, GOAL_PASS
from simloop.firmware.phases import (
    PHASE_DESCEND,
    PHASE_HOLD,
    PHASE_TAKEOFF,
    PHASE_TOUCH_DOWN,
)
from simloop.firmware.row import Row
from simloop.firmware.surface.pace import braking_speed, corner_speed, curve_speed, stopping_speed
from simloop.firmware.surface.path import circle_course, distance, line_course
from simloop.firmware.surface.station import station_course, station_pace
from simloop.firmware.surface.turn_kinds import COURSE_FOLLOW, COURSE_STAND, COURSE_STATION

# Lanes per block; compiled copies set it.
W = 1

# A rover that stops goes on to this share of the acceptance radius; a boat keeps station at its
# share of the loiter radius.
STOP_SHARE = 0.1
STATION_SHARE = 0.5
# Look ahead at least this share of the acceptance radius.
LOOK_SHARE = 0.5
# A goal that moved more than this is a new one, m.
SAME_GOAL_M = 1e-3
# Circles are not tighter than the tightest turn times this.
ROOM_TO_TURN = 1.1
# Slower than this many parking speeds a rover stands: estimates have noise.
SLOW = 2.0


def stands_still(phase: float, boat: float) -> bool:
    """Is there nothing to drive to? Boats drift, so that they never just hold."""
    over = phase in (PHASE_DESCEND, PHASE_TOUCH_DOWN, PHASE_TAKEOFF)
    return over or (phase == PHASE_HOLD and boat == 0.0)


def bend_ahead(
    course: float, goal_n: float, goal_e: float, next_n: float, next_e: float, known: float
) -> float:
    """How much the way turns at the goal; a right angle if nobody tells."""
    if known == 0.0:
        return HALF_PI
    if distance(next_n - goal_n, next_e - goal_e) < SAME_GOAL_M:
        return 0.0
    return abs(wrap_pi(atan2(next_e - goal_e, next_n - goal_n) - course))


def seek_goal(
    fw_airframe: Row,
    fw_waypoint_radius_m: Row,
    fw_loiter_radius_m: Row,
    fw_pivot_angle_rad: Row,
    fw_arc_share: Row,
    fw_approach_m: Row,
    fw_approach_share: Row,
    fw_look_ahead_s: Row,
    fw_deceleration_limit_mps2: Row,
    fw_lateral_limit_mps2: Row,
    fw_turn_limit_radps: Row,
    fw_stop_gain_ps: Row,
    fw_top_speed_mps: Row,
    fw_turn_radius_m: Row,
    fw_park_mps: Row,
    fw_phase: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_goal_speed_mps: Row,
    fw_next_ned_m: Row,
    fw_next_known: Row,
    fw_position_ned_m: Row,
    fw_heading_rad: Row,
    fw_forward_mps: Row,
    fw_stream_ned_mps: Row,
    fw_last_goal_ned_m: Row,
    fw_arrived: Row,
    fw_course_kind: Row,
    fw_course_rad: Row,
    fw_curvature_pm: Row,
    fw_pace_mps: Row,
    fw_cross_track_m: Row,
    fw_way_left_m: Row,
    fw_goal_reached: Row,
) -> None:
    """Choose course and pace for what is wanted at the goal."""
    for j in range(W):
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
        goal_n = fw_goal_ned_m[j]
        goal_e = fw_goal_ned_m[W + j]
        phase = fw_phase[j]
        kind = fw_goal_kind[j]
        boat = 1.0 if fw_airframe[j] == AIRFRAME_BOAT else 0.0
        radius = fw_waypoint_radius_m[j]
        cruise = abs(fw_goal_speed_mps[j])
        brake = fw_deceleration_limit_mps2[j]
        moved = distance(goal_n - fw_last_goal_ned_m[j], goal_e - fw_last_goal_ned_m[W + j])
        arrived = 0.0 if moved > SAME_GOAL_M else fw_arrived[j]
        off = distance(goal_n - n, goal_e - e)
        bearing = atan2(goal_e - e, goal_n - n)
        look = larger(fw_look_ahead_s[j] * abs(fw_forward_mps[j]), LOOK_SHARE * radius)
        orbits = kind == GOAL_ORBIT and fw_goal_radius_m[j] != 0.0 and phase != PHASE_HOLD
        # What has left its place goes back.
        leaves = off > larger(fw_loiter_radius_m[j], radius)
        arrived = 0.0 if leaves or orbits or kind == GOAL_PASS else arrived
        at_goal = 1.0 if off <= radius else 0.0
        slow = abs(fw_forward_mps[j]) < (1.0 if boat > 0.0 else SLOW) * fw_park_mps[j]
        # Once it stood at its goal, noise of the estimate does not take it away.
        stood = slow or (arrived > 0.0 and fw_goal_reached[j] > 0.0)

        doing = COURSE_FOLLOW
        course = fw_heading_rad[j]
        curvature = 0.0
        pace = 0.0
        cross = 0.0
        left = off
        reached = at_goal
        if stands_still(phase, boat):
            doing = COURSE_STAND
            reached = 1.0 if phase in (PHASE_TAKEOFF, PHASE_HOLD) else at_goal
        elif boat > 0.0 and (phase == PHASE_HOLD or arrived > 0.0):
            doing = COURSE_STATION
            course, ahead = station_course(
                goal_n - n,
                goal_e - e,
                fw_stream_ned_mps[j],
                fw_stream_ned_mps[W + j],
                fw_loiter_radius_m[j],
                fw_top_speed_mps[j],
                fw_heading_rad[j],
            )
            pace = station_pace(ahead, fw_loiter_radius_m[j], cruise, brake, fw_stop_gain_ps[j])
            reached = at_goal if phase == PHASE_HOLD or stood else 0.0
        elif arrived > 0.0:
            doing = COURSE_STAND
            reached = 1.0 if stood else 0.0
        elif orbits:
            tightest = ROOM_TO_TURN * fw_turn_radius_m[j]
            around = fw_goal_radius_m[j]
            around = larger(around, tightest) if around > 0.0 else smaller(around, -tightest)
            course, cross, curvature = circle_course(n, e, goal_n, goal_e, around, look)
            fast = curve_speed(abs(around), fw_lateral_limit_mps2[j], fw_turn_limit_radps[j])
            pace = smaller(cruise, fast)
            reached = 1.0 if abs(cross) <= radius else 0.0
        else:
            stops = 0.0 if kind == GOAL_PASS else 1.0
            course, cross, left = line_course(
                n,
                e,
                fw_goal_start_ned_m[j],
                fw_goal_start_ned_m[W + j],
                goal_n,
                goal_e,
                look,
                stops,
            )
            if stops > 0.0:
                pace = stopping_speed(
                    off,
                    cruise,
                    brake,
                    fw_stop_gain_ps[j],
                    fw_approach_m[j],
                    fw_approach_share[j],
                )
                near = STATION_SHARE * fw_loiter_radius_m[j] if boat > 0.0 else STOP_SHARE * radius
                passed = at_goal > 0.0 and left <= 0.0
                arrived = 1.0 if off <= near or passed else 0.0
                reached = 0.0
            else:
                bend = bend_ahead(
                    bearing if left > radius else course,
                    goal_n,
                    goal_e,
                    fw_next_ned_m[j],
                    fw_next_ned_m[W + j],
                    fw_next_known[j],
                )
                slow = fw_arc_share[j] * cruise
                corner = corner_speed(
                    bend,
                    radius,
                    fw_lateral_limit_mps2[j],
                    fw_turn_limit_radps[j],
                    fw_pivot_angle_rad[j],
                    slow,
                    cruise,
                )
                pace = smaller(cruise, braking_speed(left - radius, corner, brake))
                reached = 1.0 if at_goal > 0.0 or left <= 0.0 else 0.0

        fw_last_goal_ned_m[j] = goal_n
        fw_last_goal_ned_m[W + j] = goal_e
        fw_arrived[j] = arrived
        fw_course_kind[j] = doing
        fw_course_rad[j] = course
        fw_curvature_pm[j] = curvature
        fw_pace_mps[j] = pace
        fw_cross_track_m[j] = cross
        fw_way_left_m[j] = left
        fw_goal_reached[j] = reached
