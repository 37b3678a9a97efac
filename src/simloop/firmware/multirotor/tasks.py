"""The work of a multirotor in order, from the way to its goal to the motor commands."""

from simloop.firmware.multirotor.attitude_control import control_attitude
from simloop.firmware.multirotor.guidance import guide_course, guide_heading, guide_height
from simloop.firmware.multirotor.gyro_filter import filter_rates
from simloop.firmware.multirotor.landing import observe_ground_torque, watch_progress
from simloop.firmware.multirotor.mixer import mix_motors
from simloop.firmware.multirotor.mixer_choice import choose_mixer
from simloop.firmware.multirotor.position_control import control_position
from simloop.firmware.multirotor.sticks import read_sticks
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

MULTIROTOR_TASKS: tuple[Task, ...] = (
    Task("fw_mc_gyro_filter", filter_rates, "estimate"),
    Task("fw_mc_ground_torque", observe_ground_torque, "estimate", MEDIUM_RATE_HZ),
    Task("fw_mc_progress", watch_progress, "control", SLOW_RATE_HZ),
    Task("fw_mc_heading", guide_heading, "control", SLOW_RATE_HZ),
    Task("fw_mc_height", guide_height, "control", SLOW_RATE_HZ),
    Task("fw_mc_course", guide_course, "control", SLOW_RATE_HZ),
    Task("fw_mc_sticks", read_sticks, "control", SLOW_RATE_HZ),
    Task("fw_mc_mixer_choice", choose_mixer, "control", SLOW_RATE_HZ),
    Task("fw_mc_position", control_position, "control", MEDIUM_RATE_HZ),
    Task("fw_mc_attitude", control_attitude, "control"),
    Task("fw_mc_mixer", mix_motors, "control"),
)
