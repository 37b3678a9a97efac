"""The tasks of modes and missions, in the order in which they run after the radio's."""

from simloop.firmware.command.flight_modes import choose_mode
from simloop.firmware.command.flight_phases import step_phase
from simloop.firmware.command.goals import give_goals
from simloop.firmware.command.mission_actions import do_late_actions
from simloop.firmware.command.mission_ahead import look_ahead
from simloop.firmware.command.mission_items import fly_mission
from simloop.firmware.command.mission_progress import watch_item
from simloop.firmware.command.mode_begin import begin_mode
from simloop.firmware.command.mode_legs import choose_legs, hear_news
from simloop.firmware.command.mode_requests import take_requests
from simloop.firmware.command.return_path import remember_path
from simloop.firmware.command.servo_requests import set_servos
from simloop.firmware.command.way_home import fly_home
from simloop.firmware.task import SLOW_RATE_HZ, Task

_LEG = ("fw_leg", "fw_leg_count", "fw_leg_time_s")
_NOTICE = ("fw_event", "fw_event_count")
_ANSWER = ("fw_answer", "fw_answer_id", "fw_answer_reason")
_ACTION = (
    "fw_action_next",
    "fw_action_wait_s",
    "fw_speed_wanted_mps",
    "fw_roi_ned_m",
    "fw_roi_used",
    "fw_vtol_request",
    "fw_servo_order",
    "fw_servo_orders",
)

# Only for vehicles with outputs behind a mixer; it comes before the others.
SERVO_TASKS = (
    Task(
        name="fw_servo",
        block=set_servos,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
)

# Only for vehicles whose guidance asks what comes after the goal; it comes after the others.
AHEAD_TASKS = (
    Task(
        name="fw_ahead",
        block=look_ahead,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
)

FLIGHT_TASKS = (
    Task(
        name="fw_news",
        block=hear_news,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_requests",
        block=take_requests,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mode",
        block=choose_mode,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_path",
        block=remember_path,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_item_watch",
        block=watch_item,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mission",
        block=fly_mission,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_actions",
        block=do_late_actions,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_return",
        block=fly_home,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_begin",
        block=begin_mode,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_legs",
        block=choose_legs,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_phases",
        block=step_phase,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_goals",
        block=give_goals,
        group="command",
        rate_hz=SLOW_RATE_HZ,
    ),
)
