"""The legs of return and smart return: up, home or back along the way, then down.

Home is the place where it was armed, or a rally point that is nearer, see rally.py.
"""

from simloop.firmware.command.legs import (
    CLIMB_MARGIN_M,
    LEG_HOLD,
    LEG_JOINED,
    LEG_LAND,
    LEG_REST,
    LEG_RETRACE,
    LEG_RETURN,
    able,
    distance,
    glides,
    on_surface,
    start_leg,
)
from simloop.firmware.command.rally import NO_RALLY, chosen_rally
from simloop.firmware.maths import smaller
from simloop.firmware.modes import MODE_AUTO, MODE_RTL, MODE_SMART_RTL
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Column fw_return_stage.
RETURN_FRESH = 0.0
RETURN_CLIMB = 1.0
RETURN_RETRACE = 2.0
RETURN_HOME = 3.0
RETURN_LAND = 4.0
RETURN_STAY = 5.0

HOVER = 1.0
# What hovers stays above home for a moment, to be steady when it sinks.
STEADY_S = 1.0
# So near to home nobody climbs first.
NEAR_HOME_M = 5.0


def least_height(rtl_m: float, takeoff_m: float) -> float:
    """How high above home a return flies at least."""
    return rtl_m if rtl_m > 0.0 else takeoff_m


def return_down(airframe: float, down_m: float, least_down_m: float) -> float:
    """Where down is on the way home: as high as now, and no lower than wanted."""
    return down_m if on_surface(airframe) else smaller(down_m, least_down_m)


def first_stage(airborne: bool, gliding: bool, low: bool, far: bool, retraces: bool) -> float:
    """How a return begins."""
    stage = RETURN_CLIMB if low and far and not gliding else RETURN_HOME
    stage = RETURN_RETRACE if retraces else stage
    return stage if airborne else RETURN_STAY


def choose_place(
    fw_return_ned_m: Row,
    j: int,
    retraces: bool,
    limit_km: float,
    includes_home: float,
    least_height_m: float,
    fw_rally: Row,
    rally_points: float,
    fw_position_ned_m: Row,
    fw_home_ned_m: Row,
) -> None:
    """Where to return to, and the least height on the way: a rally point has its own."""
    north = fw_position_ned_m[j]
    east = fw_position_ned_m[W + j]
    n = fw_home_ned_m[j]
    e = fw_home_ned_m[W + j]
    d = fw_home_ned_m[2 * W + j] - least_height_m
    home_m = distance(n - north, e - east, 0.0)
    # The way back along its own track ends where the track began.
    count = 0.0 if retraces else rally_points
    k = chosen_rally(fw_rally, j, count, north, east, home_m, limit_km, includes_home)
    if k != NO_RALLY:
        n = fw_rally[3 * k * W + j]
        e = fw_rally[(3 * k + 1) * W + j]
        d = fw_rally[(3 * k + 2) * W + j]
    fw_return_ned_m[j] = n
    fw_return_ned_m[W + j] = e
    fw_return_ned_m[2 * W + j] = d


def next_stage(
    stage: float,
    index: float,
    reached: bool,
    climbed: bool,
    steady: bool,
    stays: bool,
) -> tuple[float, float]:
    """The stage that follows, or the same one, and the point of the way that it leads to."""
    new = stage
    point = index
    if stage == RETURN_CLIMB:
        new = RETURN_HOME if climbed else stage
    elif stage == RETURN_RETRACE:
        # The first point lies on the ground: what it leads to is home.
        point = index - 1.0 if reached else index
        new = RETURN_RETRACE if point >= 1.0 else RETURN_HOME
    elif stage == RETURN_HOME and steady:
        new = RETURN_STAY if stays else RETURN_LAND
    return new, point


def lead_home(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    stage: float,
    index: float,
    down_m: float,
    fw_position_ned_m: Row,
    fw_return_ned_m: Row,
    fw_path_ned_m: Row,
) -> None:
    """Begin the leg of a stage."""
    kind = LEG_RETURN
    n = fw_return_ned_m[j]
    e = fw_return_ned_m[W + j]
    d = down_m
    if stage == RETURN_CLIMB:
        n = fw_position_ned_m[j]
        e = fw_position_ned_m[W + j]
    elif stage == RETURN_RETRACE:
        kind = LEG_RETRACE
        k = 3 * int(index)
        n = fw_path_ned_m[k * W + j]
        e = fw_path_ned_m[(k + 1) * W + j]
        d = fw_path_ned_m[(k + 2) * W + j]
    elif stage == RETURN_LAND:
        kind = LEG_LAND
    elif stage == RETURN_STAY:
        kind = LEG_HOLD
    start_leg(fw_leg, fw_leg_count, fw_leg_time_s, j, kind, n, e, d)


def fly_home(
    period_s: float,
    fw_takeoff_altitude_m: Row,
    fw_rtl_altitude_m: Row,
    fw_rtl_end: Row,
    fw_rally_limit_km: Row,
    fw_rally_includes_home: Row,
    fw_rally: Row,
    fw_rally_count: Row,
    fw_airframe: Row,
    fw_position_ned_m: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_goal_reached: Row,
    fw_home_ned_m: Row,
    fw_paused: Row,
    fw_mission_returns: Row,
    fw_path_ned_m: Row,
    fw_path_count: Row,
    fw_path_index: Row,
    fw_return_ned_m: Row,
    fw_return_stage: Row,
    fw_return_time_s: Row,
    fw_vtol_request: Row,
    fw_mode_begun: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
) -> None:
    """Begin the return, and go on from leg to leg."""
    for j in range(W):
        mode = fw_mode[j]
        airframe = fw_airframe[j]
        by_mission = mode == MODE_AUTO and fw_mission_returns[j] > 0.0
        returns = (mode == MODE_RTL) | (mode == MODE_SMART_RTL) or by_mission
        ready = able(airframe, fw_armed[j], fw_flying[j], fw_phase[j], fw_phase_time_s[j])
        begins = not by_mission and fw_mode_begun[j] != mode
        if not ready or not returns or (fw_paused[j] > 0.0 and not begins):
            continue

        surface = on_surface(airframe)
        airborne = fw_flying[j] > 0.0 or surface
        gliding = glides(airframe, fw_vtol_request[j])
        down = fw_position_ned_m[2 * W + j]
        stage = RETURN_FRESH if begins else fw_return_stage[j]
        index = fw_path_index[j]
        lead_down = fw_leg[3 * W + j]
        # Guidance has seen the leg's goal once the leg is older than one pass.
        reached = fw_goal_reached[j] > 0.0 and fw_leg_time_s[j] > 1.5 * period_s
        time = fw_return_time_s[j] + period_s if reached and stage == RETURN_HOME else 0.0
        new = stage
        point = index
        if stage == RETURN_FRESH:
            retraces = mode == MODE_SMART_RTL and fw_path_count[j] >= 2.0
            choose_place(
                fw_return_ned_m,
                j,
                retraces,
                fw_rally_limit_km[j],
                fw_rally_includes_home[j],
                least_height(fw_rtl_altitude_m[j], fw_takeoff_altitude_m[j]),
                fw_rally,
                fw_rally_count[j],
                fw_position_ned_m,
                fw_home_ned_m,
            )
            lead_down = return_down(airframe, down, fw_return_ned_m[2 * W + j])
            to_n = fw_return_ned_m[j] - fw_position_ned_m[j]
            to_e = fw_return_ned_m[W + j] - fw_position_ned_m[W + j]
            far = distance(to_n, to_e, 0.0) > NEAR_HOME_M
            low = down > lead_down + CLIMB_MARGIN_M
            new = first_stage(airborne, gliding, low, far, retraces)
            point = fw_path_count[j] - 1.0
            lead_down = lead_down if far or gliding else down
        else:
            new, point = next_stage(
                stage,
                index,
                reached,
                down < lead_down + CLIMB_MARGIN_M,
                reached and (time > STEADY_S or gliding or surface),
                surface or fw_rtl_end[j] > 0.0,
            )

        if new != stage or point != index:
            lead_home(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                new,
                point,
                lead_down,
                fw_position_ned_m,
                fw_return_ned_m,
                fw_path_ned_m,
            )
            fw_leg[LEG_JOINED * W + j] = 0.0 if stage == RETURN_FRESH else 1.0
            # What needs speed does not go down to where it took off.
            least = return_down(airframe, fw_leg[3 * W + j], fw_return_ned_m[2 * W + j])
            fw_leg[3 * W + j] = least if gliding else fw_leg[3 * W + j]
            # On the ground there is nothing to do.
            fw_leg[j] = fw_leg[j] if airborne else LEG_REST
        # Rotors land it.
        fw_vtol_request[j] = HOVER if new == RETURN_LAND else fw_vtol_request[j]
        fw_mode_begun[j] = mode
        fw_return_stage[j] = new
        fw_return_time_s[j] = time
        fw_path_index[j] = point
