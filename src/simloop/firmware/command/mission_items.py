"""From item to item: actions are done, an item that takes time begins, or the mission ends."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.item_legs import (
    NAV_RETURN,
    STAGE_FIND,
    STAGE_OVER,
    begin_item,
    takes_off,
    takes_time,
)
from simloop.firmware.command.legs import (
    LEG_HOLD,
    LEG_LAND,
    glides,
    on_surface,
    start_leg,
)
from simloop.firmware.command.mission_actions import (
    CONDITION_DELAY,
    DO_JUMP,
    act,
    after_jump,
    can_jump,
)
from simloop.firmware.command.mode_reasons import EVENT_ITEM_SKIPPED, EVENT_MISSION_FINISHED
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.command.way_home import RETURN_FRESH
from simloop.firmware.maths import larger, smaller
from simloop.firmware.modes import MODE_AUTO
from simloop.firmware.phases import PHASE_LANDED
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most items of a mission; compiled copies set it.
ITEMS = 50

HOVER = 1.0
END_RETURN = 1.0
END_LAND = 2.0
NO_ACTION = -1.0
# Items looked at in one pass: a mission of nothing but jumps must not stop the clock.
LOOKS = 32


def find_item(
    fw_item: Row,
    j: int,
    index: float,
    count: float,
    airframe: float,
    fw_item_jumps: Row,
    fw_action_next: Row,
    fw_action_wait_s: Row,
    fw_speed_wanted_mps: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_vtol_request: Row,
    fw_servo_outputs: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> float:
    """The next item that takes time; actions before it are done, or put off by a delay."""
    k = index
    delayed = False
    found = False
    for _ in range(LOOKS):
        if found or k >= count:
            continue
        i = int(k)
        command = fw_item[8 * i * W + j]
        p1 = fw_item[(8 * i + 1) * W + j]
        skipped = False
        if takes_time(command):
            found = True
        elif command == DO_JUMP:
            skipped = not can_jump(p1, count)
            k = after_jump(fw_item, fw_item_jumps, j, i, count)
        else:
            if command == CONDITION_DELAY and not delayed:
                delayed = True
                fw_action_next[j] = k + 1.0
                fw_action_wait_s[j] = p1
            elif not delayed:
                skipped = not act(
                    fw_item,
                    j,
                    i,
                    airframe,
                    fw_speed_wanted_mps,
                    fw_roi_ned_m,
                    fw_roi_used,
                    fw_vtol_request,
                    fw_servo_outputs,
                    fw_servo_order,
                    fw_servo_orders,
                )
            k = k + 1.0
        if skipped:
            post(fw_event, fw_event_count, j, EVENT_ITEM_SKIPPED, float(i))
    return k


def end_mission(
    j: int,
    end: float,
    fw_mission_returns: Row,
    fw_return_stage: Row,
    fw_vtol_request: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
) -> None:
    """After the last item: stay where it led to, return, or land."""
    if end == END_RETURN:
        fw_mission_returns[j] = 1.0
        fw_return_stage[j] = RETURN_FRESH
    else:
        kind = LEG_LAND if end == END_LAND else LEG_HOLD
        n = fw_leg[W + j]
        e = fw_leg[2 * W + j]
        d = fw_leg[3 * W + j]
        start_leg(fw_leg, fw_leg_count, fw_leg_time_s, j, kind, n, e, d)
        fw_vtol_request[j] = HOVER if kind == LEG_LAND else fw_vtol_request[j]


def fly_mission(
    fw_takeoff_altitude_m: Row,
    fw_waypoint_pass: Row,
    fw_waypoint_yaw: Row,
    fw_mission_end: Row,
    fw_circle_radius_m: Row,
    fw_circle_direction: Row,
    fw_airframe: Row,
    fw_item: Row,
    fw_item_count: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_home_ned_m: Row,
    fw_paused: Row,
    fw_servo_outputs: Row,
    fw_mode_begun: Row,
    fw_item_jumps: Row,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_joined: Row,
    fw_item_time_s: Row,
    fw_item_turned_rad: Row,
    fw_mission_done: Row,
    fw_mission_returns: Row,
    fw_return_stage: Row,
    fw_action_next: Row,
    fw_action_wait_s: Row,
    fw_speed_wanted_mps: Row,
    fw_roi_ned_m: Row,
    fw_roi_used: Row,
    fw_vtol_request: Row,
    fw_servo_order: Row,
    fw_servo_orders: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Where an item is to be found, find and begin it."""
    for j in range(W):
        count = smaller(fw_item_count[j], float(ITEMS))
        airframe = fw_airframe[j]
        flies = fw_mode[j] == MODE_AUTO and fw_mode_begun[j] == MODE_AUTO
        if not flies or fw_item_stage[j] != STAGE_FIND or fw_paused[j] > 0.0:
            continue
        surface = on_surface(airframe)
        airborne = fw_flying[j] > 0.0 or surface
        index = fw_waypoint_index[j]
        # On the ground after a landing, what follows waits until it is armed again.
        landed = fw_phase[j] == PHASE_LANDED
        if landed and index < count:
            continue
        fw_action_next[j] = NO_ACTION
        index = find_item(
            fw_item,
            j,
            index,
            count,
            airframe,
            fw_item_jumps,
            fw_action_next,
            fw_action_wait_s,
            fw_speed_wanted_mps,
            fw_roi_ned_m,
            fw_roi_used,
            fw_vtol_request,
            fw_servo_outputs,
            fw_servo_order,
            fw_servo_orders,
            fw_event,
            fw_event_count,
        )
        if index >= count:
            index = larger(count - 1.0, 0.0)
            fw_item_stage[j] = STAGE_OVER
            fw_mission_done[j] = 1.0
            post(fw_event, fw_event_count, j, EVENT_MISSION_FINISHED, index)
            if airborne and not landed:
                end_mission(
                    j,
                    fw_mission_end[j],
                    fw_mission_returns,
                    fw_return_stage,
                    fw_vtol_request,
                    fw_leg,
                    fw_leg_count,
                    fw_leg_time_s,
                )
        else:
            i = int(index)
            command = fw_item[8 * i * W + j]
            if takes_time(command):
                if airframe == AIRFRAME_VTOL and takes_off(command) and not airborne:
                    fw_vtol_request[j] = HOVER
                radius = fw_circle_radius_m[j]
                fw_item_stage[j] = begin_item(
                    fw_item,
                    j,
                    i,
                    index >= count - 1.0,
                    fw_item_joined[j],
                    airframe,
                    airborne,
                    glides(airframe, fw_vtol_request[j]),
                    fw_waypoint_pass[j] > 0.0,
                    fw_waypoint_yaw[j],
                    radius if fw_circle_direction[j] == 0.0 else -radius,
                    fw_home_ned_m[2 * W + j] - fw_takeoff_altitude_m[j],
                    fw_position_ned_m,
                    fw_velocity_ned_mps,
                    fw_leg,
                    fw_leg_count,
                    fw_leg_time_s,
                )
                fw_mission_returns[j] = 1.0 if command == NAV_RETURN and airborne else 0.0
                fw_return_stage[j] = RETURN_FRESH
                fw_item_joined[j] = 0.0
                fw_item_time_s[j] = 0.0
                fw_item_turned_rad[j] = 0.0
        fw_waypoint_index[j] = index
