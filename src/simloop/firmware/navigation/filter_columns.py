"""Columns of the error-state filter: its state, its measurements, its work space."""

from simloop.firmware.field import Field
from simloop.firmware.navigation.indices import (
    AIR_SLOPE,
    COVARIANCE,
    GROUPS,
    HISTORY_SLOTS,
    LINE,
    MEASUREMENTS,
)

FILTER_STATE = (
    Field("fw_ekf_attitude_wxyz", 4, "1", "FRD->NED", "attitude", (1.0, 0.0, 0.0, 0.0)),
    Field("fw_ekf_velocity_ned_mps", 3, "m/s", "NED", "velocity"),
    Field("fw_ekf_position_ned_m", 3, "m", "NED of origin", "position"),
    Field("fw_ekf_gyro_bias_frd_radps", 3, "rad/s", "FRD", "gyro bias"),
    Field("fw_ekf_accel_bias_frd_mps2", 3, "m/s^2", "FRD", "accelerometer bias"),
    Field("fw_ekf_wind_ned_mps", 2, "m/s", "NED", "wind, north and east"),
    Field("fw_ekf_baro_error_m", 1, "m", "NED", "slow error of the barometer's height"),
    Field("fw_ekf_gnss_error_ned_m", 3, "m", "NED", "slow error of GNSS places"),
    Field("fw_ekf_force_ned_mps2", 3, "m/s^2", "NED", "last specific force"),
    Field("fw_ekf_push_ned_mps", 3, "m/s", "NED", "what force did since the last prediction"),
    Field("fw_ekf_covariance", COVARIANCE, "-", "NED, FRD", "covariance of the errors"),
    Field("fw_history_time_s", 1, "s", "-", "when the newest slot was filled"),
    Field("fw_history_velocity_ned_mps", 3 * HISTORY_SLOTS, "m/s", "NED", "past velocities"),
    Field("fw_history_position_ned_m", 3 * HISTORY_SLOTS, "m", "NED of origin", "past positions"),
    Field("fw_still_s", 1, "s", "-", "time at rest and disarmed"),
    Field("fw_ekf_start", 1, "1", "-", "1: start at rest, 2: in flight, 3: afloat"),
    Field("fw_ekf_restarts", 1, "1", "-", "starts in flight so far"),
    Field("fw_ekf_healthy", 1, "1", "-", "1 while the filter can be used"),
    Field("fw_ekf_resets", 1, "1", "-", "states set to their sensor so far"),
)

MEASUREMENT_STATE = (
    Field("fw_ekf_sum", MEASUREMENTS, "-", "NED", "innovations since the last update, summed"),
    Field("fw_ekf_count", MEASUREMENTS, "1", "-", "how many"),
    Field("fw_ekf_variance", MEASUREMENTS, "-", "NED", "variance of the measurements"),
    Field("fw_ekf_tilt_slope", 2, "1", "NED", "heading by the field per tilt about north and east"),
    Field("fw_ekf_innovation", MEASUREMENTS, "-", "NED", "mean innovation at the last update"),
    Field("fw_ekf_test_ratio", MEASUREMENTS, "1", "-", "its square over what the gate allows"),
    Field("fw_ekf_used", MEASUREMENTS, "1", "-", "1 if it passed"),
    Field("fw_ekf_rejected_s", GROUPS, "s", "-", "how long each group was refused"),
    Field("fw_ekf_rejections", GROUPS, "1", "-", "how often each group was refused"),
    Field("fw_ekf_air_rejections", 1, "1", "-", "how often airspeed or side-slip was refused"),
    Field("fw_ekf_reset", 1, "1", "-", "groups to set to their sensor, as a sum of bits"),
    Field("fw_ekf_correction", LINE, "-", "NED, FRD", "corrections of this update"),
)

WORK_SPACE = (
    Field("fw_ekf_tilt", 9, "m/s", "NED", "velocity per attitude error", scratch=True),
    Field("fw_ekf_turn", 9, "s", "FRD->NED", "-period times rotation", scratch=True),
    Field("fw_ekf_slope", AIR_SLOPE, "-", "NED", "flow per state of the air", scratch=True),
    Field("fw_ekf_column", LINE, "-", "NED, FRD", "covariance with a measurement", scratch=True),
    Field("fw_ekf_weight", 1, "-", "-", "one over the variance of an innovation", scratch=True),
    Field("fw_ekf_step", 1, "-", "-", "innovation times that", scratch=True),
    Field("fw_ekf_load", 1, "-", "-", "sum of all variances", scratch=True),
    Field("fw_past_velocity_ned_mps", 3, "m/s", "NED", "velocity at a fix", scratch=True),
    Field("fw_past_position_ned_m", 3, "m", "NED of origin", "position at a fix", scratch=True),
)
