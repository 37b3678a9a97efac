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

MULTIROTOR_TASKS: tuple[Task, ...] = (
    Task(name="fw_mc_gyro_filter", block=filter_rates, group="estimate"),
    Task(
        name="fw_mc_ground_torque",
        block=observe_ground_torque,
        group="estimate",
        rate_hz=MEDIUM_RATE_HZ,
    ),
    Task(name="fw_mc_progress", block=watch_progress, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_heading", block=guide_heading, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_height", block=guide_height, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_course", block=guide_course, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_sticks", block=read_sticks, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_mixer_choice", block=choose_mixer, group="control", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_mc_position", block=control_position, group="control", rate_hz=MEDIUM_RATE_HZ),
    Task(name="fw_mc_attitude", block=control_attitude, group="control"),
    Task(name="fw_mc_mixer", block=mix_motors, group="control"),
)
