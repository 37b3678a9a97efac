"""The work of the navigation in order: which function, and how often."""

from simloop.firmware.navigation.airspeed import choose_airspeed, take_diff_pressure
from simloop.firmware.navigation.attitude_filter import filter_attitude
from simloop.firmware.navigation.barometer import filter_height, take_pressure
from simloop.firmware.navigation.battery import follow_battery
from simloop.firmware.navigation.calibration import (
    calibrate_airspeed,
    collect_calibration,
    finish_calibration,
)
from simloop.firmware.navigation.conditioning import condition_imu
from simloop.firmware.navigation.ekf_tasks import EKF_TASKS
from simloop.firmware.navigation.estimate import choose_estimate
from simloop.firmware.navigation.field_watch import watch_field
from simloop.firmware.navigation.gnss_fix import take_fix
from simloop.firmware.navigation.ground_range import watch_ground
from simloop.firmware.navigation.history import keep_history
from simloop.firmware.navigation.magnetic_heading import take_field
from simloop.firmware.navigation.standstill import align_at_rest, average_rest
from simloop.firmware.navigation.strapdown import propagate_state
from simloop.firmware.task import SLOW_RATE_HZ, Task

NAVIGATION_TASKS: tuple[Task, ...] = (
    Task(name="fw_imu", block=condition_imu, group="estimate"),
    Task(name="fw_calibration_samples", block=collect_calibration, group="estimate"),
    Task(
        name="fw_calibration_airspeed",
        block=calibrate_airspeed,
        group="estimate",
        rate_hz=SLOW_RATE_HZ,
        sensor="diff_pressure",
    ),
    Task(name="fw_calibration", block=finish_calibration, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_ahrs", block=filter_attitude, group="estimate"),
    Task(name="fw_strapdown", block=propagate_state, group="estimate"),
    Task(name="fw_history", block=keep_history, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_field_watch", block=watch_field, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_magnetic_heading", block=take_field, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_barometer", block=take_pressure, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(name="fw_height", block=filter_height, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(
        name="fw_pitot",
        block=take_diff_pressure,
        group="estimate",
        rate_hz=SLOW_RATE_HZ,
        sensor="diff_pressure",
    ),
    Task(name="fw_gnss_fix", block=take_fix, group="estimate"),
    Task(name="fw_rest", block=average_rest, group="estimate"),
    Task(name="fw_alignment", block=align_at_rest, group="estimate", rate_hz=SLOW_RATE_HZ),
    *EKF_TASKS,
    Task(name="fw_estimate", block=choose_estimate, group="estimate"),
    Task(name="fw_airspeed", block=choose_airspeed, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(
        name="fw_ground_range",
        block=watch_ground,
        group="estimate",
        rate_hz=SLOW_RATE_HZ,
        sensor="sonar",
    ),
    Task(
        name="fw_battery",
        block=follow_battery,
        group="estimate",
        rate_hz=SLOW_RATE_HZ,
        sensor="battery",
    ),
)
