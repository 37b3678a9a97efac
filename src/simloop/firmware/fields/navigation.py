"""Columns of the navigation: its parameters, what it learns, and the state of its filters."""

from simloop.firmware.component import Component, column, knob
from simloop.firmware.fields.filter_parameters import FieldSettings, FilterSettings
from simloop.firmware.navigation.filter_columns import (
    FilterState,
    Measurements,
    WorkSpace,
)
from simloop.firmware.row import Row
from simloop.firmware.vector import Quaternion, Vec3

PI = 3.141592653589793
# Points of fw_battery_curve: one at every tenth of the charge.
BATTERY_POINTS = 11


class AlignmentSettings(Component):
    """Alignment settings."""

    align_time_s: float = knob("s", "stand still this long to align", 2.0, "ALIGN_TIME", 0.5, 60.0)
    align_wait_s: float = knob(
        "s", "align without fixes after this", 10.0, "ALIGN_WAIT", 0.5, 600.0
    )
    align_rate_limit_radps: float = knob(
        "rad/s", "gyro off its mean that counts as motion", 0.05, "ALIGN_GYR_LIM", 0.001, 10.0
    )
    align_accel_limit_mps2: float = knob(
        "m/s^2",
        "accelerometer off its mean that counts as motion",
        0.5,
        "ALIGN_ACC_LIM",
        0.01,
        20.0,
    )
    align_speed_limit_mps: float = knob(
        "m/s", "GNSS speed that counts as motion", 1.0, "ALIGN_SPD_LIM", 0.1, 100.0
    )
    gravity_mps2: float = column("m/s^2", "gravity of the place", frame="NED", default=9.80665)


class AttitudeFilterSettings(Component):
    """Attitude filter settings."""

    ahrs_level_gain_per_s: float = knob(
        "1/s", "attitude correction by gravity", 0.3, "FILT_ACC_KP", 0.0, 10.0
    )
    ahrs_level_gate: float = knob(
        "1", "share by which |a| may be off gravity", 0.15, "FILT_ACC_MARGIN", 0.0, 1.0
    )
    ahrs_bias_gain_per_s2: float = knob(
        "1/s^2", "bias change per attitude error", 0.01, "FILT_KI", 0.0, 1.0
    )
    ahrs_heading_gain_per_s: float = knob(
        "1/s", "heading correction by the magnetometer", 0.4, "FILT_MAG_KP", 0.0, 10.0
    )
    declination_rad: float = knob(
        "rad", "magnetic declination, east positive", 0.0, "MAG_DECL", -PI, PI, "NED"
    )


class SensorFacts(Component):
    """Sensor facts."""

    range_max_m: float = knob("m", "longest range that is an echo", 7.5, "SONAR_MAX", 0.1, 100.0)
    nominal_voltage_v: float = column("V", "voltage that motors are rated at; 0: unknown")
    battery_capacity_c: float = knob("C", "charge when full; 0: unknown", 0.0, "BATT_CAP", 0.0, 1e7)
    battery_full_v: float = knob(
        "V", "voltage when full; 0: unknown", 0.0, "BATT_V_FULL", 0.0, 1000.0
    )
    battery_empty_v: float = knob(
        "V", "voltage when empty; 0: unknown", 0.0, "BATT_V_EMPTY", 0.0, 1000
    )
    battery_resistance_ohm: float = knob("ohm", "inner resistance", 0.0, "BATT_OHM", 0.0, 10.0)
    battery_curve: Row = column(
        "1",
        "voltage without load at 0, 10 ... 100 % of the charge: 0 as when empty, 1 as when full",
        size=BATTERY_POINTS,
        default=tuple(0.1 * point for point in range(BATTERY_POINTS)),
    )


PARAMETERS = (
    AlignmentSettings.columns
    + AttitudeFilterSettings.columns
    + FieldSettings.columns
    + FilterSettings.columns
    + SensorFacts.columns
)

# Parameters of the user that calibration writes too.


class SensorOffsets(Component):
    """Sensor offsets."""

    gyro_offset_frd_radps: Vec3 = column(
        "rad/s",
        "gyro offset",
        frame="FRD",
        names=("GYRO_X_BIAS", "GYRO_Y_BIAS", "GYRO_Z_BIAS"),
        low=-1.0,
        high=1.0,
    )
    accel_offset_frd_mps2: Vec3 = column(
        "m/s^2",
        "accelerometer offset",
        frame="FRD",
        names=("ACC_X_BIAS", "ACC_Y_BIAS", "ACC_Z_BIAS"),
        low=-3.0,
        high=3.0,
    )
    mag_offset_frd_t: Vec3 = column(
        "T",
        "hard iron",
        frame="FRD",
        names=("MAG_X_BIAS", "MAG_Y_BIAS", "MAG_Z_BIAS"),
        low=-1e-3,
        high=1e-3,
    )
    mag_soft_iron: Row = column(
        "1",
        "soft iron, row by row",
        size=9,
        frame="FRD",
        default=(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        names=tuple(f"MAG_CAL_A{row}{column}" for row in range(3) for column in range(3)),
        low=-10.0,
        high=10.0,
    )
    diff_pressure_offset_pa: float = knob(
        "Pa", "offset of the pressure at the nose", 0.0, "DIFF_PRESS_BIAS", -500.0, 500.0
    )


class Calibration(Component, prefix="fw_calibration"):
    """Calibration."""

    kind: float = column("1", "what to calibrate, see requests.py; 0 nothing")
    result: float = column("1", "0 running, 1 done, 2 it moved, 3 out of range")
    elapsed_s: float = column("s", "time since the calibration began")
    mean: Row = column("rad/s, m/s^2", "mean of gyro and accelerometer", size=6, frame="FRD")
    smooth: Row = column("rad/s, m/s^2", "both behind a low pass", size=6, frame="FRD")
    worst: Row = column("rad/s, m/s^2", "largest departure from the mean", size=2, frame="FRD")
    low_t: Row = column("T", "least field seen", size=3, frame="FRD")
    high_t: Row = column("T", "largest field seen", size=3, frame="FRD")
    pressure_pa: float = column("Pa", "mean pressure at the nose")
    pressures: float = column("1", "samples in that mean")


class CleanSamples(Component):
    """Clean samples."""

    clean_gyro_frd_radps: Vec3 = column("rad/s", "gyro without its offset", frame="FRD")
    mid_gyro_frd_radps: Vec3 = column("rad/s", "mean of the last two of those", frame="FRD")
    clean_accel_frd_mps2: Vec3 = column("m/s^2", "accelerometer without its offset", frame="FRD")
    clean_mag_frd_t: Vec3 = column("T", "field without iron", frame="FRD")
    mag_strength_t: float = column("T", "strength of the field at alignment; 0: unknown")
    mag_field_ned_t: Vec3 = column("T", "field of the place; 0: unknown", frame="NED")
    mag_iron_frd_t: Vec3 = column("T", "iron learnt in flight", frame="FRD")
    mag_gap_s: float = column("s", "time since the last sample of the field")
    mag_refused_s: float = column("s", "how long the field has been another one")
    mag_learnt: float = column("1", "how often iron was learnt")
    mag_seen: float = column("1", "last magnetometer sequence")
    mag_age_s: float = column("s", "time since a usable field", default=1e9)
    baro_seen: float = column("1", "last barometer sequence")
    baro_age_s: float = column("s", "time since that sample", default=1e9)
    baro_down_m: float = column("m", "height by the last pressure", frame="NED of origin")
    baro_reference_m: float = column("m", "pressure altitude of the origin", frame="ISA")
    baro_references: float = column("1", "pressures averaged into it")
    air_density_kgpm3: float = column("kg/m^3", "density of the air around", default=1.225)
    pitot_seen: float = column("1", "last sequence of the differential pressure")
    pitot_age_s: float = column("s", "time since that sample", default=1e9)
    pitot_pressure_pa: float = column("Pa", "that pressure without offset, smooth")
    pitot_speed_mps: float = column("m/s", "true airspeed by that pressure")
    gnss_seen: float = column("1", "last GNSS sequence")
    velocity_age_s: float = column("s", "time since GNSS velocity was accepted", default=1e9)
    sonar_seen: float = column("1", "last sonar sequence")
    battery_seen: float = column("1", "last battery sequence")
    battery_start_left: float = column("1", "share of the capacity at the start", default=1.0)


class Alignment(Component):
    """Alignment."""

    align_elapsed_s: float = column("s", "time at rest so far")
    align_moved: float = column("1", "1 if something moved")
    align_rocking_radps: float = column("rad/s", "farthest of the gyro from its mean", frame="FRD")
    align_gyro_sigma_radps: float = column("rad/s", "how sure the gyro's bias is then", frame="FRD")
    align_gyro_frd_radps: Vec3 = column("rad/s", "mean of the gyro", frame="FRD")
    align_accel_frd_mps2: Vec3 = column("m/s^2", "mean of the accelerometer", frame="FRD")
    align_smooth_gyro_frd_radps: Vec3 = column("rad/s", "gyro behind a low pass", frame="FRD")
    align_smooth_accel_frd_mps2: Vec3 = column("m/s^2", "accelerometer likewise", frame="FRD")
    align_mag_frd_t: Vec3 = column("T", "mean of the field", frame="FRD")
    align_mags: float = column("1", "samples in that mean")
    align_mag_seen: float = column("1", "last of those samples")
    align_accel_bias_frd_mps2: Vec3 = column("m/s^2", "bias along gravity at rest", frame="FRD")
    origin_fixes: float = column("1", "fixes averaged into the origin")


class AttitudeFilter(Component, prefix="fw_ahrs"):
    """Attitude filter."""

    attitude_wxyz: Quaternion = column(
        "1", "attitude by gyro, gravity and field", frame="FRD->NED", default=(1.0, 0.0, 0.0, 0.0)
    )
    gyro_bias_frd_radps: Vec3 = column("rad/s", "gyro bias of that filter", frame="FRD")
    heading_correction_radps: float = column("rad/s", "turn about down by the field", frame="NED")
    unlevelled_s: float = column("s", "time since gravity was felt alone")
    down_m: float = column("m", "height by barometer and accelerometer", frame="NED of origin")
    climb_down_mps: float = column("m/s", "its change", frame="NED")


STATE = (
    SensorOffsets.columns
    + Calibration.columns
    + CleanSamples.columns
    + Alignment.columns
    + AttitudeFilter.columns
    + FilterState.columns
    + Measurements.columns
    + WorkSpace.columns
)
