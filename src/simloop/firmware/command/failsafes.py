"""Watches radio, ground station, battery, position, attitude, fence and programs.

A failsafe is in force while something has been wrong for its time, armed and flying; when it
begins it may ask for a mode. When things are well again it is over, and the mode stays.
"""

from simloop.firmware.codes import FAILSAFES, Action, Airframe, Failsafe, Mode, Phase
from simloop.firmware.command.answers import post
from simloop.firmware.command.legs import on_surface
from simloop.firmware.command.mode_entry import needs_position
from simloop.firmware.command.reasons import OUTCOME_GOES_ON, OUTCOME_STRAIGHT_ON, Reason
from simloop.firmware.command.timers import STOPPED, expired, run_on
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices
from simloop.firmware.fields.craft import Craft, Hearing, Safety
from simloop.firmware.fields.safety import NEVER_S

NO_MODE = -1.0

RANK_NONE = 0.0
RANK_HOLD = 1.0
RANK_RETURN = 2.0
RANK_LAND = 3.0
RANK_TERMINATE = 4.0


def watch_failsafes(
    craft: Mut[Craft], safety: Mut[Safety], hearing: Hearing, notices: Mut[Notices]
) -> None:
    """Time everything that is wrong, and ask for the mode of the worst that begins."""
    time_silence(safety, hearing, craft)
    time_troubles(craft, safety, hearing)

    # What begins, what is over, and the worst of what begins.
    airframe, mode, phase = craft.airframe, craft.mode, craft.phase
    position_ok = craft.position_ok > 0.0
    airborne = craft.armed > 0.0 and craft.flying > 0.0
    reason = Reason.NONE
    worst_action = Action.NONE
    worst_rank = RANK_NONE
    standing_rank = RANK_NONE
    for i in range(FAILSAFES):
        active = airborne and expired(safety.timer_s[i], safety.failsafe_time_s[i])
        was = craft.failsafe[i] > 0.0
        # A battery whose voltage rises and falls with the load fires once a flight.
        once = i in (Failsafe.BATTERY_LOW, Failsafe.BATTERY_CRITICAL)
        spent = once and safety.fired[i] > 0.0
        action = possible_action(safety.failsafe_action[i], airframe, position_ok)
        rank = rank_of_action(action)
        code = Reason.NONE
        if active and not was and not spent:
            code = Reason.FAILSAFE_FIRED + i
            safety.fired[i] = 1.0
            if reason == Reason.NONE or rank > worst_rank:
                reason = code
                worst_action = action
                worst_rank = rank
        elif active and was and rank > standing_rank:
            standing_rank = rank
        elif was and airborne and not active and not spent:
            code = Reason.FAILSAFE_OVER + i
        if code != Reason.NONE:
            post(notices, code, outcome_of(action, airframe, position_ok, mode, phase))
        craft.failsafe[i] = active
        safety.fired[i] = safety.fired[i] if craft.armed > 0.0 else 0.0

    # It never calls the vehicle back from something that goes further.
    wanted = worst_rank > rank_of_mode(mode, phase) and worst_rank >= standing_rank
    safety.mode = mode_of_action(worst_action, airframe) if wanted else NO_MODE
    safety.reason = reason if reason != Reason.NONE else safety.reason
    safety.terminate = worst_action == Action.TERMINATE


def time_silence(safety: Mut[Safety], hearing: Hearing, craft: Craft) -> None:
    """Radio, ground station and program bring their own age.

    Silence of the radio is timed where it is heard, and nonsense counts at once.
    """
    safety.timer_s[Failsafe.RC] = NEVER_S if radio_is_lost(hearing) else STOPPED
    safety.timer_s[Failsafe.GCS] = silence_of(hearing.gcs_age_s, safety.gcs_watched > 0.0)
    # The mode that replaces what was lost does not need it, but it is still lost.
    program_lost = craft.failsafe[Failsafe.OFFBOARD] > 0.0
    safety.timer_s[Failsafe.OFFBOARD] = silence_of(
        hearing.offboard_age_s, hearing.offboard_used > 0.0 or program_lost
    )


def time_troubles(craft: Craft, safety: Mut[Safety], hearing: Hearing) -> None:
    """Time what has no age of its own: battery, position, attitude and fence."""
    least_v, least_left = safety.battery_least_v, safety.battery_least_left
    low = battery_is_below(craft, least_v.low, least_left.low)
    critical = battery_is_below(craft, least_v.critical, least_left.critical)
    position_lost = craft.failsafe[Failsafe.GNSS] > 0.0
    needed = needs_position(craft.mode, craft.airframe) or position_lost
    unhealthy = craft.attitude_ok <= 0.0 or craft.contradicted > 0.0
    time_one(safety, Failsafe.BATTERY_LOW, hearing.pass_s, low)
    time_one(safety, Failsafe.BATTERY_CRITICAL, hearing.pass_s, critical)
    time_one(safety, Failsafe.GNSS, hearing.pass_s, craft.position_ok <= 0.0 and needed)
    time_one(safety, Failsafe.ESTIMATOR, hearing.pass_s, unhealthy)
    time_one(safety, Failsafe.FENCE, hearing.pass_s, safety.breach > 0.0)


def time_one(safety: Mut[Safety], place: int, pass_s: float, wrong: bool) -> None:
    """Let one timer run on while something is wrong."""
    safety.timer_s[place] = run_on(safety.timer_s[place], pass_s, wrong)


def radio_is_lost(hearing: Hearing) -> bool:
    """Is the radio silent where there should be one?"""
    return (hearing.seen > 0.0 or hearing.required > 0.0) and hearing.ok <= 0.0


def battery_is_below(craft: Craft, least_v: float, least_left: float) -> bool:
    """Is voltage or charge below its limit? No voltage and an unknown charge tell nothing."""
    voltage_v, left = craft.battery_voltage_v, craft.battery_left
    low_voltage = voltage_v > 0.0 and voltage_v < least_v
    low_charge = left >= 0.0 and left < least_left
    return low_voltage or low_charge


def silence_of(age_s: float, watched: bool) -> float:
    """The timer of one that must be heard: its age, unless it spoke in this very pass."""
    return age_s if watched and age_s > 0.0 and age_s < NEVER_S else STOPPED


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
    """What a failsafe that fires comes to, as the number in its notice; see reasons.py."""
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
