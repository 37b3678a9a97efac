"""May it arm, may it disarm? The gates, each with the reason that a pilot reads."""

from simloop.firmware.codes import ERRORS, Error, Mode, State
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.reasons import Reason
from simloop.firmware.fields.craft import Craft, Hearing
from simloop.firmware.fields.radio import SWITCH_THROTTLE
from simloop.firmware.fields.safety import CHECK_STICKS, CHECK_THROTTLE

# A vehicle with its throttle stick at rest stands if it has been this slow for this long.
STILL_MPS = 0.5
STILL_S = 1.0


def never_left_out(place: int) -> bool:
    """An error with which no vehicle can be flown, whatever the checks and by whatever force."""
    return place in (Error.INVALID_MIXER, Error.IMU_NOT_RESPONDING, Error.TIME_GOING_BACKWARDS)


def is_checked(check: float, place: int) -> bool:
    """Is this bit of ARMING_CHECK set?"""
    return (int(check) >> place) & 1 == 1


def stands_against(error: float, check: float, place: int, force: bool) -> bool:
    """Does an error keep the vehicle from arming?"""
    return error > 0.0 and (never_left_out(place) or (is_checked(check, place) and not force))


def first_error_against(craft: Craft, check: float, force: bool) -> float:
    """The reason of the first error that stands against arming, or none."""
    for i in range(ERRORS):
        if stands_against(craft.error[i], check, i, force):
            return Reason.REFUSED_BY_ERROR + i
    return Reason.NONE


def throttle_is_at_rest(airframe: float, hearing: Hearing) -> bool:
    """Is the stick where it asks for nothing: low, or in the middle where it can reverse?"""
    throttle = hearing.stick.throttle
    off = abs(2.0 * throttle - 1.0) if on_surface(airframe) else throttle
    return off < hearing.arm_threshold


def refused_by_sticks(
    check: float, mode: float, airframe: float, hearing: Hearing, by_pilot: bool
) -> float:
    """The reason that sticks give against arming, or none."""
    uses_sticks, rc_ok = mode <= Mode.POSITION, hearing.ok > 0.0
    at_rest = throttle_is_at_rest(airframe, hearing)
    program = hearing.offboard_age_s < hearing.offboard_timeout_s
    taken = hearing.switch[SWITCH_THROTTLE] > 0.0
    watched = rc_ok and (uses_sticks or by_pilot)
    if watched and not at_rest and is_checked(check, CHECK_THROTTLE):
        return Reason.REFUSED_THROTTLE
    if by_pilot and program and hearing.take_least_throttle <= 0.0 and not taken:
        return Reason.REFUSED_PROGRAM_THROTTLE
    # A rover without sticks stands still, an aircraft does not.
    falls = not on_surface(airframe)
    if uses_sticks and falls and not rc_ok and is_checked(check, CHECK_STICKS):
        return Reason.REFUSED_NO_STICKS
    return Reason.NONE


def refusal_of(state: float, aligned: bool, by_error: float, by_sticks: float) -> float:
    """The first of all reasons against arming, or none."""
    if state == State.INIT or not aligned:
        return Reason.REFUSED_ALIGNING
    if state == State.CALIBRATING:
        return Reason.REFUSED_CALIBRATING
    return by_error if by_error != Reason.NONE else by_sticks
