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
    writes=(
        "fw_pass_s",
        "fw_pass_time_s",
        "fw_clock_back",
        "fw_rc_ok",
        "fw_rc_seen",
        "fw_rc_age_s",
        "fw_rc_counted",
        "fw_gcs_age_s",
        "fw_gcs_counted",
        "fw_offboard_age_s",
        "fw_offboard_counted",
        "fw_offboard_used",
        "fw_event_time_s",
        "fw_event_stamped",
    ),
    rate_hz=SLOW_RATE_HZ,
)
FENCE = Task(
    name="fw_fence",
    block=watch_fence,
    group="command",
    writes=(
        "fw_fence_enabled",
        "fw_fence_distance_m",
        "fw_fence_breach",
        "fw_fence_near",
        "fw_fence_risen",
        *_ANSWER,
        *_EVENT,
    ),
    rate_hz=SLOW_RATE_HZ,
)
FAILSAFE = Task(
    name="fw_failsafe",
    block=watch_failsafes,
    group="command",
    writes=(
        "fw_failsafe_timer_s",
        "fw_failsafe_fired",
        "fw_failsafe",
        "fw_failsafe_mode",
        "fw_failsafe_reason",
        "fw_terminate",
        *_EVENT,
    ),
    rate_hz=SLOW_RATE_HZ,
)
ERRORS = Task(
    name="fw_errors",
    block=find_errors,
    group="command",
    writes=(
        "fw_imu_quiet_s",
        "fw_imu_counted",
        "fw_overrun_age_s",
        "fw_overrun_counted",
        "fw_error",
        "fw_error_raised",
        "fw_errors_raised",
        *_EVENT,
    ),
    rate_hz=SLOW_RATE_HZ,
)
CALIBRATION = Task(
    name="fw_calibration_orders",
    block=calibrate,
    group="command",
    writes=(
        "fw_imu_calibrated",
        "fw_calibration_kind",
        "fw_calibration_time_s",
        "fw_calibration_outcome",
        "fw_rc_trim_request",
        *_ANSWER,
        *_EVENT,
    ),
    rate_hz=SLOW_RATE_HZ,
)
STATE = Task(
    name="fw_state",
    block=manage_state,
    group="command",
    writes=(
        "fw_calibration_kind",
        "fw_calibration_time_s",
        "fw_arm_when_done",
        "fw_arming_reason",
        "fw_armed_time_s",
        "fw_idle_time_s",
        "fw_still_time_s",
        "fw_refusal_age_s",
        "fw_start_taken",
        "fw_state",
        "fw_armed",
        *_ANSWER,
        *_EVENT,
    ),
    rate_hz=SLOW_RATE_HZ,
)
RADIO = Task(
    name="fw_rc",
    block=read_radio,
    group="command",
    writes=(
        "fw_rc_trim",
        "fw_rc_trim_request",
        "fw_rc_heard",
        "fw_rc_stick",
        "fw_rc_switch",
        "fw_rc_mode_place",
        "fw_rc_mode_next",
        "fw_rc_mode_timer_s",
        "fw_rc_gesture_s",
        "fw_rc_mode_request",
        "fw_rc_arm_request",
    ),
    rate_hz=SLOW_RATE_HZ,
)
MUX = Task(
    name="fw_mux",
    block=mix_commands,
    group="command",
    writes=(
        "fw_override_left_s",
        "fw_override",
        "fw_command",
        "fw_command_type",
        "fw_goal_speed_mps",
        "fw_goal_velocity_ned_mps",
        "fw_goal_yaw_rate_radps",
    ),
    rate_hz=SLOW_RATE_HZ,
)

COMPASS = Task(
    name="fw_compass",
    block=watch_compass,
    group="command",
    writes=("fw_mag_told", *_EVENT),
    rate_hz=SLOW_RATE_HZ,
)

BEFORE_MODES = (LISTEN, FENCE, FAILSAFE, ERRORS, COMPASS, CALIBRATION, STATE, RADIO)
AFTER_MODES = (MUX,)
