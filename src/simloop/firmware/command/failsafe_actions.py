"""What a failsafe can do, given the vehicle, what it knows and what it does already."""

from simloop.firmware.codes import Action, Airframe, Mode, Phase
from simloop.firmware.command.legs import on_surface

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
    leads_home = action in (Action.RTL, Action.SMART_RTL)
    holds_in_air = action == Action.HOLD and not on_surface(airframe)
    return Action.LAND if (leads_home or holds_in_air) and not position_ok else action


def rank_of_action(action: float) -> float:
    """How far an action goes."""
    if action == Action.HOLD:
        return RANK_HOLD
    if action in (Action.RTL, Action.SMART_RTL):
        return RANK_RETURN
    if action == Action.LAND:
        return RANK_LAND
    if action == Action.TERMINATE:
        return RANK_TERMINATE
    return RANK_NONE


def rank_of_mode(mode: float, phase: float) -> float:
    """How far the vehicle has gone already; whoever is landing keeps landing."""
    if mode == Mode.LAND or phase in (Phase.DESCEND, Phase.TOUCH_DOWN):
        return RANK_LAND
    if mode in (Mode.RTL, Mode.SMART_RTL):
        return RANK_RETURN
    if mode == Mode.HOLD:
        return RANK_HOLD
    return RANK_NONE


def mode_of_action(action: float, airframe: float) -> float:
    """The mode that does it; vehicles that cannot fall stop instead of landing."""
    if action == Action.HOLD:
        return Mode.HOLD
    if action == Action.RTL:
        return Mode.RTL
    if action == Action.SMART_RTL:
        return Mode.SMART_RTL
    if action == Action.LAND:
        return Mode.HOLD if on_surface(airframe) else Mode.LAND
    return NO_MODE


def outcome_of(
    action: float, airframe: float, position_ok: bool, mode: float, phase: float
) -> float:
    """What a failsafe that fires comes to, as the number in its notice; see notice_words.py."""
    if action != Action.NONE and rank_of_action(action) <= rank_of_mode(mode, phase):
        return OUTCOME_GOES_ON
    if airframe == Airframe.WING and action == Action.LAND and not position_ok:
        return OUTCOME_STRAIGHT_ON
    if on_surface(airframe) and action == Action.LAND:
        return Action.HOLD
    return action


def action_is_valid(action: float) -> bool:
    """Is the number an action at all? NaN is not."""
    return action >= Action.NONE and action <= Action.TERMINATE
