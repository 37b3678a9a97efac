"""Legs: what a mode wants done next, before it becomes a phase and a goal.

Modes start legs, goals.py turns the leg under way into phase, level and goal. So a pause, a thing
to look at or a moving target is handled once, for all modes.
"""

from simloop.firmware.codes import Airframe, Phase, VtolRequest
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.mission import Leg, Legs
from simloop.firmware.vector import Vec3


class LegKind:
    """Kinds of leg."""

    REST = 0.0
    PILOT = 1.0
    OFFBOARD = 2.0
    HOLD = 3.0
    GO = 4.0
    PASS = 5.0
    ORBIT = 6.0
    RETURN = 7.0
    RETRACE = 8.0
    TAKEOFF = 9.0
    LAND = 10.0


NAN = float("nan")
ROTOR_SPIN_UP_S = 1.0
STOP_DECELERATION_MPS2 = 2.0
ROVER_DECELERATION_MPS2 = 1.0
LONGEST_STOP_M = 50.0
CLIMB_MARGIN_M = 0.5
# A wing levels out gently below the height it climbs to.
WING_CLIMB_MARGIN = 0.05


def start_leg(
    legs: Mut[Legs],
    kind: float,
    place_ned_m: Vec3,
    radius_m: float = 0.0,
    yaw_rad: float = NAN,
    speed_mps: float = 0.0,
    joined: float = 0.0,
) -> None:
    """Begin a leg."""
    legs.now = Leg(kind, *place_ned_m, radius_m, yaw_rad, speed_mps, joined)
    legs.count += 1.0
    legs.time_s = 0.0


def start_here(legs: Mut[Legs], kind: float, craft: Craft, gliding: bool) -> None:
    """Begin a leg at the place where it can stop; what cannot stop stays around here."""
    start_leg(legs, kind, stop_place(craft, gliding))


def stop_place(craft: Craft, gliding: bool) -> Vec3:
    """Where it will be when it has come to a stop."""
    surface = on_surface(craft.airframe)
    deceleration = ROVER_DECELERATION_MPS2 if surface else STOP_DECELERATION_MPS2
    velocity = craft.velocity_ned_mps
    speed = 0.0 if gliding else velocity.norm()
    ahead = Vec3(
        velocity.x * speed / (2.0 * deceleration),
        velocity.y * speed / (2.0 * deceleration),
        velocity.z * speed / (2.0 * deceleration),
    )
    return craft.position_ned_m + ahead.clamped(LONGEST_STOP_M)


def on_surface(airframe: float) -> bool:
    """Does it drive or swim, so that it needs no take-off?"""
    return airframe >= Airframe.ROVER


def glides(airframe: float, vtol_request: float) -> bool:
    """Does it need speed to stay up?"""
    return airframe == Airframe.WING or (
        airframe == Airframe.VTOL and vtol_request == VtolRequest.CRUISE
    )


def has_rotors(airframe: float) -> bool:
    """Does it lift off on rotors?"""
    return airframe in (Airframe.MULTIROTOR, Airframe.VTOL)


def is_airborne(craft: Craft) -> bool:
    """Is it on its way, in the air or on a surface that is its element?"""
    return craft.flying > 0.0 or on_surface(craft.airframe)


def able(craft: Craft) -> bool:
    """May a mode begin to move it: flying, or on the ground with its rotors spun up?"""
    spin_up_s = ROTOR_SPIN_UP_S if has_rotors(craft.airframe) else 0.0
    spun_up = craft.phase == Phase.SPIN_UP and craft.phase_time_s >= spin_up_s
    return craft.armed > 0.0 and (craft.flying > 0.0 or spun_up)


def climbed(craft: Craft, goal_down_m: float) -> bool:
    """Is the height of a take-off reached?"""
    height = craft.home_ned_m.z - goal_down_m
    gentle = WING_CLIMB_MARGIN * height if craft.airframe == Airframe.WING else 0.0
    margin = CLIMB_MARGIN_M + (gentle if gentle > 0.0 else 0.0)
    return craft.flying > 0.0 and craft.position_ned_m.z < goal_down_m + margin


def is_number(value: float) -> bool:
    """Is it told? NaN says that it is not."""
    return abs(value) >= 0.0


def told_or(value: float, otherwise: float) -> float:
    """The value, or something else for NaN."""
    return value if is_number(value) else otherwise


def place_or(place: Vec3, otherwise: Vec3) -> Vec3:
    """A place, and of another what is not told of it."""
    return Vec3(
        told_or(place.x, otherwise.x), told_or(place.y, otherwise.y), told_or(place.z, otherwise.z)
    )


def level_distance(a: Vec3, b: Vec3) -> float:
    """How far apart two places are on the map."""
    return (a - b).xy().norm()
