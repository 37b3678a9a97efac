"""Mission items: what they are, and which of them take time."""

from simloop.firmware.fields.command import ITEM_SIZE, Item, MissionItems
from simloop.firmware.maths import smaller

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

# Those that happen at once.
CONDITION_DELAY = 112.0
DO_JUMP = 177.0
DO_CHANGE_SPEED = 178.0
DO_SET_SERVO = 183.0
DO_SET_ROI_LOCATION = 195.0
DO_SET_ROI_NONE = 197.0
DO_SET_ROI = 201.0
DO_VTOL_TRANSITION = 3000.0


def item_at(items: MissionItems, k: int) -> Item:
    """Item k, counted from 0."""
    row, first = items.item, ITEM_SIZE * k
    return Item(
        row[first],
        row[first + 1],
        row[first + 2],
        row[first + 3],
        row[first + 4],
        row[first + 5],
        row[first + 6],
        row[first + 7],
    )


def count_of(items: MissionItems) -> float:
    """How many there are, and no more than there is room for."""
    return smaller(items.item_count, float(len(items.item) // ITEM_SIZE))


def takes_time(command: float) -> bool:
    """Is it an item that the next one waits for?"""
    others = command in (NAV_VTOL_TAKEOFF, NAV_VTOL_LAND, NAV_DELAY)
    return (command >= NAV_WAYPOINT and command <= NAV_TAKEOFF) or others


def takes_off(command: float) -> bool:
    """Is it a take-off?"""
    return command in (NAV_TAKEOFF, NAV_VTOL_TAKEOFF)


def lands(command: float) -> bool:
    """Is it a landing?"""
    return command in (NAV_LAND, NAV_VTOL_LAND)
