"""Items of missions, fences and rally points, as they came, and where they lie."""

from dataclasses import dataclass
from enum import IntEnum
from math import isinf

from simloop.firmware.link.geodesy import Ned, Origin
from simloop.firmware.mavlink.definition import Message

E7 = 1e7
# Local places travel in 0.1 mm.
E4 = 1e4
UNDEFINED = 2**31 - 1
NAN = float("nan")


class MavFrame:
    """MAV_FRAME: heights above the sea or above home, places from the origin, no place at all."""

    SEA, LOCAL_NED, MISSION, HOME = range(4)
    ABSOLUTE, RELATIVE = (SEA, 5), (HOME, 6)
    GLOBAL = ABSOLUTE + RELATIVE


class Verdict(IntEnum):
    """What becomes of a plan or an item, as MAV_MISSION_RESULT; 0 is no fault."""

    ACCEPTED, ERROR, UNSUPPORTED_FRAME, UNSUPPORTED, NO_SPACE, INVALID, INVALID_PARAM_1 = range(7)
    INVALID_X, INVALID_Y, INVALID_Z, INVALID_SEQUENCE, DENIED, CANCELLED = range(10, 16)


class PlanCommand:
    """MAV_CMD of mission items that the firmware flies; see command/mission_items.py."""

    WAYPOINT, LOITER_UNLIMITED, LOITER_TURNS, LOITER_TIME = 16, 17, 18, 19
    RETURN, LAND, TAKEOFF = 20, 21, 22
    VTOL_TAKEOFF, VTOL_LAND = 84, 85
    DELAY, CONDITION_DELAY = 93, 112
    JUMP, CHANGE_SPEED, SET_SERVO = 177, 178, 183
    LOOK_AT_PLACE, LOOK_AHEAD, LOOK_AT = 195, 197, 201
    TRANSITION = 3000

    STAYS = (WAYPOINT, LOITER_UNLIMITED, LOITER_TURNS, LOITER_TIME)
    TAKEOFFS = (TAKEOFF, VTOL_TAKEOFF)
    PLACED = (*STAYS, *TAKEOFFS, LAND, VTOL_LAND, LOOK_AT_PLACE, LOOK_AT)
    ACTIONS = (DELAY, CONDITION_DELAY, JUMP, CHANGE_SPEED, SET_SERVO)
    UNPLACED = (RETURN, *ACTIONS, LOOK_AHEAD, TRANSITION)
    # Parameter 4 of these is a heading; of other places it is none.
    YAWED = (WAYPOINT, LOITER_UNLIMITED, *TAKEOFFS, LAND, VTOL_LAND)


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One item, number for number as it was sent; x and y as in MISSION_ITEM_INT."""

    command: int
    frame: int
    params: tuple[float, float, float, float]
    x: int
    y: int
    z: float
    autocontinue: int = 1

    @property
    def whole_scale(self) -> float:
        """How many units of x and y make one degree or one metre."""
        return E4 if self.frame == MavFrame.LOCAL_NED else E7


def item_of(message: Message, *, whole: bool) -> PlanItem | int:
    """The item of MISSION_ITEM_INT or MISSION_ITEM, or why it cannot be one."""
    params = (message.param1, message.param2, message.param3, message.param4)
    x, y = message.x, message.y
    if not whole:
        scale = E4 if message.frame == MavFrame.LOCAL_NED else E7
        for wrong, value in ((Verdict.INVALID_X, x), (Verdict.INVALID_Y, y)):
            if not abs(value * scale) < UNDEFINED:
                return wrong
        x, y = round(x * scale), round(y * scale)
    return PlanItem(message.command, message.frame, params, x, y, message.z, message.autocontinue)


def mission_fault(item: PlanItem) -> int:
    """Why an item cannot be flown; ACCEPTED if it can."""
    for place, value in enumerate(item.params):
        if isinf(value):
            return Verdict.INVALID_PARAM_1 + place
    if item.command in PlanCommand.UNPLACED:
        return Verdict.ACCEPTED
    if item.command not in PlanCommand.PLACED:
        return Verdict.UNSUPPORTED
    return place_fault(item)


def place_fault(item: PlanItem) -> int:
    """Why there is no such place; ACCEPTED if there is."""
    if item.frame == MavFrame.MISSION and item.command != PlanCommand.WAYPOINT:
        return Verdict.ACCEPTED
    if item.frame not in (*MavFrame.GLOBAL, MavFrame.LOCAL_NED):
        return Verdict.UNSUPPORTED_FRAME
    if item.frame in MavFrame.GLOBAL:
        if abs(item.x) > 90 * E7 and item.x != UNDEFINED:
            return Verdict.INVALID_X
        if abs(item.y) > 180 * E7 and item.y != UNDEFINED:
            return Verdict.INVALID_Y
    return Verdict.INVALID_Z if isinf(item.z) else Verdict.ACCEPTED


def ned_of(item: PlanItem, origin: Origin, home: Ned) -> Ned:
    """North, east and down from the origin; NaN where the item names none."""
    if item.frame == MavFrame.LOCAL_NED:
        return item.x / E4, item.y / E4, item.z
    if item.frame not in MavFrame.GLOBAL:
        return NAN, NAN, NAN
    north, east, down = origin.ned_m(item.x, item.y, item.z)
    if (item.x, item.y) == (0, 0) or UNDEFINED in (item.x, item.y):
        north = east = NAN
    return north, east, home[2] - item.z if item.frame in MavFrame.RELATIVE else down
