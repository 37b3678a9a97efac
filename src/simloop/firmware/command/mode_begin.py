"""How a mode without a plan begins: hold, guided, circle, follow, take-off, landing, sticks."""

from math import sqrt

from simloop.firmware.command.legs import (
    LEG_GO,
    LEG_HOLD,
    LEG_LAND,
    LEG_ORBIT,
    LEG_PILOT,
    LEG_RADIUS,
    LEG_REST,
    LEG_SPEED,
    LEG_TAKEOFF,
    LEG_YAW,
    able,
    glides,
    old_heading_of,
    on_surface,
    start_here,
    start_leg,
)
from simloop.firmware.modes import (
    MODE_AUTO,
    MODE_CIRCLE,
    MODE_FOLLOW,
    MODE_GUIDED,
    MODE_LAND,
    MODE_LOITER,
    MODE_POSITION,
    MODE_RTL,
    MODE_SMART_RTL,
    MODE_TAKEOFF,
)
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

HOVER = 1.0


def has_plan(mode: float) -> bool:
    """Do other tasks give this mode its legs?"""
    return (mode == MODE_AUTO) | (mode == MODE_RTL) | (mode == MODE_SMART_RTL)


def first_leg(
    mode: float,
    airframe: float,
    airborne: bool,
    takeoff_wanted_m: float,
    target_used: float,
    circle_radius_m: float,
) -> float:
    """The kind of leg with which a mode begins."""
    if mode <= MODE_POSITION:
        return LEG_PILOT
    if not airborne:
        lifts = mode == MODE_TAKEOFF or (mode == MODE_GUIDED and takeoff_wanted_m > 0.0)
        return LEG_TAKEOFF if lifts else LEG_REST
    if mode == MODE_LAND:
        return LEG_LAND
    if mode == MODE_CIRCLE and circle_radius_m > 0.0:
        return LEG_ORBIT
    # A rover on hold stands; told to loiter, it comes back to its place.
    goes = (mode == MODE_LOITER and on_surface(airframe)) or mode == MODE_FOLLOW
    return LEG_GO if goes or (mode == MODE_GUIDED and target_used > 0.0) else LEG_HOLD


def begin_target(fw_leg: Row, fw_leg_count: Row, fw_leg_time_s: Row, j: int, target: Row) -> None:
    """Go where guided mode was told to, or around it."""
    radius = target[5 * W + j]
    start_leg(
        fw_leg,
        fw_leg_count,
        fw_leg_time_s,
        j,
        LEG_GO if radius == 0.0 else LEG_ORBIT,
        target[j],
        target[W + j],
        target[2 * W + j],
    )
    fw_leg[LEG_RADIUS * W + j] = radius
    fw_leg[LEG_YAW * W + j] = target[3 * W + j]
    fw_leg[LEG_SPEED * W + j] = target[4 * W + j]


def begin_circle(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    radius_m: float,
    direction: float,
    speed_mps: float,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
) -> None:
    """Circle around a place straight ahead."""
    c, s = old_heading_of(fw_attitude_wxyz, j)
    level = sqrt(c * c + s * s)
    share = radius_m / level if level > 1e-6 else 0.0
    start_leg(
        fw_leg,
        fw_leg_count,
        fw_leg_time_s,
        j,
        LEG_ORBIT,
        fw_position_ned_m[j] + share * c,
        fw_position_ned_m[W + j] + share * s,
        fw_position_ned_m[2 * W + j],
    )
    fw_leg[LEG_RADIUS * W + j] = radius_m if direction == 0.0 else -radius_m
    fw_leg[LEG_SPEED * W + j] = speed_mps


def begin_takeoff(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    height_m: float,
    yaw_rad: float,
    fw_position_ned_m: Row,
    fw_home_ned_m: Row,
) -> None:
    """Rise from where it stands to a height above home."""
    start_leg(
        fw_leg,
        fw_leg_count,
        fw_leg_time_s,
        j,
        LEG_TAKEOFF,
        fw_position_ned_m[j],
        fw_position_ned_m[W + j],
        fw_home_ned_m[2 * W + j] - height_m,
    )
    fw_leg[LEG_YAW * W + j] = yaw_rad


def begin_mode(
    fw_takeoff_altitude_m: Row,
    fw_circle_radius_m: Row,
    fw_circle_speed_mps: Row,
    fw_circle_direction: Row,
    fw_airframe: Row,
    fw_attitude_wxyz: Row,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_phase_time_s: Row,
    fw_home_ned_m: Row,
    fw_target: Row,
    fw_target_used: Row,
    fw_takeoff_yaw_rad: Row,
    fw_takeoff_wanted_m: Row,
    fw_vtol_request: Row,
    fw_mode_begun: Row,
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
) -> None:
    """Give a mode that was entered its first leg, as soon as the vehicle is able to."""
    for j in range(W):
        mode = fw_mode[j]
        airframe = fw_airframe[j]
        ready = able(airframe, fw_armed[j], fw_flying[j], fw_phase[j], fw_phase_time_s[j])
        if has_plan(mode) or not ready or fw_mode_begun[j] == mode:
            continue
        leg = first_leg(
            mode,
            airframe,
            fw_flying[j] > 0.0 or on_surface(airframe),
            fw_takeoff_wanted_m[j],
            fw_target_used[j],
            fw_circle_radius_m[j],
        )
        rotors = (leg == LEG_TAKEOFF) | (leg == LEG_LAND)
        fw_vtol_request[j] = HOVER if rotors else fw_vtol_request[j]
        gliding = glides(airframe, fw_vtol_request[j])
        if leg == LEG_TAKEOFF:
            height = fw_takeoff_wanted_m[j]
            begin_takeoff(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                height if height > 0.0 else fw_takeoff_altitude_m[j],
                fw_takeoff_yaw_rad[j],
                fw_position_ned_m,
                fw_home_ned_m,
            )
        elif leg == LEG_GO and mode == MODE_GUIDED:
            begin_target(fw_leg, fw_leg_count, fw_leg_time_s, j, fw_target)
        elif leg == LEG_ORBIT:
            begin_circle(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                fw_circle_radius_m[j],
                fw_circle_direction[j],
                0.0 if gliding else fw_circle_speed_mps[j],
                fw_attitude_wxyz,
                fw_position_ned_m,
            )
        else:
            start_here(
                fw_leg,
                fw_leg_count,
                fw_leg_time_s,
                j,
                leg,
                airframe,
                gliding,
                fw_position_ned_m,
                fw_velocity_ned_mps,
            )
        fw_takeoff_wanted_m[j] = -1.0
        fw_mode_begun[j] = mode
