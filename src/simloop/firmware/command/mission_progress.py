"""How far the mission item under way is, and when the next one is due."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.item_legs import (
    NAV_DELAY,
    NAV_LOITER_TURNS,
    NAV_LOITER_UNLIM,
    NAV_RETURN,
    NAV_VTOL_TAKEOFF,
    STAGE_DONE,
    STAGE_FIND,
    STAGE_GO,
    STAGE_LIFT,
    STAGE_OVER,
    STAGE_STAY,
    lands,
    takes_off,
)
from simloop.firmware.command.legs import (
    LEG_HOLD,
    LEG_LAND,
    LEG_ORBIT,
    LEG_PASS,
    LEG_RADIUS,
    LEG_REST,
    able,
    climbed,
    distance,
    glides,
    start_here,
    start_leg,
)
from simloop.firmware.command.mode_reasons import EVENT_ITEM_REACHED
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.command.way_home import RETURN_STAY
from simloop.firmware.maths import TWO_PI, atan2, smaller, wrap_pi
from simloop.firmware.modes import MODE_AUTO
from simloop.firmware.phases import PHASE_LANDED
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most items of a mission; compiled copies set it.
ITEMS = 50

HOVER = 1.0
CRUISE = 2.0


def is_there(kind: float, reached: bool, off_m: float, accept_m: float) -> bool:
    """Has the leg's place been reached, by the item's own radius if it has one?"""
    near = accept_m > 0.0 and off_m < accept_m
    if kind == LEG_ORBIT:
        return reached
    if kind == LEG_PASS:
        return reached or near
    return near if accept_m > 0.0 else reached


def stay_is_over(command: float, kind: float, p1: float, time_s: float, turned_rad: float) -> bool:
    """Has the item been at its place for long enough?"""
    if command == NAV_LOITER_UNLIM:
        return False
    if command == NAV_LOITER_TURNS:
        return kind != LEG_ORBIT or turned_rad >= TWO_PI * p1
    return not (time_s <= p1)


def bearing_from_centre(fw_leg: Row, fw_position_ned_m: Row, j: int) -> float:
    """Where on its orbit the vehicle is."""
    north = fw_position_ned_m[j] - fw_leg[W + j]
    east = fw_position_ned_m[W + j] - fw_leg[2 * W + j]
    return atan2(east, north)


def forget_jumps(fw_item_jumps: Row, j: int) -> None:
    """All jumps may be taken again."""
    for i in range(ITEMS):
        fw_item_jumps[i * W + j] = 0.0


def watch_stay(
    period_s: float,
    command: float,
    p1: float,
    accept_m: float,
    j: int,
    reached: bool,
    fw_position_ned_m: Row,
    fw_leg: Row,
    fw_item_stage: Row,
    fw_item_time_s: Row,
    fw_item_turned_rad: Row,
    fw_item_bearing_rad: Row,
) -> bool:
    """Count time or turns at the item's place; True when it is done."""
    kind = fw_leg[j]
    off = distance(
        fw_position_ned_m[j] - fw_leg[W + j],
        fw_position_ned_m[W + j] - fw_leg[2 * W + j],
        fw_position_ned_m[2 * W + j] - fw_leg[3 * W + j],
    )
    there = is_there(kind, reached, off, accept_m) or command == NAV_DELAY
    # Around an orbit, and while waiting, time goes on; at a place it counts from the last arrival.
    stays = kind == LEG_ORBIT or command == NAV_DELAY
    counts = there or (stays and fw_item_stage[j] == STAGE_STAY)
    bearing = bearing_from_centre(fw_leg, fw_position_ned_m, j)
    step = wrap_pi(bearing - fw_item_bearing_rad[j])
    step = step if fw_leg[LEG_RADIUS * W + j] > 0.0 else -step
    turns = counts and fw_item_stage[j] == STAGE_STAY
    turned = fw_item_turned_rad[j] + (step if turns else 0.0)
    time = fw_item_time_s[j] + period_s if counts else 0.0
    fw_item_stage[j] = STAGE_STAY if counts else STAGE_GO
    fw_item_time_s[j] = time
    fw_item_turned_rad[j] = turned
    fw_item_bearing_rad[j] = bearing
    return counts and stay_is_over(command, kind, p1, time, turned)


def begin_mission(
    j: int,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_joined: Row,
    fw_item_jumps: Row,
    fw_mission_done: Row,
    fw_mission_returns: Row,
) -> None:
    """A mission that was flown begins anew, one that was left goes on."""
    if fw_mission_done[j] > 0.0:
        fw_waypoint_index[j] = 0.0
        forget_jumps(fw_item_jumps, j)
    fw_mission_done[j] = 0.0
    fw_item_stage[j] = STAGE_FIND
    fw_item_joined[j] = 0.0
    fw_mission_returns[j] = 0.0


def watch_landing(
    j: int,
    down_m: float,
    there: bool,
    fw_item_stage: Row,
    fw_vtol_request: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
) -> None:
    """Above the place, go down."""
    if there and fw_item_stage[j] == STAGE_GO:
        n = fw_leg[W + j]
        e = fw_leg[2 * W + j]
        fw_vtol_request[j] = HOVER
        start_leg(fw_leg, fw_leg_count, fw_leg_time_s, j, LEG_LAND, n, e, down_m)
        fw_item_stage[j] = STAGE_STAY


def watch_item(
    period_s: float,
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
    fw_goal_reached: Row,
    fw_paused: Row,
    fw_return_stage: Row,
    fw_vtol_request: Row,
    fw_items_known: Row,
    fw_item_jumps: Row,
    fw_waypoint_index: Row,
    fw_item_stage: Row,
    fw_item_joined: Row,
    fw_item_time_s: Row,
    fw_item_turned_rad: Row,
    fw_item_bearing_rad: Row,
    fw_mission_done: Row,
    fw_mission_returns: Row,
    fw_mode_begun: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Begin the mission or watch its item; the next one is to be found when it is done."""
    for j in range(W):
        count = smaller(fw_item_count[j], float(ITEMS))
        # Another mission starts at its beginning.
        if fw_items_known[j] != fw_item_count[j]:
            fw_items_known[j] = fw_item_count[j]
            fw_mission_done[j] = 1.0
            begin_mission(
                j,
                fw_waypoint_index,
                fw_item_stage,
                fw_item_joined,
                fw_item_jumps,
                fw_mission_done,
                fw_mission_returns,
            )
        airframe = fw_airframe[j]
        begun = fw_mode_begun[j] == MODE_AUTO
        # What is begun is forgotten when it is disarmed: one pass later.
        landed = fw_phase[j] == PHASE_LANDED and begun
        ready = able(airframe, fw_armed[j], fw_flying[j], fw_phase[j], fw_phase_time_s[j])
        if fw_mode[j] != MODE_AUTO or not (ready or landed):
            continue
        if not begun:
            fw_mode_begun[j] = MODE_AUTO
            begin_mission(
                j,
                fw_waypoint_index,
                fw_item_stage,
                fw_item_joined,
                fw_item_jumps,
                fw_mission_done,
                fw_mission_returns,
            )
            kind = LEG_HOLD if fw_flying[j] > 0.0 else LEG_REST
            start_here(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                kind,
                airframe,
                glides(airframe, fw_vtol_request[j]),
                fw_position_ned_m,
                fw_velocity_ned_mps,
            )
        stage = fw_item_stage[j]
        index = fw_waypoint_index[j]
        idle = (stage == STAGE_FIND) | (stage == STAGE_OVER)
        if idle or index >= count or fw_paused[j] > 0.0:
            fw_item_stage[j] = stage if index < count or stage == STAGE_OVER else STAGE_FIND
            continue

        k = 8 * int(index)
        command = fw_item[k * W + j]
        home_d = fw_home_ned_m[2 * W + j]
        down = fw_position_ned_m[2 * W + j]
        risen = climbed(airframe, fw_flying[j], down, fw_leg[3 * W + j], home_d)
        # Guidance has seen the leg's goal once the leg is older than one pass.
        reached = fw_goal_reached[j] > 0.0 and fw_leg_time_s[j] > 1.5 * period_s
        done = stage == STAGE_DONE
        if stage == STAGE_LIFT:
            # High enough for the item itself.
            fw_item_stage[j] = STAGE_FIND if risen else stage
        elif takes_off(command):
            done = done or risen
            cruises = done and command == NAV_VTOL_TAKEOFF and airframe == AIRFRAME_VTOL
            fw_vtol_request[j] = CRUISE if cruises else fw_vtol_request[j]
        elif command == NAV_RETURN:
            done = done or landed or fw_return_stage[j] == RETURN_STAY
        elif lands(command):
            done = done or landed
            watch_landing(
                j,
                fw_item[(k + 7) * W + j],
                reached,
                fw_item_stage,
                fw_vtol_request,
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
            )
        elif not done:
            done = watch_stay(
                period_s,
                command,
                fw_item[(k + 1) * W + j],
                fw_item[(k + 2) * W + j],
                j,
                reached,
                fw_position_ned_m,
                fw_leg,
                fw_item_stage,
                fw_item_time_s,
                fw_item_turned_rad,
                fw_item_bearing_rad,
            )

        if done:
            post(fw_event, fw_event_count, j, EVENT_ITEM_REACHED, index)
            fw_waypoint_index[j] = index + 1.0
            fw_item_stage[j] = STAGE_FIND
            fw_item_joined[j] = 1.0
            fw_mission_returns[j] = 0.0
