"""The work of the navigation in order: which function, and how often."""

from simloop.firmware.navigation.attitude_filter import filter_attitude
from simloop.firmware.navigation.battery import follow_battery
from simloop.firmware.navigation.calibration import (
    calibrate_airspeed,
    collect_calibration,
    finish_calibration,
)
from simloop.firmware.navigation.constraints import fly_nose_first, hold_at_rest, watch_rest
from simloop.firmware.navigation.correction import correct_state
from simloop.firmware.navigation.covariance import age_slow_errors, predict_covariance
from simloop.firmware.navigation.field_watch import watch_field
from simloop.firmware.navigation.gates import reset_states, weigh_measurements
from simloop.firmware.navigation.gnss_fix import take_fix
from simloop.firmware.navigation.ground_range import watch_ground
from simloop.firmware.navigation.health import choose_estimate, judge_health
from simloop.firmware.navigation.history import keep_history
from simloop.firmware.navigation.magnetic_heading import take_field
from simloop.firmware.navigation.pressures import (
    choose_airspeed,
    filter_height,
    take_diff_pressure,
    take_pressure,
)
from simloop.firmware.navigation.standstill import align_at_rest, average_rest
from simloop.firmware.navigation.start import start_filter
from simloop.firmware.navigation.strapdown import condition_imu, propagate_state
from simloop.firmware.navigation.updates import update_states
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

# How often uncertainty grows, at most 250 Hz, and how often measurements reduce it.
PREDICTION_RATE_HZ = MEDIUM_RATE_HZ
UPDATE_RATE_HZ = 10.0

# The error-state filter, from its start to its health.
EKF_TASKS: tuple[Task, ...] = (
    Task("fw_ekf_start", start_filter, "estimate", SLOW_RATE_HZ),
    Task("fw_ekf_prediction", predict_covariance, "estimate", PREDICTION_RATE_HZ),
    Task("fw_ekf_slow_errors", age_slow_errors, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_rest", watch_rest, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_hold", hold_at_rest, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_course", fly_nose_first, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_gates", weigh_measurements, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_resets", reset_states, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_updates", update_states, "estimate", UPDATE_RATE_HZ),
    Task("fw_ekf_correction", correct_state, "estimate", UPDATE_RATE_HZ),
    Task("fw_health", judge_health, "estimate", UPDATE_RATE_HZ),
)

NAVIGATION_TASKS: tuple[Task, ...] = (
    Task("fw_imu", condition_imu, "estimate"),
    Task("fw_calibration_samples", collect_calibration, "estimate"),
    Task("fw_calibration_airspeed", calibrate_airspeed, "estimate", SLOW_RATE_HZ, "diff_pressure"),
    Task("fw_calibration", finish_calibration, "estimate", SLOW_RATE_HZ),
    Task("fw_ahrs", filter_attitude, "estimate"),
    Task("fw_strapdown", propagate_state, "estimate"),
    Task("fw_history", keep_history, "estimate", SLOW_RATE_HZ),
    Task("fw_field_watch", watch_field, "estimate", SLOW_RATE_HZ),
    Task("fw_magnetic_heading", take_field, "estimate", SLOW_RATE_HZ),
    Task("fw_barometer", take_pressure, "estimate", SLOW_RATE_HZ),
    Task("fw_height", filter_height, "estimate", SLOW_RATE_HZ),
    Task("fw_pitot", take_diff_pressure, "estimate", SLOW_RATE_HZ, "diff_pressure"),
    Task("fw_gnss_fix", take_fix, "estimate"),
    Task("fw_rest", average_rest, "estimate"),
    Task("fw_alignment", align_at_rest, "estimate", SLOW_RATE_HZ),
    *EKF_TASKS,
    Task("fw_estimate", choose_estimate, "estimate"),
    Task("fw_airspeed", choose_airspeed, "estimate", SLOW_RATE_HZ),
    Task("fw_ground_range", watch_ground, "estimate", SLOW_RATE_HZ, "sonar"),
    Task("fw_battery", follow_battery, "estimate", SLOW_RATE_HZ, "battery"),
)
