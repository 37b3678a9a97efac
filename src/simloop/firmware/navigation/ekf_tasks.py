"""The work of the error-state filter in order, from its start to its health."""

from simloop.firmware.navigation.constraints import fly_nose_first, hold_at_rest, watch_rest
from simloop.firmware.navigation.correction import correct_state
from simloop.firmware.navigation.covariance import age_slow_errors, predict_covariance
from simloop.firmware.navigation.gates import reset_states, weigh_measurements
from simloop.firmware.navigation.health import judge_health
from simloop.firmware.navigation.start import start_filter
from simloop.firmware.navigation.updates import update_states
from simloop.firmware.task import MEDIUM_RATE_HZ, SLOW_RATE_HZ, Task

# How often uncertainty grows, at most 250 Hz, and how often measurements reduce it.
PREDICTION_RATE_HZ = MEDIUM_RATE_HZ
UPDATE_RATE_HZ = 10.0

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
