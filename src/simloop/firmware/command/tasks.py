"""The command tasks in order: safety and radio, around them those of modes and missions."""

from collections.abc import Callable

from simloop.firmware.command.calibration import calibrate
from simloop.firmware.command.errors import find_errors, watch_compass, watch_sources
from simloop.firmware.command.failsafes import watch_failsafes
from simloop.firmware.command.fence import watch_fence
from simloop.firmware.command.flight_modes import choose_mode
from simloop.firmware.command.flight_phases import step_phase
from simloop.firmware.command.goals import give_goals
from simloop.firmware.command.listening import listen
from simloop.firmware.command.mission_actions import do_late_actions, set_servos
from simloop.firmware.command.mission_items import fly_mission
from simloop.firmware.command.mission_progress import look_ahead, watch_item
from simloop.firmware.command.mode_legs import begin_mode, choose_legs, hear_news
from simloop.firmware.command.mode_requests import take_requests
from simloop.firmware.command.mux import mix_commands
from simloop.firmware.command.rc import read_radio
from simloop.firmware.command.return_path import remember_path
from simloop.firmware.command.state_manager import manage_state, watch_rest
from simloop.firmware.command.way_home import fly_home
from simloop.firmware.task import SLOW_RATE_HZ, Task


def _task(name: str, block: Callable[..., None]) -> Task:
    return Task(name, block, "command", SLOW_RATE_HZ)


LISTEN = _task("fw_listen", listen)
BEFORE_MODES = (
    LISTEN,
    _task("fw_fence", watch_fence),
    _task("fw_failsafe", watch_failsafes),
    _task("fw_sources", watch_sources),
    _task("fw_errors", find_errors),
    _task("fw_compass", watch_compass),
    _task("fw_calibration_orders", calibrate),
    _task("fw_idle", watch_rest),
    _task("fw_state", manage_state),
    _task("fw_rc", read_radio),
)
AFTER_MODES = (_task("fw_mux", mix_commands),)

# Only for vehicles with outputs behind a mixer; it comes before the others.
SERVO_TASKS = (_task("fw_servo", set_servos),)

# Only for vehicles whose guidance asks what comes after the goal; it comes after the others.
AHEAD_TASKS = (_task("fw_ahead", look_ahead),)

FLIGHT_TASKS = (
    _task("fw_news", hear_news),
    _task("fw_requests", take_requests),
    _task("fw_mode", choose_mode),
    _task("fw_path", remember_path),
    _task("fw_item_watch", watch_item),
    _task("fw_mission", fly_mission),
    _task("fw_actions", do_late_actions),
    _task("fw_return", fly_home),
    _task("fw_begin", begin_mode),
    _task("fw_legs", choose_legs),
    _task("fw_phases", step_phase),
    _task("fw_goals", give_goals),
)
