"""Which mode it flies: by request, mode switch, failsafe or the scenario, the later ones first."""

from simloop.firmware.command.mode_entry import FINE, gentler, refusal
from simloop.firmware.command.mode_reasons import EVENT_MODE
from simloop.firmware.command.notices import post_row as post
from simloop.firmware.modes import MODE_AUTO, MODE_MANUAL
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

NO_MODE = -1.0
# A failsafe finds a mode that is possible within so many looks.
STEPS_DOWN = 4


def first_possible(
    mode: float,
    must: bool,
    airframe: float,
    armed: float,
    flying: float,
    position_ok: float,
    height_ok: float,
    home_set: float,
    items: float,
    path_points: float,
    follow_left_s: float,
) -> tuple[float, float]:
    """The mode and why it is refused; where something must be done, the next that is possible."""
    found = mode
    reason = FINE
    for _ in range(STEPS_DOWN):
        found = gentler(found, airframe) if must and reason != FINE else found
        reason = refusal(
            found,
            airframe,
            armed,
            flying,
            position_ok,
            height_ok,
            home_set,
            items,
            path_points,
            follow_left_s,
        )
    return found, reason


def choose_mode(
    fw_initial_mode: Row,
    fw_follow_timeout_s: Row,
    fw_mission_start: Row,
    fw_airframe: Row,
    fw_position_ok: Row,
    fw_height_ok: Row,
    fw_armed: Row,
    fw_flying: Row,
    fw_item_count: Row,
    fw_rc_mode_request: Row,
    fw_failsafe_mode: Row,
    fw_home_set: Row,
    fw_path_count: Row,
    fw_follow_age_s: Row,
    fw_booted: Row,
    fw_mode_wanted: Row,
    fw_rc_mode_known: Row,
    fw_failsafe_mode_known: Row,
    fw_mission_started: Row,
    fw_mode: Row,
    fw_mode_begun: Row,
    fw_target_used: Row,
    fw_takeoff_wanted_m: Row,
    fw_speed_wanted_mps: Row,
    fw_paused: Row,
    fw_event: Row,
    fw_event_count: Row,
) -> None:
    """Enter the mode that is wanted, if it can be entered."""
    for j in range(W):
        mode = fw_mode[j]
        if fw_booted[j] == 0.0 and mode == MODE_MANUAL:
            mode = fw_initial_mode[j]
        airframe = fw_airframe[j]
        armed = fw_armed[j]
        position_ok = fw_position_ok[j]
        items = fw_item_count[j]
        wanted = fw_mode_wanted[j]
        asked = wanted >= 0.0
        event = 0.0
        event_value = 0.0

        # The scenario's mission, once.
        start = fw_mission_start[j] > 0.0
        ready = armed > 0.0 and items > 0.0 and position_ok > 0.0
        if start and ready and fw_mission_started[j] == 0.0:
            fw_mission_started[j] = 1.0
            wanted = wanted if asked else MODE_AUTO
        fw_mission_started[j] = fw_mission_started[j] if start else 0.0

        # The switch, when it moves; a failsafe, when it fires. Whoever comes last rules.
        switch = fw_rc_mode_request[j]
        rescue = fw_failsafe_mode[j]
        switched = switch >= 0.0 and switch != fw_rc_mode_known[j] and switch != mode
        rescued = rescue >= 0.0 and rescue != fw_failsafe_mode_known[j]
        if switched or rescued:
            found, reason = first_possible(
                rescue if rescued else switch,
                rescued,
                airframe,
                armed,
                fw_flying[j],
                position_ok,
                fw_height_ok[j],
                fw_home_set[j],
                items,
                fw_path_count[j],
                fw_follow_timeout_s[j] - fw_follow_age_s[j],
            )
            # Sticks keep the mode that they have if the new one is refused.
            event = reason
            event_value = found
            wanted = found if reason == FINE else wanted
            asked = asked and reason != FINE

        begins = wanted >= 0.0 and (asked or wanted != mode)
        if begins and wanted != mode:
            event = EVENT_MODE
            event_value = wanted
            fw_speed_wanted_mps[j] = 0.0
        if begins and not asked:
            fw_target_used[j] = 0.0
            fw_takeoff_wanted_m[j] = -1.0
        if begins:
            mode = wanted
            fw_mode_begun[j] = NO_MODE
            fw_paused[j] = 0.0
        if event > 0.0:
            post(fw_event, fw_event_count, j, event, event_value)
        fw_mode[j] = mode
        fw_booted[j] = 1.0
        fw_mode_wanted[j] = NO_MODE
        fw_rc_mode_known[j] = switch
        fw_failsafe_mode_known[j] = rescue
