"""Legs: what a mode wants done next, before it becomes a phase and a goal.

Modes start legs, goals.py turns the leg under way into phase, level and goal. So a pause, a thing
to look at or a moving target is handled once, for all modes.
"""

from math import sqrt

from simloop.firmware.airframes import (
    AIRFRAME_MULTIROTOR,
    AIRFRAME_ROVER,
    AIRFRAME_VTOL,
    AIRFRAME_WING,
)
from simloop.firmware.maths import clamp
from simloop.firmware.phases import PHASE_SPIN_UP
from simloop.firmware.row import Row
from simloop.firmware.vector import Quaternion

# Lanes per block; compiled copies set it.
W = 1

# Kinds of leg, the first number of fw_leg.
LEG_REST = 0.0
LEG_PILOT = 1.0
LEG_OFFBOARD = 2.0
LEG_HOLD = 3.0
LEG_GO = 4.0
LEG_PASS = 5.0
LEG_ORBIT = 6.0
LEG_RETURN = 7.0
LEG_RETRACE = 8.0
LEG_TAKEOFF = 9.0
LEG_LAND = 10.0

# Places in fw_leg; north, east and down are 1 to 3.
LEG_RADIUS = 4
LEG_YAW = 5
LEG_SPEED = 6
LEG_JOINED = 7

NAN = float("nan")
ROTOR_SPIN_UP_S = 1.0
STOP_DECELERATION_MPS2 = 2.0
ROVER_DECELERATION_MPS2 = 1.0
LONGEST_STOP_M = 50.0
CLIMB_MARGIN_M = 0.5
# A wing levels out gently below the height it climbs to.
WING_CLIMB_MARGIN = 0.05


def start_leg(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    kind: float,
    north_m: float,
    east_m: float,
    down_m: float,
) -> None:
    """Begin a leg of lane j; what else it needs is written into fw_leg afterwards."""
    fw_leg[j] = kind
    fw_leg[W + j] = north_m
    fw_leg[2 * W + j] = east_m
    fw_leg[3 * W + j] = down_m
    fw_leg[LEG_RADIUS * W + j] = 0.0
    fw_leg[LEG_YAW * W + j] = NAN
    fw_leg[LEG_SPEED * W + j] = 0.0
    fw_leg[LEG_JOINED * W + j] = 0.0
    fw_leg_count[j] = fw_leg_count[j] + 1.0
    fw_leg_time_s[j] = 0.0


def start_here(
    fw_leg: Row,
    fw_leg_count: Row,
    fw_leg_time_s: Row,
    j: int,
    kind: float,
    airframe: float,
    gliding: bool,
    fw_position_ned_m: Row,
    fw_velocity_ned_mps: Row,
) -> None:
    """Begin a leg at the place where it can stop; what cannot stop stays around here."""
    speed = 0.0 if gliding else speed_of(fw_velocity_ned_mps, j)
    start_leg(
        fw_leg,
        fw_leg_count,
        fw_leg_time_s,
        j,
        kind,
        stop_place(airframe, fw_position_ned_m[j], fw_velocity_ned_mps[j], speed),
        stop_place(airframe, fw_position_ned_m[W + j], fw_velocity_ned_mps[W + j], speed),
        stop_place(airframe, fw_position_ned_m[2 * W + j], fw_velocity_ned_mps[2 * W + j], speed),
    )


def on_surface(airframe: float) -> bool:
    """Does it drive or swim, so that it needs no take-off?"""
    return airframe >= AIRFRAME_ROVER


def glides(airframe: float, vtol_request: float) -> bool:
    """Does it need speed to stay up?"""
    cruising = (airframe == AIRFRAME_VTOL) & (vtol_request == 2.0)
    return (airframe == AIRFRAME_WING) | cruising


def has_rotors(airframe: float) -> bool:
    """Does it lift off on rotors?"""
    return (airframe == AIRFRAME_MULTIROTOR) | (airframe == AIRFRAME_VTOL)


def able(airframe: float, armed: float, flying: float, phase: float, phase_time_s: float) -> bool:
    """May a mode begin to move it: flying, or on the ground with its rotors spun up?"""
    spin_up_s = ROTOR_SPIN_UP_S if has_rotors(airframe) else 0.0
    spun_up = (phase == PHASE_SPIN_UP) & (phase_time_s >= spin_up_s)
    return (armed > 0.0) & ((flying > 0.0) | spun_up)


def stop_place(airframe: float, place: float, velocity_mps: float, speed_mps: float) -> float:
    """Where one coordinate will be when it has come to a stop."""
    surface = on_surface(airframe)
    deceleration = ROVER_DECELERATION_MPS2 if surface else STOP_DECELERATION_MPS2
    ahead = velocity_mps * speed_mps / (2.0 * deceleration)
    return place + clamp(ahead, -LONGEST_STOP_M, LONGEST_STOP_M)


def speed_of(fw_velocity_ned_mps: Row, j: int) -> float:
    """Speed over ground, all three axes."""
    n = fw_velocity_ned_mps[j]
    e = fw_velocity_ned_mps[W + j]
    d = fw_velocity_ned_mps[2 * W + j]
    return sqrt(n * n + e * e + d * d)


def climbed(airframe: float, flying: float, down_m: float, goal_m: float, home_m: float) -> bool:
    """Is the height of a take-off reached?"""
    gentle = WING_CLIMB_MARGIN * (home_m - goal_m) if airframe == AIRFRAME_WING else 0.0
    margin = CLIMB_MARGIN_M + (gentle if gentle > 0.0 else 0.0)
    return (flying > 0.0) & (down_m < goal_m + margin)


def is_number(value: float) -> bool:
    """Is it told? NaN says that it is not."""
    return abs(value) >= 0.0


def distance(n: float, e: float, d: float) -> float:
    """Length of a vector."""
    return sqrt(n * n + e * e + d * d)


def heading_of(attitude: Quaternion) -> tuple[float, float]:
    """Cosine and sine of the heading, times the level share of the nose."""
    w, x, y, z = attitude
    return 1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z + x * y)


def old_heading_of(fw_attitude_wxyz: Row, j: int) -> tuple[float, float]:
    """Cosine and sine of the heading, times the level share of the nose."""
    w = fw_attitude_wxyz[j]
    x = fw_attitude_wxyz[W + j]
    y = fw_attitude_wxyz[2 * W + j]
    z = fw_attitude_wxyz[3 * W + j]
    return 1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z + x * y)
