"""The tasks of safety and radio, in the order in which they run around those of modes."""

from simloop.firmware.command.calibration import calibrate
from simloop.firmware.command.compass_watch import watch_compass
from simloop.firmware.command.errors import find_errors
from simloop.firmware.command.failsafes import watch_failsafes
from simloop.firmware.command.fence_watch import watch_fence
from simloop.firmware.command.listening import listen
from simloop.firmware.command.mux import mix_commands
from simloop.firmware.command.rc import read_radio
from simloop.firmware.command.state_manager import manage_state
from simloop.firmware.task import SLOW_RATE_HZ, Task

_ANSWER = ("fw_answer_id", "fw_answer", "fw_answer_reason")
_EVENT = ("fw_event", "fw_event_count")

LISTEN = Task(
    name="fw_listen",
    block=listen,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
FENCE = Task(
    name="fw_fence",
    block=watch_fence,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
FAILSAFE = Task(
    name="fw_failsafe",
    block=watch_failsafes,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
ERRORS = Task(
    name="fw_errors",
    block=find_errors,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
CALIBRATION = Task(
    name="fw_calibration_orders",
    block=calibrate,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
STATE = Task(
    name="fw_state",
    block=manage_state,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
RADIO = Task(
    name="fw_rc",
    block=read_radio,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)
MUX = Task(
    name="fw_mux",
    block=mix_commands,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)

COMPASS = Task(
    name="fw_compass",
    block=watch_compass,
    group="command",
    rate_hz=SLOW_RATE_HZ,
)

BEFORE_MODES = (LISTEN, FENCE, FAILSAFE, ERRORS, COMPASS, CALIBRATION, STATE, RADIO)
AFTER_MODES = (MUX,)
