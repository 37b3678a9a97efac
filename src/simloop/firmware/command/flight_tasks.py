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
        writes=(
            "fw_aux_command",
            "fw_aux_used",
            "fw_servo_outputs",
            "fw_servo_orders_done",
            *_ANSWER,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
)

# Only for vehicles whose guidance asks what comes after the goal; it comes after the others.
AHEAD_TASKS = (
    Task(
        name="fw_ahead",
        block=look_ahead,
        group="command",
        writes=("fw_next_ned_m", "fw_next_known"),
        rate_hz=SLOW_RATE_HZ,
    ),
)

FLIGHT_TASKS = (
    Task(
        name="fw_news",
        block=hear_news,
        group="command",
        writes=("fw_follow_heard", "fw_follow_age_s"),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_requests",
        block=take_requests,
        group="command",
        writes=(
            "fw_mode_wanted",
            "fw_home_ned_m",
            "fw_home_set",
            "fw_target",
            "fw_target_used",
            "fw_takeoff_wanted_m",
            "fw_takeoff_yaw_rad",
            "fw_speed_wanted_mps",
            "fw_paused",
            "fw_roi_ned_m",
            "fw_roi_used",
            "fw_vtol_request",
            "fw_waypoint_index",
            "fw_item_stage",
            "fw_item_jumps",
            "fw_mission_done",
            *_ANSWER,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mode",
        block=choose_mode,
        group="command",
        writes=(
            "fw_booted",
            "fw_mode",
            "fw_mode_wanted",
            "fw_mode_begun",
            "fw_rc_mode_known",
            "fw_failsafe_mode_known",
            "fw_mission_started",
            "fw_target_used",
            "fw_takeoff_wanted_m",
            "fw_speed_wanted_mps",
            "fw_paused",
            *_NOTICE,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_path",
        block=remember_path,
        group="command",
        writes=(
            "fw_home_ned_m",
            "fw_home_set",
            "fw_path_ned_m",
            "fw_path_error_m",
            "fw_path_count",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_item_watch",
        block=watch_item,
        group="command",
        writes=(
            "fw_items_known",
            "fw_item_jumps",
            "fw_waypoint_index",
            "fw_item_stage",
            "fw_item_joined",
            "fw_item_time_s",
            "fw_item_turned_rad",
            "fw_item_bearing_rad",
            "fw_mission_done",
            "fw_mission_returns",
            "fw_vtol_request",
            "fw_mode_begun",
            *_LEG,
            *_NOTICE,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mission",
        block=fly_mission,
        group="command",
        writes=(
            "fw_item_jumps",
            "fw_waypoint_index",
            "fw_item_stage",
            "fw_item_joined",
            "fw_item_time_s",
            "fw_item_turned_rad",
            "fw_mission_done",
            "fw_mission_returns",
            "fw_return_stage",
            *_ACTION,
            *_LEG,
            *_NOTICE,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_actions",
        block=do_late_actions,
        group="command",
        writes=(*_ACTION, *_NOTICE),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_return",
        block=fly_home,
        group="command",
        writes=(
            "fw_mode_begun",
            "fw_path_index",
            "fw_return_ned_m",
            "fw_return_stage",
            "fw_return_time_s",
            "fw_vtol_request",
            *_LEG,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_begin",
        block=begin_mode,
        group="command",
        writes=("fw_mode_begun", "fw_takeoff_wanted_m", "fw_vtol_request", *_LEG),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_legs",
        block=choose_legs,
        group="command",
        writes=("fw_guided_seen", *_LEG, *_NOTICE),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_phases",
        block=step_phase,
        group="command",
        writes=(
            "fw_phase",
            "fw_phase_time_s",
            "fw_flying",
            "fw_takeoff_time_s",
            "fw_landed_time_s",
            "fw_control_level",
            "fw_ground_time_s",
            "fw_was_armed",
            "fw_mode_begun",
            "fw_paused",
            "fw_leg",
            "fw_leg_time_s",
            *_NOTICE,
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_goals",
        block=give_goals,
        group="command",
        writes=(
            "fw_goal_kind",
            "fw_goal_ned_m",
            "fw_goal_start_ned_m",
            "fw_goal_radius_m",
            "fw_goal_speed_mps",
            "fw_goal_yaw_rad",
            "fw_goal_yaw_used",
            "fw_goal_velocity_ned_mps",
            "fw_goal_yaw_rate_radps",
            "fw_leg_taken",
            "fw_pause_ned_m",
            "fw_was_paused",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
)
