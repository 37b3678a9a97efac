"""When rotors hand over to the wing and back, and what both fly in between.

It runs between the slow tasks of wing and multirotor and the multirotor's position loops: those
see the set points written here.
"""

from math import sqrt

from simloop.firmware.maths import atan2, clamp, larger, sin_cos, smaller, wrap_pi
from simloop.firmware.modes import LEVEL_GOAL, LEVEL_VELOCITY
from simloop.firmware.phases import PHASE_TAKEOFF, PHASE_TOUCH_DOWN
from simloop.firmware.row import Row
from simloop.firmware.vector import Quaternion
from simloop.firmware.vtol.states import (
    REQUEST_CRUISE,
    VTOL_CRUISE,
    VTOL_HOVER,
    VTOL_TO_CRUISE,
    VTOL_TO_HOVER,
)
from simloop.firmware.vtol.wind_push import STOPPED_MPS, WINDY_MPS, push_against, push_on

# Lanes per block; compiled copies set it.
W = 1

# The pusher starts once the nose points within this of the way.
AHEAD_RAD = 0.35
PUSHER_PER_S = 0.7
# Lift rotors fade in and out within this time once the wing carries, or no longer does.
FADE_PER_S = 0.7
# Rotors help again when cruise falls below this share of the speed of transition.
HELP_SHARE = 0.85
# A goal nearer than this gives no heading.
NEAR_M = 20.0
# Rotors turn a wing broadside to the wind only with all they have: in wind it looks into it, in
# hover and to speed up, and turns this fast.
TURN_RADPS = 0.4
# The wing that slows down keeps no more than this share of the weight: rotors cannot push down.
BRAKE_LIFT_SHARE = 0.8
# Through air faster than this the nose follows the flow, as the fin wants it.
FLOW_MPS = 3.0


def next_state(
    state: float,
    time_s: float,
    cruise_asked: bool,
    able: bool,
    airspeed: float,
    ahead_mps: float,
    carry_mps: float,
    hover_mps: float,
    to_cruise_s: float,
    to_hover_s: float,
) -> float:
    """Who carries from now on. Who slows down has done so in the air, or over the ground."""
    if state == VTOL_HOVER:
        return VTOL_TO_CRUISE if cruise_asked and able else VTOL_HOVER
    if state == VTOL_TO_CRUISE:
        if not cruise_asked or time_s > to_cruise_s:
            return VTOL_TO_HOVER
        return VTOL_CRUISE if airspeed >= carry_mps else VTOL_TO_CRUISE
    if state == VTOL_CRUISE:
        return VTOL_CRUISE if cruise_asked else VTOL_TO_HOVER
    slow = airspeed < hover_mps or ahead_mps < STOPPED_MPS or time_s > to_hover_s
    return VTOL_HOVER if slow else VTOL_TO_HOVER


def way_ahead(
    heading: float,
    led: bool,
    goal_n: float,
    goal_e: float,
    windy: bool,
    wind_n: float,
    wind_e: float,
) -> float:
    """The heading in which to make speed."""
    if windy:
        return atan2(-wind_e, -wind_n)
    far = sqrt(goal_n * goal_n + goal_e * goal_e) > NEAR_M
    return atan2(goal_e, goal_n) if led and far else heading


def turned_to(heading: float, north: float, east: float, turn_rad: float) -> float:
    """A heading one step nearer to a direction."""
    off = wrap_pi(atan2(east, north) - heading)
    return wrap_pi(heading + clamp(off, -turn_rad, turn_rad))


def brake_pitch(
    most_rad: float, without_lift_rad: float, by_lift_rad: float, design_mps: float, speed: float
) -> float:
    """The pitch of a wing that slows down: it brakes as far as it does not climb."""
    ratio = design_mps / larger(speed, 0.3 * design_mps)
    return smaller(most_rad, without_lift_rad + BRAKE_LIFT_SHARE * by_lift_rad * ratio * ratio)


def keep_progress(
    fw_vtol_hover_speed_mps: Row,
    fw_vtol_state: Row,
    fw_goal_reached: Row,
    fw_touched: Row,
    fw_settled: Row,
    fw_goal_speed_mps: Row,
    fw_vtol_progress: Row,
) -> None:
    """Keep what the multirotor's guidance said, before the wing's says its own.

    The speed of cruise is not for the rotors.
    """
    for j in range(W):
        slow = smaller(fw_goal_speed_mps[j], fw_vtol_hover_speed_mps[j])
        hovers = fw_vtol_state[j] == VTOL_HOVER
        fw_goal_speed_mps[j] = slow if hovers else fw_goal_speed_mps[j]
        fw_vtol_progress[j] = fw_goal_reached[j]
        fw_vtol_progress[W + j] = fw_touched[j]
        fw_vtol_progress[2 * W + j] = fw_settled[j]


def change_over(
    period_s: float,
    fw_vtol_speeds_mps: Row,
    fw_vtol_least_height_m: Row,
    fw_vtol_times_s: Row,
    fw_vtol_brake_pitch_rad: Row,
    fw_wing_alpha_curve_rad: Row,
    fw_wing_design_speed_mps: Row,
    fw_wing_curve_speeds_mps: Row,
    fw_wing_throttle_curve: Row,
    fw_flying: Row,
    fw_phase: Row,
    fw_control_level: Row,
    fw_vtol_request: Row,
    fw_goal_ned_m: Row,
    fw_goal_yaw_used: Row,
    fw_home_ned_m: Row,
    fw_attitude_wxyz: Row,
    fw_attitude_setpoint_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_wind_ned_mps: Row,
    fw_airspeed_mps: Row,
    fw_vtol_progress: Row,
    fw_vtol_state: Row,
    fw_vtol_time_s: Row,
    fw_vtol_hover: Row,
    fw_vtol_lift_share: Row,
    fw_vtol_pusher: Row,
    fw_vtol_heading_rad: Row,
    fw_vtol_height_m: Row,
    fw_vtol_aborts: Row,
    fw_wing_engaged: Row,
    fw_wing_roll_setpoint_rad: Row,
    fw_wing_pitch_setpoint_rad: Row,
    fw_wing_throttle: Row,
    fw_setpoint_position_ned_m: Row,
    fw_setpoint_velocity_ned_mps: Row,
    fw_setpoint_acceleration_ned_mps2: Row,
    fw_yaw_setpoint_rad: Row,
    fw_goal_reached: Row,
    fw_touched: Row,
    fw_settled: Row,
) -> None:
    """Decide who carries; in a transition hold height and heading with level wings."""
    for j in range(W):
        north = fw_position_ned_m[j]
        east = fw_position_ned_m[W + j]
        down = fw_position_ned_m[2 * W + j]
        off_n = fw_goal_ned_m[j] - north
        off_e = fw_goal_ned_m[W + j] - east
        airspeed = fw_airspeed_mps[j]
        carry = fw_vtol_speeds_mps[j]
        flying = fw_flying[j] > 0.0
        heading = Quaternion(
            fw_attitude_wxyz[j],
            fw_attitude_wxyz[W + j],
            fw_attitude_wxyz[2 * W + j],
            fw_attitude_wxyz[3 * W + j],
        ).heading()
        wind_n = fw_wind_ned_mps[j]
        wind_e = fw_wind_ned_mps[W + j]
        windy = wind_n * wind_n + wind_e * wind_e > WINDY_MPS * WINDY_MPS
        sine, cosine = sin_cos(heading)
        ahead_mps = fw_velocity_ned_mps[j] * cosine + fw_velocity_ned_mps[W + j] * sine
        height = fw_home_ned_m[2 * W + j] - down
        high = height > fw_vtol_least_height_m[j]
        able = high and fw_control_level[j] >= LEVEL_VELOCITY and fw_phase[j] != PHASE_TAKEOFF
        before = fw_vtol_state[j]
        time_s = fw_vtol_time_s[j]
        state = next_state(
            before,
            time_s,
            fw_vtol_request[j] == REQUEST_CRUISE,
            able,
            airspeed,
            ahead_mps if windy else airspeed,
            carry,
            fw_vtol_speeds_mps[W + j],
            fw_vtol_times_s[j],
            fw_vtol_times_s[W + j],
        )
        state = state if flying else VTOL_HOVER
        time_s = time_s + period_s if state == before else 0.0
        late = before == VTOL_TO_CRUISE and state == VTOL_TO_HOVER
        fw_vtol_aborts[j] = fw_vtol_aborts[j] + (1.0 if late else 0.0)

        # A transition keeps the height at which it began; speed is made into the wind, else
        # towards the goal.
        led = fw_control_level[j] >= LEVEL_GOAL
        if state != before:
            fw_vtol_height_m[j] = -down
            fw_vtol_heading_rad[j] = heading
        if state != before and state == VTOL_TO_CRUISE:
            fw_vtol_heading_rad[j] = way_ahead(
                heading,
                led,
                off_n,
                off_e,
                windy,
                wind_n,
                wind_e,
            )

        # Lift rotors carry what the wing does not.
        wanted = 1.0
        if state == VTOL_CRUISE:
            wanted = clamp((HELP_SHARE * carry - airspeed) / (0.1 * carry), 0.0, 1.0)
        share = fw_vtol_lift_share[j]
        fade = FADE_PER_S * period_s
        share = clamp(wanted, share - fade, share + 3.0 * fade)
        ahead = abs(wrap_pi(fw_vtol_heading_rad[j] - heading)) < AHEAD_RAD
        push = 1.0 if state == VTOL_TO_CRUISE and ahead else 0.0
        against = push_against(
            -(wind_n * cosine + wind_e * sine),
            fw_wing_throttle_curve[j],
            fw_wing_curve_speeds_mps[j],
        )
        push = against if state == VTOL_TO_HOVER else push
        step = PUSHER_PER_S * period_s
        pusher = clamp(push, fw_vtol_pusher[j] - step, fw_vtol_pusher[j] + step)

        hovering = state == VTOL_HOVER
        nose_down = 2.0 * (
            fw_attitude_setpoint_wxyz[3 * W + j] * fw_attitude_setpoint_wxyz[W + j]
            - fw_attitude_setpoint_wxyz[j] * fw_attitude_setpoint_wxyz[2 * W + j]
        )
        held = push_on(fw_vtol_pusher[j], nose_down, height, period_s)
        pusher = held if hovering and windy and led else pusher
        pusher = 0.0 if fw_phase[j] == PHASE_TOUCH_DOWN else pusher
        cruising = state == VTOL_CRUISE
        # Also under way it looks where the air comes from.
        air_n = fw_velocity_ned_mps[j] - wind_n
        air_e = fw_velocity_ned_mps[W + j] - wind_e
        flow = air_n * air_n + air_e * air_e > FLOW_MPS * FLOW_MPS
        turns_to_wind = hovering and windy and led and flying and fw_goal_yaw_used[j] <= 0.0
        if turns_to_wind or (state == VTOL_TO_HOVER and flow):
            fw_vtol_heading_rad[j] = turned_to(
                fw_vtol_heading_rad[j], air_n, air_e, TURN_RADPS * period_s
            )
        elif hovering:
            fw_vtol_heading_rad[j] = fw_yaw_setpoint_rad[j]
        if turns_to_wind:
            fw_yaw_setpoint_rad[j] = fw_vtol_heading_rad[j]
        if not hovering:
            fw_setpoint_position_ned_m[j] = north
            fw_setpoint_position_ned_m[W + j] = east
            fw_setpoint_position_ned_m[2 * W + j] = down if cruising else -fw_vtol_height_m[j]
            fw_setpoint_velocity_ned_mps[j] = fw_velocity_ned_mps[j]
            fw_setpoint_velocity_ned_mps[W + j] = fw_velocity_ned_mps[W + j]
            fw_setpoint_velocity_ned_mps[2 * W + j] = 0.0
            for axis in range(3):
                fw_setpoint_acceleration_ned_mps2[axis * W + j] = 0.0
            fw_yaw_setpoint_rad[j] = heading if cruising else fw_vtol_heading_rad[j]
        if not cruising:
            level = fw_wing_alpha_curve_rad[j] + fw_wing_alpha_curve_rad[W + j]
            brake = brake_pitch(
                fw_vtol_brake_pitch_rad[j],
                fw_wing_alpha_curve_rad[j],
                fw_wing_alpha_curve_rad[W + j],
                fw_wing_design_speed_mps[j],
                airspeed,
            )
            fw_wing_roll_setpoint_rad[j] = 0.0
            fw_wing_pitch_setpoint_rad[j] = brake if state == VTOL_TO_HOVER else level
            fw_wing_throttle[j] = pusher
        elif state != before:
            # Total energy control goes on from what the transition has set.
            pusher = fw_vtol_pusher[j]
            fw_wing_throttle[j] = pusher
        else:
            pusher = fw_wing_throttle[j]
        fw_goal_reached[j] = fw_vtol_progress[j] if hovering else fw_goal_reached[j]
        fw_goal_reached[j] = fw_goal_reached[j] if hovering or cruising else 0.0
        fw_touched[j] = fw_vtol_progress[W + j] if hovering else 0.0
        fw_settled[j] = fw_vtol_progress[2 * W + j] if hovering else 0.0
        fw_wing_engaged[j] = 1.0 if cruising else 0.0
        fw_vtol_hover[j] = 1.0 if hovering else 0.0
        fw_vtol_lift_share[j] = share if flying else 1.0
        fw_vtol_pusher[j] = pusher if flying else 0.0
        fw_vtol_time_s[j] = time_s
        fw_vtol_state[j] = state
