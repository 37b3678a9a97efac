"""Where a mission leads after its present goal, for vehicles that slow down before corners."""

from simloop.firmware.codes import Mode, Phase
from simloop.firmware.command.components import Plan
from simloop.firmware.command.items import Do, Nav, count_of, item_at, takes_time
from simloop.firmware.command.legs import is_number
from simloop.firmware.component import Mut
from simloop.firmware.fields.craft import Craft
from simloop.firmware.fields.surface import WayAhead

# Actions between two places are few; more than so many are not looked over.
LOOKS = 8
NO_ITEM = -1.0


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
