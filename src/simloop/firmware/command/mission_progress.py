"""How far the mission item under way is, when the next one is due, and what comes after it."""

from simloop.firmware.codes import Airframe, Mode, Phase, VtolRequest
from simloop.firmware.command.answers import post
from simloop.firmware.command.item_legs import ItemStage
from simloop.firmware.command.items import Do, Nav, count_of, item_at, lands, takes_off, takes_time
from simloop.firmware.command.legs import (
    LegKind,
    able,
    climbed,
    glides,
    is_number,
    start_here,
    start_leg,
)
from simloop.firmware.command.mode_requests import forget_jumps
from simloop.firmware.command.reasons import Event
from simloop.firmware.command.way_home import RETURN_STAY
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Item, Notices
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import Legs, WayHome
from simloop.firmware.fields.surface import WayAhead
from simloop.firmware.maths import TWO_PI, wrap_pi

# Actions between two places are few; more than so many are not looked over.
LOOKS = 8
NO_ITEM = -1.0


def watch_item(
    period_s: float,
    craft: Mut[Craft],
    plan: Mut[Plan],
    way: WayHome,
    legs: Mut[Legs],
    notices: Mut[Notices],
) -> None:
    """Begin the mission or watch its item; the next one is to be found when it is done."""
    # Another mission starts at its beginning.
    if plan.known != plan.item_count:
        plan.known = plan.item_count
        plan.done = 1.0
        begin_mission(plan, craft)
    airframe = craft.airframe
    begun = plan.mode_begun == Mode.AUTO
    # What is begun is forgotten when it is disarmed: one pass later.
    landed = craft.phase == Phase.LANDED and begun
    if craft.mode != Mode.AUTO or not (able(craft) or landed):
        return
    if not begun:
        plan.mode_begun = Mode.AUTO
        begin_mission(plan, craft)
        kind = LegKind.HOLD if craft.flying > 0.0 else LegKind.REST
        start_here(legs, kind, craft, glides(airframe, plan.vtol_request))
    stage, index = plan.stage, craft.waypoint_index
    beyond = index >= count_of(plan)
    if stage in (ItemStage.FIND, ItemStage.OVER) or beyond or plan.paused > 0.0:
        plan.stage = ItemStage.FIND if beyond and stage != ItemStage.OVER else stage
        return

    item = item_at(plan, int(index))
    risen = climbed(craft, legs.now.down_m)
    # Guidance has seen the leg's goal once the leg is older than one pass.
    reached = craft.goal_reached > 0.0 and legs.time_s > 1.5 * period_s
    done = stage == ItemStage.DONE
    if stage == ItemStage.LIFT:
        # High enough for the item itself.
        plan.stage = ItemStage.FIND if risen else stage
    elif takes_off(item.command):
        done = done or risen
        if done and item.command == Nav.VTOL_TAKEOFF and airframe == Airframe.VTOL:
            plan.vtol_request = VtolRequest.CRUISE
    elif item.command == Nav.RETURN:
        done = done or landed or way.return_stage == RETURN_STAY
    elif lands(item.command):
        done = done or landed
        if reached and stage == ItemStage.GO:
            # Above the place, go down.
            plan.vtol_request = VtolRequest.HOVER
            start_leg(legs, LegKind.LAND, legs.now.place_ned_m().with_z(item.down_m))
            plan.stage = ItemStage.STAY
    elif not done:
        done = watch_stay(period_s, item, reached, craft, legs, plan)

    if done:
        post(notices, Event.ITEM_REACHED, index)
        craft.waypoint_index = index + 1.0
        plan.stage = ItemStage.FIND
        plan.joined = 1.0
        plan.returns = 0.0


def begin_mission(plan: Mut[Plan], craft: Mut[Craft]) -> None:
    """A mission that was flown begins anew, one that was left goes on."""
    if plan.done > 0.0:
        craft.waypoint_index = 0.0
        forget_jumps(plan)
    plan.done = 0.0
    plan.stage = ItemStage.FIND
    plan.joined = 0.0
    plan.returns = 0.0


def watch_stay(
    period_s: float, item: Item, reached: bool, craft: Craft, legs: Legs, plan: Mut[Plan]
) -> bool:
    """Count time or turns at the item's place; True when it is done."""
    leg = legs.now
    off = craft.position_ned_m - leg.place_ned_m()
    waits = item.command == Nav.DELAY
    there = is_there(leg.kind, reached, off.norm(), item.p2) or waits
    # Around an orbit, and while waiting, time goes on; at a place it counts from the last arrival.
    stayed = plan.stage == ItemStage.STAY
    counts = there or ((leg.kind == LegKind.ORBIT or waits) and stayed)
    # Where on its orbit it is.
    bearing = off.xy().bearing()
    step = wrap_pi(bearing - plan.bearing_rad)
    step = step if leg.radius_m > 0.0 else -step
    plan.turned_rad += step if counts and stayed else 0.0
    plan.time_s = plan.time_s + period_s if counts else 0.0
    plan.stage = ItemStage.STAY if counts else ItemStage.GO
    plan.bearing_rad = bearing
    return counts and stay_is_over(item, leg.kind, plan)


def is_there(kind: float, reached: bool, off_m: float, accept_m: float) -> bool:
    """Has the leg's place been reached, by the item's own radius if it has one?"""
    near = accept_m > 0.0 and off_m < accept_m
    if kind == LegKind.ORBIT:
        return reached
    if kind == LegKind.PASS:
        return reached or near
    return near if accept_m > 0.0 else reached


def stay_is_over(item: Item, kind: float, plan: Plan) -> bool:
    """Has the item been at its place for long enough?"""
    if item.command == Nav.LOITER_UNLIM:
        return False
    if item.command == Nav.LOITER_TURNS:
        return kind != LegKind.ORBIT or plan.turned_rad >= TWO_PI * item.p1
    return not (plan.time_s <= item.p1)


def look_ahead(plan: Plan, craft: Craft, ahead: Mut[WayAhead]) -> None:
    """Tell the place after the goal, if the mission has one."""
    ahead.next_known = 0.0
    if craft.mode != Mode.AUTO or craft.phase != Phase.WAYPOINT:
        return
    k = item_after(plan, craft.waypoint_index)
    if k == NO_ITEM:
        return
    item = item_at(plan, int(k))
    placed = item.command >= Nav.WAYPOINT and item.command <= Nav.LOITER_TIME
    known = placed and is_number(item.north_m) and is_number(item.east_m)
    ahead.next_ned_m = item.place_ned_m() if known else craft.home_ned_m
    ahead.next_known = known or item.command == Nav.RETURN


def item_after(plan: Plan, index: float) -> float:
    """The next item that takes time, or NO_ITEM if there is none or a jump comes first."""
    k = index + 1.0
    for _ in range(LOOKS):
        if k >= count_of(plan):
            return NO_ITEM
        command = item_at(plan, int(k)).command
        if takes_time(command) or command == Do.JUMP:
            return NO_ITEM if command == Do.JUMP else k
        k = k + 1.0
    return NO_ITEM
