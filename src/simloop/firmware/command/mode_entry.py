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
from simloop.firmware.fields.command import Intention, MissionItems, Vehicle
from simloop.firmware.fields.estimate import Estimate
from simloop.firmware.fields.mission import FlightSettings, ModeState, WayHome
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
    return mode >= MODE_MANUAL and mode <= MODE_TAKEOFF and mode - mode % 1.0 == mode


def suits(mode: float, airframe: float) -> bool:
    """Can this kind of vehicle do it at all?"""
    # Without any loop closed, nobody flies a multirotor.
    if airframe == AIRFRAME_MULTIROTOR:
        return mode != MODE_MANUAL
    return not (on_surface(airframe) and mode in (MODE_ALTITUDE, MODE_TAKEOFF))


def needs_position(mode: float, airframe: float) -> bool:
    """Does the mode steer by the map? What drives can always stop, what hovers always land."""
    if mode == MODE_HOLD:
        return not on_surface(airframe)
    if mode == MODE_LAND:
        return airframe == AIRFRAME_WING
    return mode >= MODE_POSITION


def refusal(
    mode: float,
    settings: FlightSettings,
    vehicle: Vehicle,
    estimate: Estimate,
    intention: Intention,
    items: MissionItems,
    modes: ModeState,
    way: WayHome,
) -> float:
    """Why the mode cannot be entered now, or FINE; of several reasons the first one."""
    airframe = vehicle.airframe
    if not is_mode(mode):
        return REASON_UNKNOWN_MODE
    if not suits(mode, airframe):
        return REASON_NOT_THIS_VEHICLE
    if mode == MODE_TAKEOFF and intention.armed == 0.0:
        return REASON_NOT_ARMED
    if mode == MODE_TAKEOFF and intention.flying > 0.0:
        return REASON_ALREADY_FLYING
    return lack(mode, settings, vehicle, estimate, items, modes, way)


def lack(
    mode: float,
    settings: FlightSettings,
    vehicle: Vehicle,
    estimate: Estimate,
    items: MissionItems,
    modes: ModeState,
    way: WayHome,
) -> float:
    """What the mode needs to know and does not, as a reason, or FINE."""
    if mode == MODE_ALTITUDE and estimate.height_ok == 0.0:
        return REASON_NO_HEIGHT
    if needs_position(mode, vehicle.airframe) and estimate.position_ok == 0.0:
        return REASON_NO_POSITION
    if mode in (MODE_RTL, MODE_SMART_RTL) and modes.home_set == 0.0:
        return REASON_NO_HOME
    if mode == MODE_SMART_RTL and way.count == 0.0:
        return REASON_NO_PATH
    if mode == MODE_AUTO and items.item_count < 1.0:
        return REASON_NO_MISSION
    left_s = settings.follow_timeout_s - modes.follow_age_s
    return REASON_NOBODY_TO_FOLLOW if mode == MODE_FOLLOW and left_s < 0.0 else FINE


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
