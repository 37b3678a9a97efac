"""What a mode needs before it is entered, and what it becomes when a failsafe cannot have it."""

from simloop.firmware.codes import Airframe, Mode
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.reasons import Refusal
from simloop.firmware.fields.craft import Craft, Plan
from simloop.firmware.fields.mission import WayHome

FINE = 0.0


def suits(mode: float, airframe: float) -> bool:
    """Can this kind of vehicle do it at all?"""
    # Without any loop closed, nobody flies a multirotor.
    if airframe == Airframe.MULTIROTOR:
        return mode != Mode.MANUAL
    return not (on_surface(airframe) and mode in (Mode.ALTITUDE, Mode.TAKEOFF))


def needs_position(mode: float, airframe: float) -> bool:
    """Does the mode steer by the map? What drives can always stop, what hovers always land."""
    if mode == Mode.HOLD:
        return not on_surface(airframe)
    if mode == Mode.LAND:
        return airframe == Airframe.WING
    return mode >= Mode.POSITION


def refusal(mode: float, plan: Plan, craft: Craft, way: WayHome) -> float:
    """Why the mode cannot be entered now, or FINE; of several reasons the first one."""
    airframe = craft.airframe
    # NaN is no number of Mode.
    if not (mode >= Mode.MANUAL and mode <= Mode.TAKEOFF and mode - mode % 1.0 == mode):
        return Refusal.UNKNOWN_MODE
    if not suits(mode, airframe):
        return Refusal.NOT_THIS_VEHICLE
    if mode == Mode.TAKEOFF and craft.armed == 0.0:
        return Refusal.NOT_ARMED
    if mode == Mode.TAKEOFF and craft.flying > 0.0:
        return Refusal.ALREADY_FLYING
    return lack(mode, plan, craft, way)


def lack(mode: float, plan: Plan, craft: Craft, way: WayHome) -> float:
    """What the mode needs to know and does not, as a reason, or FINE."""
    if mode == Mode.ALTITUDE and craft.height_ok == 0.0:
        return Refusal.NO_HEIGHT
    if needs_position(mode, craft.airframe) and craft.position_ok == 0.0:
        return Refusal.NO_POSITION
    if mode in (Mode.RTL, Mode.SMART_RTL) and plan.home_set == 0.0:
        return Refusal.NO_HOME
    if mode == Mode.SMART_RTL and way.count == 0.0:
        return Refusal.NO_PATH
    if mode == Mode.AUTO and plan.item_count < 1.0:
        return Refusal.NO_MISSION
    left_s = plan.follow_timeout_s - plan.follow_age_s
    return Refusal.NOBODY_TO_FOLLOW if mode == Mode.FOLLOW and left_s < 0.0 else FINE


def gentler(mode: float, airframe: float) -> float:
    """What a failsafe does instead of a mode that it cannot have; the last one is always there."""
    if mode == Mode.SMART_RTL:
        return Mode.RTL
    if on_surface(airframe):
        return Mode.HOLD
    if airframe == Airframe.WING:
        # Without a position it flies straight on at its height, and without height just level.
        return Mode.STABILISE if mode == Mode.ALTITUDE else Mode.ALTITUDE
    return Mode.LAND
