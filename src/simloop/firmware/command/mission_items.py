"""From item to item: actions are done, an item that takes time begins, or the mission ends."""

from simloop.firmware.codes import Airframe, Mode, Phase, VtolRequest
from simloop.firmware.command.answers import post
from simloop.firmware.command.item_legs import ItemStage, begin_item
from simloop.firmware.command.items import Do, Nav, count_of, item_at, takes_off, takes_time
from simloop.firmware.command.legs import LegKind, is_airborne, start_leg
from simloop.firmware.command.mission_actions import NO_ACTION, act, after_jump, can_jump
from simloop.firmware.command.reasons import Event
from simloop.firmware.command.way_home import RETURN_FRESH
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import Legs, WayHome
from simloop.firmware.maths import larger

END_RETURN = 1.0
END_LAND = 2.0
# Items looked at in one pass: a mission of nothing but jumps must not stop the clock.
LOOKS = 32


def fly_mission(
    plan: Mut[Plan], craft: Mut[Craft], way: Mut[WayHome], legs: Mut[Legs], notices: Mut[Notices]
) -> None:
    """Where an item is to be found, find and begin it."""
    flies = craft.mode == Mode.AUTO and plan.mode_begun == Mode.AUTO
    if not flies or plan.stage != ItemStage.FIND or plan.paused > 0.0:
        return
    count = count_of(plan)
    # On the ground after a landing, what follows waits until it is armed again.
    landed = craft.phase == Phase.LANDED
    if landed and craft.waypoint_index < count:
        return
    airborne = is_airborne(craft)
    plan.action_next = NO_ACTION
    index = find_item(craft.waypoint_index, plan, craft, notices)
    if index >= count:
        index = larger(count - 1.0, 0.0)
        plan.stage = ItemStage.OVER
        plan.done = 1.0
        post(notices, Event.MISSION_FINISHED, index)
        if airborne and not landed:
            end_mission(plan.mission_end, plan, way, legs)
    else:
        item = item_at(plan, int(index))
        if takes_time(item.command):
            if craft.airframe == Airframe.VTOL and takes_off(item.command) and not airborne:
                plan.vtol_request = VtolRequest.HOVER
            last = index >= count - 1.0
            plan.stage = begin_item(item, last, plan, craft, legs)
            plan.returns = item.command == Nav.RETURN and airborne
            way.return_stage = RETURN_FRESH
            plan.joined = 0.0
            plan.time_s = 0.0
            plan.turned_rad = 0.0
    craft.waypoint_index = index


def find_item(index: float, plan: Mut[Plan], craft: Craft, notices: Mut[Notices]) -> float:
    """The next item that takes time; actions before it are done, or put off by a delay."""
    k = index
    count = count_of(plan)
    delayed = False
    for _ in range(LOOKS):
        if k >= count:
            return k
        i = int(k)
        item = item_at(plan, i)
        if takes_time(item.command):
            return k
        skipped = False
        if item.command == Do.JUMP:
            skipped = not can_jump(item.p1, count)
            k = after_jump(item, i, count, plan)
        else:
            if item.command == Do.CONDITION_DELAY and not delayed:
                delayed = True
                plan.action_next = k + 1.0
                plan.action_wait_s = item.p1
            elif not delayed:
                skipped = not act(item, craft, plan)
            k = k + 1.0
        if skipped:
            post(notices, Event.ITEM_SKIPPED, float(i))
    return k


def end_mission(end: float, plan: Mut[Plan], way: Mut[WayHome], legs: Mut[Legs]) -> None:
    """After the last item: stay where it led to, return, or land."""
    if end == END_RETURN:
        plan.returns = 1.0
        way.return_stage = RETURN_FRESH
        return
    start_leg(legs, LegKind.LAND if end == END_LAND else LegKind.HOLD, legs.now.place_ned_m())
    if end == END_LAND:
        plan.vtol_request = VtolRequest.HOVER
