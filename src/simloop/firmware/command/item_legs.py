"""How a mission item begins: as a leg, or as nothing at all."""

from simloop.firmware.codes import Airframe
from simloop.firmware.command.items import Nav, lands, takes_off
from simloop.firmware.command.legs import (
    CLIMB_MARGIN_M,
    LegKind,
    glides,
    has_rotors,
    is_airborne,
    is_number,
    level_distance,
    on_surface,
    place_or,
    start_here,
    start_leg,
)
from simloop.firmware.command.mode_legs import signed_radius
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Item
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import Legs


class ItemStage:
    """Column fw_item_stage: to be found, before take-off, on the way, there; all done."""

    FIND = 0.0
    LIFT = 1.0
    GO = 2.0
    STAY = 3.0
    OVER = 4.0
    # Nothing to do: the item is done as it begins.
    DONE = 5.0


YAW_ITEM = 1.0
YAW_AHEAD = 2.0
NAN = float("nan")
# A landing place so near is reached while sinking.
LAND_NEAR_M = 2.0


def begin_item(item: Item, last: bool, plan: Plan, craft: Craft, legs: Mut[Legs]) -> float:
    """Begin an item: the stage it is in then."""
    airframe = craft.airframe
    airborne = is_airborne(craft)
    gliding = glides(airframe, plan.vtol_request)
    if item.command == Nav.DELAY:
        if airborne:
            start_here(legs, LegKind.HOLD, craft, gliding)
        return ItemStage.STAY
    top_down = craft.home_ned_m.z - plan.takeoff_altitude_m
    if takes_off(item.command):
        return begin_rise(item, craft, airborne, top_down, legs)
    if item.command == Nav.RETURN or (lands(item.command) and not airborne):
        return ItemStage.GO if airborne else ItemStage.DONE
    if not airborne:
        rise(legs, LegKind.TAKEOFF, craft, top_down, NAN)
        return ItemStage.LIFT
    yaw = yaw_of(item, craft, plan)
    if lands(item.command):
        return begin_landing(item, craft, gliding, yaw, plan, legs)
    radius = item.p3 if told(item.p3) else 0.0
    if item.command == Nav.LOITER_TURNS and radius == 0.0:
        radius = signed_radius(plan)
    may_pass = not last and (plan.waypoint_pass > 0.0 or on_surface(airframe))
    kind = leg_of(item, radius, gliding, may_pass)
    place = place_or(item.place_ned_m(), craft.position_ned_m)
    orbit = radius if kind == LegKind.ORBIT else 0.0
    start_leg(legs, kind, place, orbit, yaw, joined=plan.joined)
    return ItemStage.GO


def begin_rise(
    item: Item, craft: Craft, airborne: bool, top_down_m: float, legs: Mut[Legs]
) -> float:
    """Take off, or climb where it flies already."""
    # A height that is none: the parameter's, or none at all where it flies already.
    rises = item.down_m < craft.position_ned_m.z - CLIMB_MARGIN_M
    if on_surface(craft.airframe) or (airborne and not rises):
        return ItemStage.DONE
    kind = LegKind.HOLD if airborne else LegKind.TAKEOFF
    rise(legs, kind, craft, item.down_m if rises else top_down_m, item.p4)
    return ItemStage.GO


def rise(legs: Mut[Legs], kind: float, craft: Craft, down_m: float, yaw_rad: float) -> None:
    """Climb straight up, from the ground or in the air."""
    start_leg(legs, kind, craft.position_ned_m.with_z(down_m), yaw_rad=yaw_rad)


def begin_landing(
    item: Item, craft: Craft, gliding: bool, yaw_rad: float, plan: Plan, legs: Mut[Legs]
) -> float:
    """A wing makes its own approach; others go above the place first."""
    here = craft.position_ned_m
    place = place_or(item.place_ned_m(), here)
    wing = gliding and craft.airframe != Airframe.VTOL
    there = wing or level_distance(place, here) < LAND_NEAR_M
    kind = LegKind.PASS if gliding else LegKind.GO
    kind = LegKind.LAND if there else kind
    above = place if there else place.with_z(here.z)
    start_leg(legs, kind, above, yaw_rad=yaw_rad, joined=plan.joined)
    return ItemStage.STAY if there else ItemStage.GO


def leg_of(item: Item, radius_m: float, gliding: bool, may_pass: bool) -> float:
    """The kind of leg that an item with a place begins with."""
    if item.command == Nav.LOITER_TURNS and radius_m != 0.0:
        return LegKind.ORBIT
    if item.command != Nav.WAYPOINT:
        return LegKind.ORBIT if gliding and radius_m != 0.0 else LegKind.GO
    stays = item.p1 > 0.0
    # Whoever needs no stop goes through; at the end of the mission all stop who can.
    return LegKind.PASS if (gliding or may_pass) and not stays else LegKind.GO


def yaw_of(item: Item, craft: Craft, plan: Plan) -> float:
    """Where to look on the way, for those that can choose."""
    if not has_rotors(craft.airframe):
        return NAN
    if plan.waypoint_yaw == YAW_AHEAD:
        here = craft.position_ned_m
        return (place_or(item.place_ned_m(), here) - here).xy().bearing()
    return item.p4 if plan.waypoint_yaw == YAW_ITEM else NAN


def told(value: float) -> bool:
    """Is it a number, and not 0 for "none"?"""
    return is_number(value) and value != 0.0
