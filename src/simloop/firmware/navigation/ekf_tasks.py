"""The work of the error-state filter in order, from its start to its health."""

from simloop.firmware.navigation.constraints import apply_constraints
from simloop.firmware.navigation.correction import correct_state
from simloop.firmware.navigation.covariance import predict_covariance
from simloop.firmware.navigation.gates import reset_states, weigh_measurements
from simloop.firmware.navigation.health import judge_health
from simloop.firmware.navigation.slow_errors import age_slow_errors
from simloop.firmware.navigation.start import start_filter
from simloop.firmware.navigation.updates import update_states
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

# How often uncertainty grows, at most 250 Hz, and how often measurements reduce it.
PREDICTION_RATE_HZ = MEDIUM_RATE_HZ
UPDATE_RATE_HZ = 10.0

EKF_TASKS: tuple[Task, ...] = (
    Task(
        name="fw_ekf_start",
        block=start_filter,
        group="estimate",
        writes=(
            "fw_ekf_start",
            "fw_ekf_attitude_wxyz",
            "fw_ekf_velocity_ned_mps",
            "fw_ekf_position_ned_m",
            "fw_ekf_gyro_bias_frd_radps",
            "fw_ekf_accel_bias_frd_mps2",
            "fw_ekf_wind_ned_mps",
            "fw_ekf_baro_error_m",
            "fw_ekf_gnss_error_ned_m",
            "fw_history_velocity_ned_mps",
            "fw_history_position_ned_m",
            "fw_ekf_push_ned_mps",
            "fw_ekf_sum",
            "fw_ekf_count",
            "fw_ekf_correction",
            "fw_ekf_covariance",
            "fw_ekf_rejected_s",
            "fw_ekf_healthy",
            "fw_attitude_settled",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_ekf_prediction",
        block=predict_covariance,
        group="estimate",
        writes=(
            "fw_ekf_push_ned_mps",
            "fw_ekf_tilt",
            "fw_ekf_turn",
            "fw_ekf_covariance",
        ),
        rate_hz=PREDICTION_RATE_HZ,
    ),
    Task(
        name="fw_ekf_slow_errors",
        block=age_slow_errors,
        group="estimate",
        writes=("fw_ekf_baro_error_m", "fw_ekf_gnss_error_ned_m", "fw_ekf_covariance"),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_ekf_constraints",
        block=apply_constraints,
        group="estimate",
        writes=(
            "fw_still_s",
            "fw_ekf_sum",
            "fw_ekf_count",
            "fw_ekf_variance",
            "fw_ekf_tilt_slope",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_ekf_gates",
        block=weigh_measurements,
        group="estimate",
        writes=(
            "fw_ekf_variance",
            "fw_ekf_innovation",
            "fw_ekf_test_ratio",
            "fw_ekf_used",
            "fw_ekf_reset",
            "fw_ekf_rejected_s",
            "fw_ekf_rejections",
            "fw_baro_references",
            "fw_gnss_age_s",
            "fw_velocity_age_s",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_ekf_resets",
        block=reset_states,
        group="estimate",
        writes=(
            "fw_ekf_correction",
            "fw_ekf_covariance",
            "fw_ekf_resets",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_ekf_updates",
        block=update_states,
        group="estimate",
        writes=(
            "fw_ekf_used",
            "fw_ekf_test_ratio",
            "fw_ekf_air_rejections",
            "fw_ekf_slope",
            "fw_ekf_column",
            "fw_ekf_weight",
            "fw_ekf_step",
            "fw_ekf_correction",
            "fw_ekf_covariance",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_ekf_correction",
        block=correct_state,
        group="estimate",
        writes=(
            "fw_ekf_correction",
            "fw_ekf_attitude_wxyz",
            "fw_ekf_velocity_ned_mps",
            "fw_ekf_position_ned_m",
            "fw_ekf_gyro_bias_frd_radps",
            "fw_ekf_accel_bias_frd_mps2",
            "fw_ekf_wind_ned_mps",
            "fw_ekf_baro_error_m",
            "fw_ekf_gnss_error_ned_m",
            "fw_history_velocity_ned_mps",
            "fw_history_position_ned_m",
            "fw_ekf_sum",
            "fw_ekf_count",
            "fw_ekf_covariance",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
    Task(
        name="fw_health",
        block=judge_health,
        group="estimate",
        writes=(
            "fw_ekf_load",
            "fw_ekf_start",
            "fw_ekf_restarts",
            "fw_ekf_healthy",
            "fw_attitude_settled",
            "fw_attitude_ok",
            "fw_contradicted",
            "fw_velocity_ok",
            "fw_position_ok",
            "fw_height_ok",
            "fw_dead_reckoning",
        ),
        rate_hz=UPDATE_RATE_HZ,
    ),
)
