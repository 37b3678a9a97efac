"""Which mode it flies: by request, mode switch, failsafe or the scenario, the later ones first."""

from simloop.firmware.codes import Mode
from simloop.firmware.command.answers import post
from simloop.firmware.command.mode_entry import FINE, gentler, refusal
from simloop.firmware.command.reasons import Event
from simloop.firmware.component import Mut
from simloop.firmware.fields.command import Notices
from simloop.firmware.fields.craft import Craft, Hearing, Plan, Safety
from simloop.firmware.fields.mission import WayHome

NO_MODE = -1.0
# A failsafe finds a mode that is possible within so many looks.
STEPS_DOWN = 4


def choose_mode(
    plan: Mut[Plan],
    craft: Mut[Craft],
    hearing: Hearing,
    safety: Safety,
    way: WayHome,
    notices: Mut[Notices],
) -> None:
    """Enter the mode that is wanted, if it can be entered."""
    if plan.booted == 0.0 and craft.mode == Mode.MANUAL:
        craft.mode = plan.initial_mode
    mode = craft.mode
    wanted = plan.mode_wanted
    asked = wanted >= 0.0
    event = 0.0
    event_value = 0.0
    if is_time_to_start(plan, craft) and not asked:
        wanted = Mode.AUTO

    # The switch, when it moves; a failsafe, when it fires. Whoever comes last rules.
    switch, rescue = hearing.mode_request, safety.mode
    switched = switch >= 0.0 and switch not in (plan.rc_mode_known, mode)
    rescued = rescue >= 0.0 and rescue != plan.failsafe_mode_known
    if switched or rescued:
        found = rescue if rescued else switch
        reason = refusal(found, plan, craft, way)
        for _ in range(STEPS_DOWN - 1):
            # Where something must be done, the next that is possible.
            if rescued and reason != FINE:
                found = gentler(found, craft.airframe)
                reason = refusal(found, plan, craft, way)
        # Sticks keep the mode that they have if the new one is refused.
        event = reason
        event_value = found
        wanted = found if reason == FINE else wanted
        asked = asked and reason != FINE

    if wanted >= 0.0 and (asked or wanted != mode):
        if wanted != mode:
            event = Event.MODE
            event_value = wanted
            plan.speed_wanted_mps = 0.0
        if not asked:
            plan.target_used = 0.0
            plan.takeoff_wanted_m = -1.0
        craft.mode = wanted
        plan.mode_begun = NO_MODE
        plan.paused = 0.0
    if event > 0.0:
        post(notices, event, event_value)
    plan.booted = 1.0
    plan.mode_wanted = NO_MODE
    plan.rc_mode_known = switch
    plan.failsafe_mode_known = rescue


def is_time_to_start(plan: Mut[Plan], craft: Craft) -> bool:
    """Does the scenario's mission begin now? It does so once."""
    if plan.mission_start <= 0.0:
        plan.mission_started = 0.0
        return False
    ready = craft.armed > 0.0 and plan.item_count > 0.0 and craft.position_ok > 0.0
    if not ready or plan.mission_started != 0.0:
        return False
    plan.mission_started = 1.0
    return True
