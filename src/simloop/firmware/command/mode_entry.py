"""What a mode needs before it is entered, and what it becomes when a failsafe cannot have it."""

from simloop.firmware.airframes import AIRFRAME_MULTIROTOR, AIRFRAME_WING
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.mode_reasons import (
    REASON_ALREADY_FLYING,
    REASON_NO_HEIGHT,
    REASON_NO_HOME,
    REASON_NO_MISSION,
    REASON_NO_PATH,
    REASON_NO_POSITION,
    REASON_NOBODY_TO_FOLLOW,
    REASON_NOT_ARMED,
    REASON_NOT_THIS_VEHICLE,
    REASON_UNKNOWN_MODE,
)
from simloop.firmware.modes import (
    MODE_ALTITUDE,
    MODE_AUTO,
    MODE_FOLLOW,
    MODE_HOLD,
    MODE_LAND,
    MODE_MANUAL,
    MODE_POSITION,
    MODE_RTL,
    MODE_SMART_RTL,
    MODE_STABILISE,
    MODE_TAKEOFF,
)

FINE = 0.0


def is_mode(mode: float) -> bool:
    """Is this one of the numbers of modes.py? NaN is none."""
    return (mode >= MODE_MANUAL) & (mode <= MODE_TAKEOFF) & (mode - mode % 1.0 == mode)


def suits(mode: float, airframe: float) -> bool:
    """Can this kind of vehicle do it at all?"""
    # Without any loop closed, nobody flies a multirotor.
    if airframe == AIRFRAME_MULTIROTOR:
        return mode != MODE_MANUAL
    return not (on_surface(airframe) and ((mode == MODE_ALTITUDE) | (mode == MODE_TAKEOFF)))


def needs_position(mode: float, airframe: float) -> bool:
    """Does the mode steer by the map? What drives can always stop, what hovers always land."""
    holds = mode == MODE_HOLD
    lands = mode == MODE_LAND
    return (
        (holds & (not on_surface(airframe)))
        | (lands & (airframe == AIRFRAME_WING))
        | ((mode >= MODE_POSITION) & (not holds) & (not lands))
    )


def refusal(
    mode: float,
    airframe: float,
    armed: float,
    flying: float,
    position_ok: float,
    height_ok: float,
    home_set: float,
    items: float,
    path_points: float,
    follow_left_s: float,
) -> float:
    """Why the mode cannot be entered now, or FINE; of several reasons the last one here."""
    returns = (mode == MODE_RTL) | (mode == MODE_SMART_RTL)
    blind = needs_position(mode, airframe) and position_ok == 0.0
    reason = FINE
    reason = REASON_NOBODY_TO_FOLLOW if mode == MODE_FOLLOW and follow_left_s < 0.0 else reason
    reason = REASON_NO_MISSION if mode == MODE_AUTO and items < 1.0 else reason
    reason = REASON_NO_PATH if mode == MODE_SMART_RTL and path_points == 0.0 else reason
    reason = REASON_NO_HOME if returns and home_set == 0.0 else reason
    reason = REASON_NO_POSITION if blind else reason
    reason = REASON_NO_HEIGHT if mode == MODE_ALTITUDE and height_ok == 0.0 else reason
    reason = REASON_ALREADY_FLYING if mode == MODE_TAKEOFF and flying > 0.0 else reason
    reason = REASON_NOT_ARMED if mode == MODE_TAKEOFF and armed == 0.0 else reason
    reason = REASON_NOT_THIS_VEHICLE if not suits(mode, airframe) else reason
    return reason if is_mode(mode) else REASON_UNKNOWN_MODE


def gentler(mode: float, airframe: float) -> float:
    """What a failsafe does instead of a mode that it cannot have; the last one is always there."""
    if mode == MODE_SMART_RTL:
        return MODE_RTL
    if on_surface(airframe):
        return MODE_HOLD
    if airframe == AIRFRAME_WING:
        # Without a position it flies straight on at its height, and without height just level.
        return MODE_STABILISE if mode == MODE_ALTITUDE else MODE_ALTITUDE
    return MODE_LAND
