"""Watches radio, ground station, battery, position, attitude, fence and programs.

A failsafe is in force while something has been wrong for its time, armed and flying; when it
begins it may ask for a mode. When things are well again it is over, and the mode stays.
"""

from simloop.firmware.command.failsafe_actions import (
    NO_MODE,
    RANK_NONE,
    mode_of_action,
    outcome_of,
    possible_action,
    rank_of_action,
    rank_of_mode,
)
from simloop.firmware.command.mode_entry import needs_position
from simloop.firmware.command.notices import post
from simloop.firmware.command.reasons import FAILSAFE_FIRED, FAILSAFE_OVER, NO_REASON
from simloop.firmware.command.timers import STOPPED, expired, run_on
from simloop.firmware.fields.safety import BATTERY_CRITICAL, BATTERY_LOW, NEVER_S
from simloop.firmware.row import Row
from simloop.firmware.states import (
    ACTION_NONE,
    ACTION_TERMINATE,
    FAILSAFE_BATTERY_CRITICAL,
    FAILSAFE_BATTERY_LOW,
    FAILSAFE_ESTIMATOR,
    FAILSAFE_FENCE,
    FAILSAFE_GCS,
    FAILSAFE_GNSS,
    FAILSAFE_OFFBOARD,
    FAILSAFE_RC,
    FAILSAFES,
)

# Lanes per block; compiled copies set it.
W = 1


def battery_is_below(voltage_v: float, left: float, least_v: float, least_left: float) -> bool:
    """Is voltage or charge below its limit? No voltage and an unknown charge tell nothing."""
    low_voltage = (voltage_v > 0.0) & (voltage_v < least_v)
    low_charge = (left >= 0.0) & (left < least_left)
    return low_voltage | low_charge


def silence_of(age_s: float, watched: bool) -> float:
    """The timer of one that must be heard: its age, unless it spoke in this very pass."""
    return age_s if watched & (age_s > 0.0) & (age_s < NEVER_S) else STOPPED


def watch_failsafes(
    fw_airframe: Row,
    fw_rc_required: Row,
    fw_failsafe_time_s: Row,
    fw_failsafe_action: Row,
    fw_gcs_watched: Row,
    fw_battery_least_v: Row,
    fw_battery_least_left: Row,
    fw_attitude_ok: Row,
    fw_contradicted: Row,
    fw_position_ok: Row,
    fw_battery_voltage_v: Row,
    fw_battery_left: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_mode: Row,
    fw_phase: Row,
    fw_pass_s: Row,
    fw_rc_ok: Row,
    fw_rc_seen: Row,
    fw_gcs_age_s: Row,
    fw_offboard_age_s: Row,
    fw_offboard_used: Row,
    fw_fence_breach: Row,
    fw_failsafe_timer_s: Row,
    fw_failsafe_fired: Row,
    fw_failsafe: Row,
    fw_failsafe_mode: Row,
    fw_failsafe_reason: Row,
    fw_terminate: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Time everything that is wrong, and ask for the mode of the worst that begins."""
    for j in range(W):
        airframe = fw_airframe[j]
        mode = fw_mode[j]
        position_ok = fw_position_ok[j] > 0.0

        # Radio, ground station and program bring their own age; silence of the radio is timed
        # where it is heard, and nonsense counts at once.
        expected = (fw_rc_seen[j] > 0.0) | (fw_rc_required[j] > 0.0)
        radio_lost = expected & (fw_rc_ok[j] <= 0.0)
        fw_failsafe_timer_s[FAILSAFE_RC * W + j] = NEVER_S if radio_lost else STOPPED
        fw_failsafe_timer_s[FAILSAFE_GCS * W + j] = silence_of(
            fw_gcs_age_s[j], fw_gcs_watched[j] > 0.0
        )
        # The mode that replaces what was lost does not need it, but it is still lost.
        program_lost = fw_failsafe[FAILSAFE_OFFBOARD * W + j] > 0.0
        fw_failsafe_timer_s[FAILSAFE_OFFBOARD * W + j] = silence_of(
            fw_offboard_age_s[j], (fw_offboard_used[j] > 0.0) | program_lost
        )

        # The others are timed here.
        position_lost = fw_failsafe[FAILSAFE_GNSS * W + j] > 0.0
        position_wrong = (not position_ok) & (needs_position(mode, airframe) | position_lost)
        low = battery_is_below(
            fw_battery_voltage_v[j],
            fw_battery_left[j],
            fw_battery_least_v[BATTERY_LOW * W + j],
            fw_battery_least_left[BATTERY_LOW * W + j],
        )
        critical = battery_is_below(
            fw_battery_voltage_v[j],
            fw_battery_left[j],
            fw_battery_least_v[BATTERY_CRITICAL * W + j],
            fw_battery_least_left[BATTERY_CRITICAL * W + j],
        )
        unhealthy = (fw_attitude_ok[j] <= 0.0) | (fw_contradicted[j] > 0.0)
        for i in range(FAILSAFE_BATTERY_LOW, FAILSAFE_OFFBOARD):
            wrong = (
                ((i == FAILSAFE_BATTERY_LOW) & low)
                | ((i == FAILSAFE_BATTERY_CRITICAL) & critical)
                | ((i == FAILSAFE_GNSS) & position_wrong)
                | ((i == FAILSAFE_ESTIMATOR) & unhealthy)
                | ((i == FAILSAFE_FENCE) & (fw_fence_breach[j] > 0.0))
            )
            k = i * W + j
            fw_failsafe_timer_s[k] = run_on(fw_failsafe_timer_s[k], fw_pass_s[j], wrong)

        # What begins, what is over, and the worst of what begins.
        airborne = (fw_armed[j] > 0.0) & (fw_flying[j] > 0.0)
        reason = NO_REASON
        worst_action = ACTION_NONE
        worst_rank = RANK_NONE
        standing_rank = RANK_NONE
        for i in range(FAILSAFES):
            k = i * W + j
            active = airborne & expired(fw_failsafe_timer_s[k], fw_failsafe_time_s[k])
            was = fw_failsafe[k] > 0.0
            # A battery whose voltage rises and falls with the load fires once a flight.
            once = (i == FAILSAFE_BATTERY_LOW) | (i == FAILSAFE_BATTERY_CRITICAL)
            spent = once & (fw_failsafe_fired[k] > 0.0)
            action = possible_action(fw_failsafe_action[k], airframe, position_ok)
            rank = rank_of_action(action)
            code = NO_REASON
            if active & (not was) & (not spent):
                code = FAILSAFE_FIRED + i
                fw_failsafe_fired[k] = 1.0
                if (reason == NO_REASON) | (rank > worst_rank):
                    reason = code
                    worst_action = action
                    worst_rank = rank
            elif active & was & (rank > standing_rank):
                standing_rank = rank
            elif was & airborne & (not active) & (not spent):
                code = FAILSAFE_OVER + i
            if code != NO_REASON:
                outcome = outcome_of(action, airframe, position_ok, mode, fw_phase[j])
                post(fw_event, fw_event_count, j, code, outcome)
            fw_failsafe[k] = 1.0 if active else 0.0
            fw_failsafe_fired[k] = fw_failsafe_fired[k] if fw_armed[j] > 0.0 else 0.0

        # It never calls the vehicle back from something that goes further.
        wanted = (worst_rank > rank_of_mode(mode, fw_phase[j])) & (worst_rank >= standing_rank)
        asked = mode_of_action(worst_action, airframe)
        fw_failsafe_mode[j] = asked if wanted else NO_MODE
        fw_failsafe_reason[j] = reason if reason != NO_REASON else fw_failsafe_reason[j]
        fw_terminate[j] = 1.0 if worst_action == ACTION_TERMINATE else 0.0
