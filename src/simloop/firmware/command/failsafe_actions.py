"""What a failsafe can do, given the vehicle, what it knows and what it does already."""

from simloop.firmware.airframes import AIRFRAME_WING
from simloop.firmware.command.legs import on_surface
from simloop.firmware.modes import MODE_HOLD, MODE_LAND, MODE_RTL, MODE_SMART_RTL
from simloop.firmware.phases import PHASE_DESCEND, PHASE_TOUCH_DOWN
from simloop.firmware.states import (
    ACTION_HOLD,
    ACTION_LAND,
    ACTION_NONE,
    ACTION_RTL,
    ACTION_SMART_RTL,
    ACTION_TERMINATE,
)

NO_MODE = -1.0

# In the notice of a failsafe, where the action itself would not tell what comes.
OUTCOME_GOES_ON = -1.0
OUTCOME_STRAIGHT_ON = 6.0

RANK_NONE = 0.0
RANK_HOLD = 1.0
RANK_RETURN = 2.0
RANK_LAND = 3.0
RANK_TERMINATE = 4.0


def possible_action(action: float, airframe: float, position_ok: bool) -> float:
    """The action, or the gentlest that is left without position."""
    leads_home = action in (ACTION_RTL, ACTION_SMART_RTL)
    holds_in_air = action == ACTION_HOLD and not on_surface(airframe)
    return ACTION_LAND if (leads_home or holds_in_air) and not position_ok else action


def rank_of_action(action: float) -> float:
    """How far an action goes."""
    if action == ACTION_HOLD:
        return RANK_HOLD
    if action in (ACTION_RTL, ACTION_SMART_RTL):
        return RANK_RETURN
    if action == ACTION_LAND:
        return RANK_LAND
    if action == ACTION_TERMINATE:
        return RANK_TERMINATE
    return RANK_NONE


def rank_of_mode(mode: float, phase: float) -> float:
    """How far the vehicle has gone already; whoever is landing keeps landing."""
    if mode == MODE_LAND or phase in (PHASE_DESCEND, PHASE_TOUCH_DOWN):
        return RANK_LAND
    if mode in (MODE_RTL, MODE_SMART_RTL):
        return RANK_RETURN
    if mode == MODE_HOLD:
        return RANK_HOLD
    return RANK_NONE


def mode_of_action(action: float, airframe: float) -> float:
    """The mode that does it; vehicles that cannot fall stop instead of landing."""
    if action == ACTION_HOLD:
        return MODE_HOLD
    if action == ACTION_RTL:
        return MODE_RTL
    if action == ACTION_SMART_RTL:
        return MODE_SMART_RTL
    if action == ACTION_LAND:
        return MODE_HOLD if on_surface(airframe) else MODE_LAND
    return NO_MODE


def outcome_of(
    action: float, airframe: float, position_ok: bool, mode: float, phase: float
) -> float:
    """What a failsafe that fires comes to, as the number in its notice; see notice_words.py."""
    if action != ACTION_NONE and rank_of_action(action) <= rank_of_mode(mode, phase):
        return OUTCOME_GOES_ON
    if airframe == AIRFRAME_WING and action == ACTION_LAND and not position_ok:
        return OUTCOME_STRAIGHT_ON
    if on_surface(airframe) and action == ACTION_LAND:
        return ACTION_HOLD
    return action


def action_is_valid(action: float) -> bool:
    """Is the number an action at all? NaN is not."""
    return action >= ACTION_NONE and action <= ACTION_TERMINATE
