"""The tasks of safety and radio, in the order in which they run around those of modes."""

from collections.abc import Callable

from simloop.firmware.command.calibration import calibrate
from simloop.firmware.command.compass_watch import watch_compass
from simloop.firmware.command.errors import find_errors, watch_sources
from simloop.firmware.command.failsafes import watch_failsafes
from simloop.firmware.command.fence_watch import watch_fence
from simloop.firmware.command.listening import listen
from simloop.firmware.command.mux import mix_commands
from simloop.firmware.command.rc import read_radio
from simloop.firmware.command.state_manager import manage_state, watch_rest
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
