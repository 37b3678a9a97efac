"""Flight modes as ArduPilot numbers them, which all ground stations know by heart."""

from dataclasses import dataclass

from simloop.firmware.airframes import (
    AIRFRAME_BOAT,
    AIRFRAME_MULTIROTOR,
    AIRFRAME_ROVER,
    AIRFRAME_VTOL,
    AIRFRAME_WING,
)
from simloop.firmware.modes import (
    MODE_ACRO,
    MODE_ALTITUDE,
    MODE_AUTO,
    MODE_CIRCLE,
    MODE_FOLLOW,
    MODE_GUIDED,
    MODE_HOLD,
    MODE_LAND,
    MODE_LOITER,
    MODE_MANUAL,
    MODE_POSITION,
    MODE_RTL,
    MODE_SMART_RTL,
    MODE_STABILISE,
    MODE_TAKEOFF,
)


@dataclass(frozen=True, slots=True)
class CustomMode:
    """A mode of ArduPilot and the one of ours that it stands for."""

    number: int
    name: str
    mode: float


COPTER = (
    CustomMode(0, "STABILIZE", MODE_STABILISE),
    CustomMode(1, "ACRO", MODE_ACRO),
    CustomMode(2, "ALT_HOLD", MODE_ALTITUDE),
    CustomMode(3, "AUTO", MODE_AUTO),
    CustomMode(4, "GUIDED", MODE_GUIDED),
    CustomMode(5, "LOITER", MODE_LOITER),
    CustomMode(6, "RTL", MODE_RTL),
    CustomMode(7, "CIRCLE", MODE_CIRCLE),
    CustomMode(9, "LAND", MODE_LAND),
    CustomMode(16, "POSHOLD", MODE_POSITION),
    CustomMode(17, "BRAKE", MODE_HOLD),
    CustomMode(21, "SMART_RTL", MODE_SMART_RTL),
    CustomMode(23, "FOLLOW", MODE_FOLLOW),
)
PLANE = (
    CustomMode(0, "MANUAL", MODE_MANUAL),
    CustomMode(1, "CIRCLE", MODE_CIRCLE),
    CustomMode(5, "FBWA", MODE_STABILISE),
    CustomMode(2, "STABILIZE", MODE_STABILISE),
    CustomMode(4, "ACRO", MODE_ACRO),
    CustomMode(6, "FBWB", MODE_ALTITUDE),
    CustomMode(7, "CRUISE", MODE_POSITION),
    CustomMode(10, "AUTO", MODE_AUTO),
    CustomMode(11, "RTL", MODE_RTL),
    CustomMode(12, "LOITER", MODE_LOITER),
    CustomMode(13, "TAKEOFF", MODE_TAKEOFF),
    CustomMode(15, "GUIDED", MODE_GUIDED),
    CustomMode(26, "AUTOLAND", MODE_LAND),
)
# A VTOL that hovers.
HOVER = (
    CustomMode(17, "QSTABILIZE", MODE_STABILISE),
    CustomMode(18, "QHOVER", MODE_ALTITUDE),
    CustomMode(19, "QLOITER", MODE_LOITER),
    CustomMode(20, "QLAND", MODE_LAND),
    CustomMode(21, "QRTL", MODE_RTL),
    CustomMode(23, "QACRO", MODE_ACRO),
)
ROVER = (
    CustomMode(0, "MANUAL", MODE_MANUAL),
    CustomMode(1, "ACRO", MODE_ACRO),
    CustomMode(3, "STEERING", MODE_STABILISE),
    CustomMode(4, "HOLD", MODE_HOLD),
    CustomMode(5, "LOITER", MODE_LOITER),
    CustomMode(6, "FOLLOW", MODE_FOLLOW),
    CustomMode(9, "CIRCLE", MODE_CIRCLE),
    CustomMode(10, "AUTO", MODE_AUTO),
    CustomMode(11, "RTL", MODE_RTL),
    CustomMode(12, "SMART_RTL", MODE_SMART_RTL),
    CustomMode(15, "GUIDED", MODE_GUIDED),
)

OFFERED = {
    AIRFRAME_MULTIROTOR: COPTER,
    AIRFRAME_WING: PLANE,
    AIRFRAME_VTOL: PLANE + HOVER,
    AIRFRAME_ROVER: ROVER,
    AIRFRAME_BOAT: ROVER,
}

# What a mode without a number of its own is told as: the nearest that has one.
NEAREST = {
    MODE_MANUAL: MODE_ACRO,
    MODE_TAKEOFF: MODE_GUIDED,
    MODE_HOLD: MODE_LOITER,
    MODE_SMART_RTL: MODE_RTL,
    MODE_FOLLOW: MODE_GUIDED,
    MODE_ALTITUDE: MODE_STABILISE,
    MODE_POSITION: MODE_STABILISE,
    MODE_LAND: MODE_HOLD,
}

# MAV_STANDARD_MODE, where our mode is what the standard says.
STANDARD = {
    MODE_POSITION: 1,
    MODE_CIRCLE: 2,
    MODE_ALTITUDE: 4,
    MODE_RTL: 5,
    MODE_AUTO: 6,
    MODE_LAND: 7,
    MODE_TAKEOFF: 8,
}


def offered(airframe: float) -> tuple[CustomMode, ...]:
    """All modes that this kind of vehicle offers."""
    return OFFERED.get(airframe, COPTER)


def mode_of(airframe: float, number: int) -> float | None:
    """Our mode for a number of ArduPilot, None if this vehicle has no such mode."""
    return next((each.mode for each in offered(airframe) if each.number == number), None)


def is_hover_mode(airframe: float, number: int) -> bool:
    """Does this mode of a VTOL want it to hover?"""
    return airframe == AIRFRAME_VTOL and any(each.number == number for each in HOVER)


def number_of(airframe: float, mode: float, *, hovers: bool = False) -> int:
    """ArduPilot's number for a mode of ours; of a hovering VTOL a Q mode, if there is one."""
    table = (*HOVER, *PLANE) if airframe == AIRFRAME_VTOL and hovers else offered(airframe)
    for wanted in (mode, NEAREST.get(mode, mode), NEAREST.get(NEAREST.get(mode, mode), mode)):
        for each in table:
            if each.mode == wanted:
                return each.number
    return table[0].number
