"""The work of the error-state filter in order, from its start to its health."""

from simloop.firmware.navigation.constraints import fly_nose_first, hold_at_rest, watch_rest
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
    Task(name="fw_ekf_start", block=start_filter, group="estimate", rate_hz=SLOW_RATE_HZ),
    Task(
        name="fw_ekf_prediction",
        block=predict_covariance,
        group="estimate",
        rate_hz=PREDICTION_RATE_HZ,
    ),
    Task(
        name="fw_ekf_slow_errors", block=age_slow_errors, group="estimate", rate_hz=UPDATE_RATE_HZ
    ),
    Task(name="fw_ekf_rest", block=watch_rest, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_hold", block=hold_at_rest, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_course", block=fly_nose_first, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_gates", block=weigh_measurements, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_resets", block=reset_states, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_updates", block=update_states, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_ekf_correction", block=correct_state, group="estimate", rate_hz=UPDATE_RATE_HZ),
    Task(name="fw_health", block=judge_health, group="estimate", rate_hz=UPDATE_RATE_HZ),
)
