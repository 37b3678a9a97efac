"""Where a mission leads after its present goal, for vehicles that slow down before corners."""

from simloop.firmware.command.item_legs import NAV_LOITER_TIME, NAV_RETURN, NAV_WAYPOINT, takes_time
from simloop.firmware.command.legs import is_number
from simloop.firmware.command.mission_actions import DO_JUMP
from simloop.firmware.maths import smaller
from simloop.firmware.modes import MODE_AUTO
from simloop.firmware.phases import PHASE_WAYPOINT
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1
# Most items of a mission; compiled copies set it.
ITEMS = 50

# Actions between two places are few; more than so many are not looked over.
LOOKS = 8


def item_after(fw_item: Row, j: int, index: float, count: float) -> float:
    """The next item that takes time, or -1 if there is none or a jump comes first."""
    k = index + 1.0
    for _ in range(LOOKS):
        if k >= count:
            return -1.0
        command = fw_item[8 * int(k) * W + j]
        if takes_time(command) or command == DO_JUMP:
            return -1.0 if command == DO_JUMP else k
        k = k + 1.0
    return -1.0


def look_ahead(
    fw_item: Row,
    fw_item_count: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_waypoint_index: Row,
    fw_home_ned_m: Row,
    fw_next_ned_m: Row,
    fw_next_known: Row,
) -> None:
    """Tell the place after the goal, if the mission has one."""
    for j in range(W):
        fw_next_known[j] = 0.0
        if fw_mode[j] != MODE_AUTO or fw_phase[j] != PHASE_WAYPOINT:
            continue
        count = smaller(fw_item_count[j], float(ITEMS))
        k = item_after(fw_item, j, fw_waypoint_index[j], count)
        if k < 0.0:
            continue
        first = 8 * int(k)
        command = fw_item[first * W + j]
        placed = command >= NAV_WAYPOINT and command <= NAV_LOITER_TIME
        n = fw_item[(first + 5) * W + j]
        e = fw_item[(first + 6) * W + j]
        known = placed and is_number(n) and is_number(e)
        for axis in range(3):
            home = fw_home_ned_m[axis * W + j]
            place = fw_item[(first + 5 + axis) * W + j]
            fw_next_ned_m[axis * W + j] = place if known else home
        fw_next_known[j] = 1.0 if known or command == NAV_RETURN else 0.0
