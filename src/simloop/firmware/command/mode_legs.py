"""How modes without a plan go on: up to hold, after a program's word, after the one to follow."""

from simloop.firmware.command.legs import (
    LEG_GO,
    LEG_HOLD,
    LEG_OFFBOARD,
    LEG_REST,
    LEG_TAKEOFF,
    LEG_YAW,
    able,
    climbed,
    glides,
    on_surface,
    start_here,
    start_leg,
)
from simloop.firmware.command.mode_begin import has_plan
from simloop.firmware.command.mode_reasons import EVENT_FOLLOW_LOST, EVENT_OFFBOARD_LOST
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.command.timers import HAIR_S
from simloop.firmware.modes import MODE_FOLLOW, MODE_GUIDED
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

NO_LEG = -1.0


def hear_news(
    period_s: float, fw_follow_seen: Row, fw_follow_heard: Row, fw_follow_age_s: Row
) -> None:
    """How old is what it knows of the one to follow?"""
    for j in range(W):
        news = fw_follow_seen[j] != fw_follow_heard[j]
        fw_follow_age_s[j] = 0.0 if news else fw_follow_age_s[j] + period_s
        fw_follow_heard[j] = fw_follow_seen[j]


def stay_at_leg(fw_leg: Row, fw_leg_count: Row, fw_leg_time_s: Row, j: int) -> None:
    """Hold the place and heading that the leg led to."""
    yaw = fw_leg[LEG_YAW * W + j]
    n = fw_leg[W + j]
    e = fw_leg[2 * W + j]
    d = fw_leg[3 * W + j]
    start_leg(fw_leg, fw_leg_count, fw_leg_time_s, j, LEG_HOLD, n, e, d)
    fw_leg[LEG_YAW * W + j] = yaw


def guided_leg(leg: float, told: bool, late: bool, airborne: bool) -> float:
    """The leg that a program's word or silence leads to, or none."""
    if leg == LEG_OFFBOARD:
        rests = LEG_HOLD if airborne else LEG_REST
        return rests if late else NO_LEG
    return LEG_OFFBOARD if told else NO_LEG


def follow_leg(leg: float, lost: bool) -> float:
    """The leg that news of the one to follow lead to, or none."""
    wanted = LEG_HOLD if lost else LEG_GO
    return NO_LEG if leg == wanted else wanted


def keep_up(
    fw_leg: Row,
    j: int,
    age_s: float,
    fw_follow_ned_m: Row,
    fw_follow_velocity_ned_mps: Row,
    fw_follow_offset_ned_m: Row,
) -> None:
    """Move the leg's place with the one to follow, who goes on between messages."""
    for axis in range(3):
        fw_leg[(1 + axis) * W + j] = (
            fw_follow_ned_m[axis * W + j]
            + fw_follow_velocity_ned_mps[axis * W + j] * age_s
            + fw_follow_offset_ned_m[axis * W + j]
        )


def choose_legs(
    fw_follow_offset_ned_m: Row,
    fw_follow_timeout_s: Row,
    fw_offboard_timeout_s: Row,
    fw_airframe: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_home_ned_m: Row,
    fw_offboard_kind: Row,
    fw_offboard_seen: Row,
    fw_offboard_age_s: Row,
    fw_follow_ned_m: Row,
    fw_follow_velocity_ned_mps: Row,
    fw_follow_age_s: Row,
    fw_vtol_request: Row,
    fw_mode_begun: Row,
    fw_guided_seen: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Go on where one leg leads to the next."""
    for j in range(W):
        mode = fw_mode[j]
        airframe = fw_airframe[j]
        told = fw_offboard_seen[j] != fw_guided_seen[j] and fw_offboard_kind[j] > 0.0
        fw_guided_seen[j] = fw_offboard_seen[j]
        ready = able(airframe, fw_armed[j], fw_flying[j], fw_phase[j], fw_phase_time_s[j])
        if has_plan(mode) or not ready or fw_mode_begun[j] != mode:
            continue

        airborne = fw_flying[j] > 0.0 or on_surface(airframe)
        follows = mode == MODE_FOLLOW and airborne
        leg = fw_leg[j]
        # A leg that is to start where it can stop.
        here = NO_LEG
        event = 0.0
        if leg == LEG_TAKEOFF:
            down = fw_position_ned_m[2 * W + j]
            home_d = fw_home_ned_m[2 * W + j]
            if climbed(airframe, fw_flying[j], down, fw_leg[3 * W + j], home_d):
                stay_at_leg(fw_leg, fw_leg_count, fw_leg_time_s, j)
        elif mode == MODE_GUIDED:
            late = fw_offboard_age_s[j] > fw_offboard_timeout_s[j] - HAIR_S
            here = guided_leg(leg, told, late, airborne)
            event = EVENT_OFFBOARD_LOST if here >= 0.0 and leg == LEG_OFFBOARD else event
        elif follows:
            lost = fw_follow_age_s[j] > fw_follow_timeout_s[j] - HAIR_S
            here = follow_leg(leg, lost)
            event = EVENT_FOLLOW_LOST if here == LEG_HOLD else event

        if here >= 0.0:
            start_here(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                here,
                airframe,
                glides(airframe, fw_vtol_request[j]),
                fw_position_ned_m,
                fw_velocity_ned_mps,
            )
        if follows and fw_leg[j] == LEG_GO:
            keep_up(
                fw_leg,
                j,
                fw_follow_age_s[j],
                fw_follow_ned_m,
                fw_follow_velocity_ned_mps,
                fw_follow_offset_ned_m,
            )
        if event > 0.0:
            post(fw_event, fw_event_count, j, event, mode)
