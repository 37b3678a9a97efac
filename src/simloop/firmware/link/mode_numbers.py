"""Flight modes as ArduPilot numbers them, which all ground stations know by heart."""

from dataclasses import dataclass

from simloop.firmware.codes import Airframe, Mode


@dataclass(frozen=True, slots=True)
class CustomMode:
    """A mode of ArduPilot and the one of ours that it stands for."""

    number: int
    name: str
    mode: float


COPTER = (
    CustomMode(0, "STABILIZE", Mode.STABILISE),
    CustomMode(1, "ACRO", Mode.ACRO),
    CustomMode(2, "ALT_HOLD", Mode.ALTITUDE),
    CustomMode(3, "AUTO", Mode.AUTO),
    CustomMode(4, "GUIDED", Mode.GUIDED),
    CustomMode(5, "LOITER", Mode.LOITER),
    CustomMode(6, "RTL", Mode.RTL),
    CustomMode(7, "CIRCLE", Mode.CIRCLE),
    CustomMode(9, "LAND", Mode.LAND),
    CustomMode(16, "POSHOLD", Mode.POSITION),
    CustomMode(17, "BRAKE", Mode.HOLD),
    CustomMode(21, "SMART_RTL", Mode.SMART_RTL),
    CustomMode(23, "FOLLOW", Mode.FOLLOW),
)
PLANE = (
    CustomMode(0, "MANUAL", Mode.MANUAL),
    CustomMode(1, "CIRCLE", Mode.CIRCLE),
    CustomMode(5, "FBWA", Mode.STABILISE),
    CustomMode(2, "STABILIZE", Mode.STABILISE),
    CustomMode(4, "ACRO", Mode.ACRO),
    CustomMode(6, "FBWB", Mode.ALTITUDE),
    CustomMode(7, "CRUISE", Mode.POSITION),
    CustomMode(10, "AUTO", Mode.AUTO),
    CustomMode(11, "RTL", Mode.RTL),
    CustomMode(12, "LOITER", Mode.LOITER),
    CustomMode(13, "TAKEOFF", Mode.TAKEOFF),
    CustomMode(15, "GUIDED", Mode.GUIDED),
    CustomMode(26, "AUTOLAND", Mode.LAND),
)
# A VTOL that hovers.
HOVER = (
    CustomMode(17, "QSTABILIZE", Mode.STABILISE),
    CustomMode(18, "QHOVER", Mode.ALTITUDE),
    CustomMode(19, "QLOITER", Mode.LOITER),
    CustomMode(20, "QLAND", Mode.LAND),
    CustomMode(21, "QRTL", Mode.RTL),
    CustomMode(23, "QACRO", Mode.ACRO),
)
ROVER = (
    CustomMode(0, "MANUAL", Mode.MANUAL),
    CustomMode(1, "ACRO", Mode.ACRO),
    CustomMode(3, "STEERING", Mode.STABILISE),
    CustomMode(4, "HOLD", Mode.HOLD),
    CustomMode(5, "LOITER", Mode.LOITER),
    CustomMode(6, "FOLLOW", Mode.FOLLOW),
    CustomMode(9, "CIRCLE", Mode.CIRCLE),
    CustomMode(10, "AUTO", Mode.AUTO),
    CustomMode(11, "RTL", Mode.RTL),
    CustomMode(12, "SMART_RTL", Mode.SMART_RTL),
    CustomMode(15, "GUIDED", Mode.GUIDED),
)

OFFERED = {
    Airframe.MULTIROTOR: COPTER,
    Airframe.WING: PLANE,
    Airframe.VTOL: PLANE + HOVER,
    Airframe.ROVER: ROVER,
    Airframe.BOAT: ROVER,
}

# What a mode without a number of its own is told as: the nearest that has one.
NEAREST = {
    Mode.MANUAL: Mode.ACRO,
    Mode.TAKEOFF: Mode.GUIDED,
    Mode.HOLD: Mode.LOITER,
    Mode.SMART_RTL: Mode.RTL,
    Mode.FOLLOW: Mode.GUIDED,
    Mode.ALTITUDE: Mode.STABILISE,
    Mode.POSITION: Mode.STABILISE,
    Mode.LAND: Mode.HOLD,
}

# MAV_STANDARD_MODE, where our mode is what the standard says.
STANDARD = {
    Mode.POSITION: 1,
    Mode.CIRCLE: 2,
    Mode.ALTITUDE: 4,
    Mode.RTL: 5,
    Mode.AUTO: 6,
    Mode.LAND: 7,
    Mode.TAKEOFF: 8,
}


def offered(airframe: float) -> tuple[CustomMode, ...]:
    """All modes that this kind of vehicle offers."""
    return OFFERED.get(airframe, COPTER)


def mode_of(airframe: float, number: int) -> float | None:
    """Our mode for a number of ArduPilot, None if this vehicle has no such mode."""
    return next((each.mode for each in offered(airframe) if each.number == number), None)


def is_hover_mode(airframe: float, number: int) -> bool:
    """Does this mode of a VTOL want it to hover?"""
    return airframe == Airframe.VTOL and any(each.number == number for each in HOVER)


def number_of(airframe: float, mode: float, *, hovers: bool = False) -> int:
    """ArduPilot's number for a mode of ours; of a hovering VTOL a Q mode, if there is one."""
    table = (*HOVER, *PLANE) if airframe == Airframe.VTOL and hovers else offered(airframe)
    for wanted in (mode, NEAREST.get(mode, mode), NEAREST.get(NEAREST.get(mode, mode), mode)):
        for each in table:
            if each.mode == wanted:
                return each.number
    return table[0].number
