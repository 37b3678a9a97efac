"""The goal of the leg under way: where to, how, how fast, and where to look."""

from math import sqrt

from simloop.firmware.airframes import AIRFRAME_VTOL, AIRFRAME_WING
from simloop.firmware.command.flight_phases import can_pause
from simloop.firmware.command.legs import (
    LEG_JOINED,
    LEG_OFFBOARD,
    LEG_ORBIT,
    LEG_PASS,
    LEG_RADIUS,
    LEG_RETRACE,
    LEG_RETURN,
    LEG_SPEED,
    LEG_YAW,
    glides,
    has_rotors,
    is_number,
    old_heading_of,
    speed_of,
    stop_place,
)
from simloop.firmware.maths import atan2, clamp, wrap_pi
from simloop.firmware.modes import GOAL_ORBIT, GOAL_PASS, GOAL_STOP, LEVEL_GOAL, OFFBOARD_VELOCITY
from simloop.firmware.phases import PHASE_TAKEOFF
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# A program that gives a heading with a velocity: how it is turned to.
TURN_GAIN_PS = 1.5
TURN_MOST_RADPS = 1.0
# Nearer than this, a thing to look at has no bearing.
LEAST_LOOK_M = 1.0


def goal_kind(leg: float, gliding: bool) -> float:
    """What to do at the leg's place."""
    if leg == LEG_ORBIT:
        return GOAL_ORBIT
    passes = (leg == LEG_PASS) | (leg == LEG_RETRACE) or (leg == LEG_RETURN and gliding)
    return GOAL_PASS if passes else GOAL_STOP


def bearing_to(fw_position_ned_m: Row, j: int, n: float, e: float, otherwise: float) -> float:
    """Where a place lies; something else if it is right here."""
    to_n = n - fw_position_ned_m[j]
    to_e = e - fw_position_ned_m[W + j]
    near = sqrt(to_n * to_n + to_e * to_e) < LEAST_LOOK_M
    return otherwise if near else atan2(to_e, to_n)


def told_turn(yaw_rad: float, turn_radps: float, heading_rad: float) -> float:
    """How fast a program wants to turn: as it says, or towards the heading that it says."""
    if is_number(turn_radps):
        return turn_radps
    if not is_number(yaw_rad):
        return 0.0
    return clamp(TURN_GAIN_PS * wrap_pi(yaw_rad - heading_rad), -TURN_MOST_RADPS, TURN_MOST_RADPS)


def told_velocity(
    fw_offboard_velocity_ned_mps: Row, fw_goal_velocity_ned_mps: Row, j: int, used: bool
) -> None:
    """Take over a program's velocity; what it does not tell is none."""
    for axis in range(3):
        value = fw_offboard_velocity_ned_mps[axis * W + j]
        known = used and is_number(value)
        fw_goal_velocity_ned_mps[axis * W + j] = value if known else 0.0


def wait_here(
    fw_pause_ned_m: Row,
    j: int,
    airframe: float,
    gliding: bool,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
) -> None:
    """Remember where it comes to a stop."""
    speed = 0.0 if gliding else speed_of(fw_velocity_ned_mps, j)
    for axis in range(3):
        place = fw_position_ned_m[axis * W + j]
        velocity = fw_velocity_ned_mps[axis * W + j]
        fw_pause_ned_m[axis * W + j] = stop_place(airframe, place, velocity, speed)


def give_goals(
    fw_cruise_speed_mps: Row,
    fw_airframe: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_vtol_request: Row,
    fw_paused: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_speed_wanted_mps: Row,
    fw_offboard_kind: Row,
    fw_offboard_velocity_ned_mps: Row,
    fw_offboard_position_ned_m: Row,
    fw_offboard_yaw: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_taken: Row,
    fw_pause_ned_m: Row,
    fw_was_paused: Row,
    fw_goal_kind: Row,
    fw_goal_ned_m: Row,
    fw_goal_start_ned_m: Row,
    fw_goal_radius_m: Row,
    fw_goal_speed_mps: Row,
    fw_goal_yaw_rad: Row,
    fw_goal_yaw_used: Row,
    fw_goal_velocity_ned_mps: Row,
    fw_goal_yaw_rate_radps: Row,
) -> None:
    """Tell the controllers where the leg leads."""
    for j in range(W):
        leg = fw_leg[j]
        airframe = fw_airframe[j]
        gliding = glides(airframe, fw_vtol_request[j])
        hovers = has_rotors(airframe) and not gliding
        seeks = fw_flying[j] > 0.0 and fw_control_level[j] == LEVEL_GOAL
        offboard = leg == LEG_OFFBOARD
        pauses = fw_paused[j] > 0.0 and can_pause(leg)
        waited = fw_was_paused[j] > 0.0
        fresh = fw_leg_count[j] != fw_leg_taken[j] or pauses != waited
        joined = fw_leg[LEG_JOINED * W + j] > 0.0 and not pauses and not waited
        c, s = old_heading_of(fw_attitude_wxyz, j)
        heading = atan2(s, c)
        if pauses and not waited:
            wait_here(fw_pause_ned_m, j, airframe, gliding, fw_position_ned_m, fw_velocity_ned_mps)

        for axis in range(3):
            at = axis * W + j
            place = fw_leg[(1 + axis) * W + j]
            if pauses:
                place = fw_pause_ned_m[at]
            elif offboard:
                place = fw_offboard_position_ned_m[at]
            # What a program leaves open stays as it is, and so does the goal of a leg without one.
            place = place if is_number(place) else fw_goal_ned_m[at]
            here = fw_position_ned_m[at]
            if not seeks:
                fw_goal_start_ned_m[at] = here
            elif fresh:
                fw_goal_start_ned_m[at] = fw_goal_ned_m[at] if joined else here
            fw_goal_ned_m[at] = place if seeks else here

        yaw = fw_goal_yaw_rad[j] if seeks else heading
        asked = fw_offboard_yaw[j] if offboard else fw_leg[LEG_YAW * W + j]
        yaw = asked if seeks and is_number(asked) and not pauses else yaw
        # Where nobody tells a wing on rotors where to look, it looks into the wind.
        free = airframe == AIRFRAME_VTOL and not is_number(asked) and leg != LEG_ORBIT
        free = free and fw_roi_used[j] <= 0.0
        if hovers and fw_roi_used[j] > 0.0:
            yaw = bearing_to(fw_position_ned_m, j, fw_roi_ned_m[j], fw_roi_ned_m[W + j], yaw)
        elif hovers and leg == LEG_ORBIT and not pauses:
            yaw = bearing_to(fw_position_ned_m, j, fw_leg[W + j], fw_leg[2 * W + j], yaw)
        straight = airframe == AIRFRAME_WING and fw_phase[j] == PHASE_TAKEOFF

        speed = fw_cruise_speed_mps[j]
        speed = fw_leg[LEG_SPEED * W + j] if fw_leg[LEG_SPEED * W + j] > 0.0 else speed
        speed = fw_speed_wanted_mps[j] if fw_speed_wanted_mps[j] > 0.0 else speed

        moves = offboard and fw_offboard_kind[j] == OFFBOARD_VELOCITY
        if moves or seeks:
            told_velocity(fw_offboard_velocity_ned_mps, fw_goal_velocity_ned_mps, j, moves)
            turn = told_turn(fw_offboard_yaw[j], fw_offboard_yaw[W + j], heading)
            fw_goal_yaw_rate_radps[j] = turn if moves else 0.0
        fw_goal_kind[j] = GOAL_STOP if pauses or not seeks else goal_kind(leg, gliding)
        fw_goal_radius_m[j] = fw_leg[LEG_RADIUS * W + j] if seeks and not pauses else 0.0
        fw_goal_speed_mps[j] = speed
        fw_goal_yaw_rad[j] = yaw
        fw_goal_yaw_used[j] = 1.0 if (hovers and not free) or straight else 0.0
        fw_leg_taken[j] = fw_leg_count[j]
        fw_was_paused[j] = 1.0 if pauses else 0.0
