"""Mission items: what they are, and which of them take time."""

from simloop.firmware.fields.command import ITEM_SIZE, Item
from simloop.firmware.fields.craft import Plan
from simloop.firmware.maths import smaller


class Nav:
    """Numbers of MAV_CMD that take time."""

    WAYPOINT = 16.0
    LOITER_UNLIM = 17.0
    LOITER_TURNS = 18.0
    LOITER_TIME = 19.0
    RETURN = 20.0
    LAND = 21.0
    TAKEOFF = 22.0
    VTOL_TAKEOFF = 84.0
    VTOL_LAND = 85.0
    DELAY = 93.0


class Do:
    """Numbers of MAV_CMD that happen at once."""

    CONDITION_DELAY = 112.0
    JUMP = 177.0
    CHANGE_SPEED = 178.0
    SET_SERVO = 183.0
    SET_ROI_LOCATION = 195.0
    SET_ROI_NONE = 197.0
    SET_ROI = 201.0
    VTOL_TRANSITION = 3000.0


def item_at(plan: Plan, k: int) -> Item:
    """Item k, counted from 0."""
    row, first = plan.item, ITEM_SIZE * k
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


def count_of(plan: Plan) -> float:
    """How many there are, and no more than there is room for."""
    return smaller(plan.item_count, float(len(plan.item) // ITEM_SIZE))


def takes_time(command: float) -> bool:
    """Is it an item that the next one waits for?"""
    others = command in (Nav.VTOL_TAKEOFF, Nav.VTOL_LAND, Nav.DELAY)
    return (command >= Nav.WAYPOINT and command <= Nav.TAKEOFF) or others


def takes_off(command: float) -> bool:
    """Is it a take-off?"""
    return command in (Nav.TAKEOFF, Nav.VTOL_TAKEOFF)


def lands(command: float) -> bool:
    """Is it a landing?"""
    return command in (Nav.LAND, Nav.VTOL_LAND)
