"""The work of a multirotor in order, from the way to its goal to the motor commands."""

from simloop.firmware.multirotor.attitude_control import control_attitude
from simloop.firmware.multirotor.ground_torque import observe_ground_torque
from simloop.firmware.multirotor.guidance import guide_course, guide_heading, guide_height
from simloop.firmware.multirotor.gyro_filter import filter_rates
from simloop.firmware.multirotor.landing import watch_progress
from simloop.firmware.multirotor.mixer import mix_motors
from simloop.firmware.multirotor.mixer_choice import choose_mixer
from simloop.firmware.multirotor.position_control import control_position
from simloop.firmware.multirotor.sticks import read_sticks
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

SETPOINT = (
    "fw_setpoint_position_ned_m",
    "fw_setpoint_velocity_ned_mps",
    "fw_setpoint_acceleration_ned_mps2",
)

MULTIROTOR_TASKS: tuple[Task, ...] = (
    Task(
        name="fw_mc_gyro_filter",
        block=filter_rates,
        group="estimate",
        writes=("fw_mc_notch_memory", "fw_mc_low_pass_memory", "fw_mc_rate_frd_radps"),
    ),
    Task(
        name="fw_mc_ground_torque",
        block=observe_ground_torque,
        group="estimate",
        writes=("fw_mc_rotor_torque_nm", "fw_mc_seen_rate_frd_radps", "fw_mc_ground_torque_nm"),
        rate_hz=MEDIUM_RATE_HZ,
    ),
    Task(
        name="fw_mc_progress",
        block=watch_progress,
        group="control",
        writes=(
            "fw_mc_touch_time_s",
            "fw_mc_near_ground",
            "fw_mc_torque_first",
            "fw_goal_reached",
            "fw_touched",
            "fw_settled",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_heading",
        block=guide_heading,
        group="control",
        writes=(
            "fw_yaw_setpoint_rad",
            "fw_yaw_rate_setpoint_radps",
            "fw_yaw_acceleration_radps2",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_height",
        block=guide_height,
        group="control",
        writes=SETPOINT,
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_course",
        block=guide_course,
        group="control",
        writes=(*SETPOINT, "fw_mc_level", "fw_mc_tilt_limit_tan"),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_sticks",
        block=read_sticks,
        group="control",
        writes=(
            "fw_mc_stick_used",
            "fw_mc_stick_angle_rad",
            "fw_mc_stick_wxyz",
            "fw_mc_stick_thrust_n",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_mixer_choice",
        block=choose_mixer,
        group="control",
        writes=("fw_mc_mix_key", "fw_mc_work", "fw_mc_mix", "fw_mixer_valid"),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_mc_position",
        block=control_position,
        group="control",
        writes=(
            "fw_mc_controlled_level",
            "fw_mc_handover_ned_mps2",
            "fw_setpoint_position_ned_m",
            "fw_velocity_integral_ned_mps2",
            "fw_attitude_setpoint_wxyz",
            "fw_thrust_setpoint_n",
        ),
        rate_hz=MEDIUM_RATE_HZ,
    ),
    Task(
        name="fw_mc_attitude",
        block=control_attitude,
        group="control",
        writes=(
            "fw_mc_smooth_rate_frd_radps",
            "fw_mc_yaw_spin_nm",
            "fw_rate_integral",
            "fw_torque_frd_nm",
            "fw_thrust_n",
        ),
    ),
    Task(
        name="fw_mc_mixer",
        block=mix_motors,
        group="control",
        writes=("fw_mc_torque_given", "motor_command"),
    ),
)
