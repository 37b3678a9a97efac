"""How a mission item begins: as a leg, or as nothing at all."""

from simloop.firmware.airframes import AIRFRAME_VTOL
from simloop.firmware.command.legs import (
    CLIMB_MARGIN_M,
    LEG_GO,
    LEG_HOLD,
    LEG_JOINED,
    LEG_LAND,
    LEG_ORBIT,
    LEG_PASS,
    LEG_RADIUS,
    LEG_TAKEOFF,
    LEG_YAW,
    distance,
    has_rotors,
    is_number,
    on_surface,
    start_here,
    start_leg,
)
from simloop.firmware.maths import atan2
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Numbers of MAV_CMD that take time.
NAV_WAYPOINT = 16.0
NAV_LOITER_UNLIM = 17.0
NAV_LOITER_TURNS = 18.0
NAV_LOITER_TIME = 19.0
NAV_RETURN = 20.0
NAV_LAND = 21.0
NAV_TAKEOFF = 22.0
NAV_VTOL_TAKEOFF = 84.0
NAV_VTOL_LAND = 85.0
NAV_DELAY = 93.0

# Column fw_item_stage: to be found, before take-off, on the way, there; all done.
STAGE_FIND = 0.0
STAGE_LIFT = 1.0
STAGE_GO = 2.0
STAGE_STAY = 3.0
STAGE_OVER = 4.0
# Nothing to do: the item is done as it begins.
STAGE_DONE = 5.0

YAW_ITEM = 1.0
YAW_AHEAD = 2.0
NAN = float("nan")
# A landing place so near is reached while sinking.
LAND_NEAR_M = 2.0


def takes_time(command: float) -> bool:
    """Is it an item that the next one waits for?"""
    vtol = (command == NAV_VTOL_TAKEOFF) | (command == NAV_VTOL_LAND)
    return (command >= NAV_WAYPOINT and command <= NAV_TAKEOFF) or vtol or command == NAV_DELAY


def takes_off(command: float) -> bool:
    """Is it a take-off?"""
    return (command == NAV_TAKEOFF) | (command == NAV_VTOL_TAKEOFF)


def lands(command: float) -> bool:
    """Is it a landing?"""
    return (command == NAV_LAND) | (command == NAV_VTOL_LAND)


def told(value: float) -> bool:
    """Is it a number, and not 0 for "none"?"""
    return is_number(value) and value != 0.0


def leg_of(
    command: float,
    hold_s: float,
    radius_m: float,
    airframe: float,
    gliding: bool,
    may_pass: bool,
    last: bool,
) -> float:
    """The kind of leg that an item with a place begins with."""
    if command == NAV_LOITER_TURNS and radius_m != 0.0:
        return LEG_ORBIT
    if command != NAV_WAYPOINT:
        return LEG_ORBIT if gliding and radius_m != 0.0 else LEG_GO
    stays = hold_s > 0.0
    # Whoever needs no stop goes through; at the end of the mission all stop who can.
    passes = gliding or (not last and (may_pass or on_surface(airframe)))
    return LEG_PASS if passes and not stays else LEG_GO


def begin_takeoff(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    down_m: float,
    yaw_rad: float,
    airborne: bool,
    fw_position_ned_m: Row,
) -> None:
    """Climb straight up, from the ground or in the air."""
    start_leg(
        fw_leg,
        fw_leg_count,
        fw_leg_time_s,
        j,
        LEG_HOLD if airborne else LEG_TAKEOFF,
        fw_position_ned_m[j],
        fw_position_ned_m[W + j],
        down_m,
    )
    fw_leg[LEG_YAW * W + j] = yaw_rad


def begin_item(
    fw_item: Row,
    j: int,
    k: int,
    last: bool,
    joined: float,
    airframe: float,
    airborne: bool,
    gliding: bool,
    may_pass: bool,
    yaw_rule: float,
    circle_radius_m: float,
    takeoff_down_m: float,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
) -> float:
    """Begin item k: the stage it is in then."""
    first = 8 * k
    command = fw_item[first * W + j]
    p1 = fw_item[(first + 1) * W + j]
    p3 = fw_item[(first + 3) * W + j]
    p4 = fw_item[(first + 4) * W + j]
    n = fw_item[(first + 5) * W + j]
    e = fw_item[(first + 6) * W + j]
    d = fw_item[(first + 7) * W + j]
    here_n = fw_position_ned_m[j]
    here_e = fw_position_ned_m[W + j]
    here_d = fw_position_ned_m[2 * W + j]
    stage = STAGE_GO

    if command == NAV_DELAY:
        if airborne:
            start_here(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                LEG_HOLD,
                airframe,
                gliding,
                fw_position_ned_m,
                fw_velocity_ned_mps,
            )
        return STAGE_STAY
    if takes_off(command):
        # A height that is none: the parameter's, or none at all where it flies already.
        rises = d < here_d - CLIMB_MARGIN_M
        if on_surface(airframe) or (airborne and not rises):
            return STAGE_DONE
        down = d if rises else takeoff_down_m
        begin_takeoff(fw_leg, fw_leg_count, fw_leg_time_s, j, down, p4, airborne, fw_position_ned_m)
        return STAGE_GO
    if lands(command) or command == NAV_RETURN:
        stage = STAGE_GO if airborne else STAGE_DONE
    elif not airborne:
        stage = STAGE_LIFT
        begin_takeoff(
            fw_leg, fw_leg_count, fw_leg_time_s, j, takeoff_down_m, NAN, False, fw_position_ned_m
        )
    if stage != STAGE_GO or command == NAV_RETURN:
        return stage

    # No place: here.
    n = n if is_number(n) else here_n
    e = e if is_number(e) else here_e
    d = d if is_number(d) else here_d
    radius = p3 if told(p3) else 0.0
    yaw = p4 if yaw_rule == YAW_ITEM else NAN
    yaw = atan2(e - here_e, n - here_n) if yaw_rule == YAW_AHEAD else yaw
    if lands(command):
        # A wing makes its own approach; others go above the place first.
        wing = gliding and airframe != AIRFRAME_VTOL
        there = wing or distance(n - here_n, e - here_e, 0.0) < LAND_NEAR_M
        kind = LEG_LAND if there else LEG_GO
        kind = LEG_PASS if gliding and not there else kind
        d = d if there else here_d
        stage = STAGE_STAY if there else STAGE_GO
    else:
        turns = command == NAV_LOITER_TURNS and radius == 0.0
        radius = circle_radius_m if turns else radius
        kind = leg_of(command, p1, radius, airframe, gliding, may_pass, last)
    start_leg(fw_leg, fw_leg_count, fw_leg_time_s, j, kind, n, e, d)
    fw_leg[LEG_RADIUS * W + j] = radius if kind == LEG_ORBIT else 0.0
    fw_leg[LEG_YAW * W + j] = yaw if has_rotors(airframe) else NAN
    fw_leg[LEG_JOINED * W + j] = joined
    return stage
