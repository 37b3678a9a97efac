"""Items of missions, fences and rally points, as they came, and where they lie."""

from dataclasses import dataclass
from math import isfinite, isinf, isnan

from simloop.firmware.link.geodesy import Ned, Origin
from simloop.firmware.mavlink.definition import Message

# MAV_MISSION_RESULT.
ACCEPTED = 0
ERROR = 1
UNSUPPORTED_FRAME = 2
UNSUPPORTED = 3
NO_SPACE = 4
INVALID = 5
INVALID_PARAM_1 = 6
INVALID_X = 10
INVALID_Y = 11
INVALID_Z = 12
INVALID_SEQUENCE = 13
DENIED = 14
CANCELLED = 15

# MAV_FRAME.
ABSOLUTE = (0, 5)
RELATIVE = (3, 6)
LOCAL_NED = 1
MISSION = 2
GLOBAL = ABSOLUTE + RELATIVE

E7 = 1e7
# Local places travel in 0.1 mm.
E4 = 1e4
UNDEFINED = 2**31 - 1
NAN = float("nan")

# MAV_CMD of mission items that the firmware flies; see command/mission_items.py.
WAYPOINT, LOITER_UNLIMITED, LOITER_TURNS, LOITER_TIME = 16, 17, 18, 19
RETURN, LAND, TAKEOFF = 20, 21, 22
VTOL_TAKEOFF, VTOL_LAND = 84, 85
DELAY, CONDITION_DELAY = 93, 112
JUMP, CHANGE_SPEED, SET_SERVO = 177, 178, 183
LOOK_AT_PLACE, LOOK_AHEAD, LOOK_AT = 195, 197, 201
TRANSITION = 3000
PLACED = frozenset(
    (
        WAYPOINT,
        LOITER_UNLIMITED,
        LOITER_TURNS,
        LOITER_TIME,
        LAND,
        TAKEOFF,
        VTOL_TAKEOFF,
        VTOL_LAND,
        LOOK_AT_PLACE,
        LOOK_AT,
    )
)
UNPLACED = frozenset(
    (RETURN, DELAY, CONDITION_DELAY, JUMP, CHANGE_SPEED, SET_SERVO, LOOK_AHEAD, TRANSITION)
)


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
        return E4 if self.frame == LOCAL_NED else E7


def item_of(message: Message, *, whole: bool) -> PlanItem | int:
    """The item of MISSION_ITEM_INT or MISSION_ITEM, or why it cannot be one."""
    params = (message.param1, message.param2, message.param3, message.param4)
    x, y = message.x, message.y
    if not whole:
        scale = E4 if message.frame == LOCAL_NED else E7
        for wrong, value in ((INVALID_X, x), (INVALID_Y, y)):
            if not abs(value * scale) < UNDEFINED:
                return wrong
        x, y = round(x * scale), round(y * scale)
    return PlanItem(message.command, message.frame, params, x, y, message.z, message.autocontinue)


def mission_fault(item: PlanItem) -> int:
    """Why an item cannot be flown; ACCEPTED if it can."""
    for place, value in enumerate(item.params):
        if isinf(value):
            return INVALID_PARAM_1 + place
    if item.command in UNPLACED:
        return ACCEPTED
    if item.command not in PLACED:
        return UNSUPPORTED
    return place_fault(item)


def place_fault(item: PlanItem) -> int:
    """Why there is no such place; ACCEPTED if there is."""
    if item.frame == MISSION and item.command != WAYPOINT:
        return ACCEPTED
    if item.frame not in (*GLOBAL, LOCAL_NED):
        return UNSUPPORTED_FRAME
    if item.frame in GLOBAL:
        if abs(item.x) > 90 * E7 and item.x != UNDEFINED:
            return INVALID_X
        if abs(item.y) > 180 * E7 and item.y != UNDEFINED:
            return INVALID_Y
    return ACCEPTED if isfinite(item.z) or isnan(item.z) else INVALID_Z


def ned_of(item: PlanItem, origin: Origin, home: Ned) -> Ned:
    """North, east and down from the origin; NaN where the item names none."""
    if item.frame == LOCAL_NED:
        return item.x / E4, item.y / E4, item.z
    if item.frame not in GLOBAL:
        return NAN, NAN, NAN
    north, east, down = origin.ned_m(item.x, item.y, item.z)
    if (item.x, item.y) == (0, 0) or UNDEFINED in (item.x, item.y):
        north = east = NAN
    return north, east, home[2] - item.z if item.frame in RELATIVE else down
