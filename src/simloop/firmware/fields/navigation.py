"""Columns of the navigation: its parameters, what it learns, and the state of its filters."""

from simloop.firmware.field import Field, knob
from simloop.firmware.fields.filter_parameters import FIELD_PARAMETERS, FILTER_PARAMETERS
from simloop.firmware.navigation.filter_columns import (
    FILTER_STATE,
    MEASUREMENT_STATE,
    WORK_SPACE,
)

PI = 3.141592653589793
# Points of fw_battery_curve: one at every tenth of the charge.
BATTERY_POINTS = 11


ALIGNMENT_PARAMETERS = (
    knob("fw_align_time_s", "s", "stand still this long to align", 2.0, "ALIGN_TIME", 0.5, 60.0),
    knob("fw_align_wait_s", "s", "align without fixes after this", 10.0, "ALIGN_WAIT", 0.5, 600.0),
    knob(
        "fw_align_rate_limit_radps",
        "rad/s",
        "gyro off its mean that counts as motion",
        0.05,
        "ALIGN_GYR_LIM",
        0.001,
        10.0,
    ),
    knob(
        "fw_align_accel_limit_mps2",
        "m/s^2",
        "accelerometer off its mean that counts as motion",
        0.5,
        "ALIGN_ACC_LIM",
        0.01,
        20.0,
    ),
    knob(
        "fw_align_speed_limit_mps",
        "m/s",
        "GNSS speed that counts as motion",
        1.0,
        "ALIGN_SPD_LIM",
        0.1,
        100.0,
    ),
    Field("fw_gravity_mps2", 1, "m/s^2", "NED", "gravity of the place", 9.80665),
)

ATTITUDE_PARAMETERS = (
    knob(
        "fw_ahrs_level_gain_per_s",
        "1/s",
        "attitude correction by gravity",
        0.3,
        "FILT_ACC_KP",
        0.0,
        10.0,
    ),
    knob(
        "fw_ahrs_level_gate",
        "1",
        "share by which |a| may be off gravity",
        0.15,
        "FILT_ACC_MARGIN",
        0.0,
        1.0,
    ),
    knob(
        "fw_ahrs_bias_gain_per_s2",
        "1/s^2",
        "bias change per attitude error",
        0.01,
        "FILT_KI",
        0.0,
        1.0,
    ),
    knob(
        "fw_ahrs_heading_gain_per_s",
        "1/s",
        "heading correction by the magnetometer",
        0.4,
        "FILT_MAG_KP",
        0.0,
        10.0,
    ),
    knob(
        "fw_declination_rad",
        "rad",
        "magnetic declination, east positive",
        0.0,
        "MAG_DECL",
        -PI,
        PI,
        "NED",
    ),
)

SENSOR_PARAMETERS = (
    knob("fw_range_max_m", "m", "longest range that is an echo", 7.5, "SONAR_MAX", 0.1, 100.0),
    Field("fw_nominal_voltage_v", 1, "V", "-", "voltage that motors are rated at; 0: unknown"),
    knob("fw_battery_capacity_c", "C", "charge when full; 0: unknown", 0.0, "BATT_CAP", 0.0, 1e7),
    knob(
        "fw_battery_full_v", "V", "voltage when full; 0: unknown", 0.0, "BATT_V_FULL", 0.0, 1000.0
    ),
    knob(
        "fw_battery_empty_v", "V", "voltage when empty; 0: unknown", 0.0, "BATT_V_EMPTY", 0.0, 1000
    ),
    knob("fw_battery_resistance_ohm", "ohm", "inner resistance", 0.0, "BATT_OHM", 0.0, 10.0),
    Field(
        "fw_battery_curve",
        BATTERY_POINTS,
        "1",
        "-",
        "voltage without load at 0, 10 ... 100 % of the charge: 0 as when empty, 1 as when full",
        tuple(0.1 * point for point in range(BATTERY_POINTS)),
    ),
)

PARAMETERS = (
    ALIGNMENT_PARAMETERS
    + ATTITUDE_PARAMETERS
    + FIELD_PARAMETERS
    + FILTER_PARAMETERS
    + SENSOR_PARAMETERS
)

# Parameters of the user that calibration writes too.
OFFSETS = (
    Field(
        "fw_gyro_offset_frd_radps",
        3,
        "rad/s",
        "FRD",
        "gyro offset",
        names=("GYRO_X_BIAS", "GYRO_Y_BIAS", "GYRO_Z_BIAS"),
        low=-1.0,
        high=1.0,
    ),
    Field(
        "fw_accel_offset_frd_mps2",
        3,
        "m/s^2",
        "FRD",
        "accelerometer offset",
        names=("ACC_X_BIAS", "ACC_Y_BIAS", "ACC_Z_BIAS"),
        low=-3.0,
        high=3.0,
    ),
    Field(
        "fw_mag_offset_frd_t",
        3,
        "T",
        "FRD",
        "hard iron",
        names=("MAG_X_BIAS", "MAG_Y_BIAS", "MAG_Z_BIAS"),
        low=-1e-3,
        high=1e-3,
    ),
    Field(
        "fw_mag_soft_iron",
        9,
        "1",
        "FRD",
        "soft iron, row by row",
        (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        names=tuple(f"MAG_CAL_A{row}{column}" for row in range(3) for column in range(3)),
        low=-10.0,
        high=10.0,
    ),
    knob(
        "fw_diff_pressure_offset_pa",
        "Pa",
        "offset of the pressure at the nose",
        0.0,
        "DIFF_PRESS_BIAS",
        -500.0,
        500.0,
    ),
)

CALIBRATION = (
    Field("fw_calibration_kind", 1, "1", "-", "what to calibrate, see requests.py; 0 nothing"),
    Field("fw_calibration_result", 1, "1", "-", "0 running, 1 done, 2 it moved, 3 out of range"),
    Field("fw_calibration_elapsed_s", 1, "s", "-", "time since the calibration began"),
    Field("fw_calibration_mean", 6, "rad/s, m/s^2", "FRD", "mean of gyro and accelerometer"),
    Field("fw_calibration_smooth", 6, "rad/s, m/s^2", "FRD", "both behind a low pass"),
    Field("fw_calibration_worst", 2, "rad/s, m/s^2", "FRD", "largest departure from the mean"),
    Field("fw_calibration_low_t", 3, "T", "FRD", "least field seen"),
    Field("fw_calibration_high_t", 3, "T", "FRD", "largest field seen"),
    Field("fw_calibration_pressure_pa", 1, "Pa", "-", "mean pressure at the nose"),
    Field("fw_calibration_pressures", 1, "1", "-", "samples in that mean"),
)

SAMPLES_IN_USE = (
    Field("fw_clean_gyro_frd_radps", 3, "rad/s", "FRD", "gyro without its offset"),
    Field("fw_mid_gyro_frd_radps", 3, "rad/s", "FRD", "mean of the last two of those"),
    Field("fw_clean_accel_frd_mps2", 3, "m/s^2", "FRD", "accelerometer without its offset"),
    Field("fw_clean_mag_frd_t", 3, "T", "FRD", "field without iron"),
    Field("fw_mag_strength_t", 1, "T", "-", "strength of the field at alignment; 0: unknown"),
    Field("fw_mag_field_ned_t", 3, "T", "NED", "field of the place; 0: unknown"),
    Field("fw_mag_iron_frd_t", 3, "T", "FRD", "iron learnt in flight"),
    Field("fw_mag_gap_s", 1, "s", "-", "time since the last sample of the field"),
    Field("fw_mag_refused_s", 1, "s", "-", "how long the field has been another one"),
    Field("fw_mag_learnt", 1, "1", "-", "how often iron was learnt"),
    Field("fw_mag_seen", 1, "1", "-", "last magnetometer sequence"),
    Field("fw_mag_age_s", 1, "s", "-", "time since a usable field", 1e9),
    Field("fw_baro_seen", 1, "1", "-", "last barometer sequence"),
    Field("fw_baro_age_s", 1, "s", "-", "time since that sample", 1e9),
    Field("fw_baro_down_m", 1, "m", "NED of origin", "height by the last pressure"),
    Field("fw_baro_reference_m", 1, "m", "ISA", "pressure altitude of the origin"),
    Field("fw_baro_references", 1, "1", "-", "pressures averaged into it"),
    Field("fw_air_density_kgpm3", 1, "kg/m^3", "-", "density of the air around", 1.225),
    Field("fw_pitot_seen", 1, "1", "-", "last sequence of the differential pressure"),
    Field("fw_pitot_age_s", 1, "s", "-", "time since that sample", 1e9),
    Field("fw_pitot_pressure_pa", 1, "Pa", "-", "that pressure without offset, smooth"),
    Field("fw_pitot_speed_mps", 1, "m/s", "-", "true airspeed by that pressure"),
    Field("fw_gnss_seen", 1, "1", "-", "last GNSS sequence"),
    Field("fw_velocity_age_s", 1, "s", "-", "time since GNSS velocity was accepted", 1e9),
    Field("fw_sonar_seen", 1, "1", "-", "last sonar sequence"),
    Field("fw_battery_seen", 1, "1", "-", "last battery sequence"),
    Field("fw_battery_start_left", 1, "1", "-", "share of the capacity at the start", 1.0),
)

ALIGNMENT_STATE = (
    Field("fw_align_elapsed_s", 1, "s", "-", "time at rest so far"),
    Field("fw_align_moved", 1, "1", "-", "1 if something moved"),
    Field("fw_align_rocking_radps", 1, "rad/s", "FRD", "farthest of the gyro from its mean"),
    Field("fw_align_gyro_sigma_radps", 1, "rad/s", "FRD", "how sure the gyro's bias is then"),
    Field("fw_align_gyro_frd_radps", 3, "rad/s", "FRD", "mean of the gyro"),
    Field("fw_align_accel_frd_mps2", 3, "m/s^2", "FRD", "mean of the accelerometer"),
    Field("fw_align_smooth_gyro_frd_radps", 3, "rad/s", "FRD", "gyro behind a low pass"),
    Field("fw_align_smooth_accel_frd_mps2", 3, "m/s^2", "FRD", "accelerometer likewise"),
    Field("fw_align_mag_frd_t", 3, "T", "FRD", "mean of the field"),
    Field("fw_align_mags", 1, "1", "-", "samples in that mean"),
    Field("fw_align_mag_seen", 1, "1", "-", "last of those samples"),
    Field("fw_align_accel_bias_frd_mps2", 3, "m/s^2", "FRD", "bias along gravity at rest"),
    Field("fw_origin_fixes", 1, "1", "-", "fixes averaged into the origin"),
)

ATTITUDE_STATE = (
    Field(
        "fw_ahrs_attitude_wxyz",
        4,
        "1",
        "FRD->NED",
        "attitude by gyro, gravity and field",
        (1.0, 0.0, 0.0, 0.0),
    ),
    Field("fw_ahrs_gyro_bias_frd_radps", 3, "rad/s", "FRD", "gyro bias of that filter"),
    Field("fw_ahrs_heading_correction_radps", 1, "rad/s", "NED", "turn about down by the field"),
    Field("fw_ahrs_unlevelled_s", 1, "s", "-", "time since gravity was felt alone"),
    Field("fw_ahrs_down_m", 1, "m", "NED of origin", "height by barometer and accelerometer"),
    Field("fw_ahrs_climb_down_mps", 1, "m/s", "NED", "its change"),
)

STATE = (
    OFFSETS
    + CALIBRATION
    + SAMPLES_IN_USE
    + ALIGNMENT_STATE
    + ATTITUDE_STATE
    + FILTER_STATE
    + MEASUREMENT_STATE
    + WORK_SPACE
)
