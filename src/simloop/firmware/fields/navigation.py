"""Columns of the navigation: its parameters, what it learns, and the state of its filters."""

from typing import NamedTuple

from simloop.firmware.component import Component, Row, column, columns_of
from simloop.firmware.fields.filter_parameters import (
    FILTER_SETTINGS,
    AirErrors,
    BarometerErrors,
    EarthField,
    GnssErrors,
    HeadingErrors,
)
from simloop.firmware.fields.samples import (
    Barometer,
    Battery,
    DifferentialPressure,
    Gnss,
    Magnetometer,
)
from simloop.firmware.navigation.filter_columns import FILTER_STATE
from simloop.firmware.vector import Matrix3, Quaternion, Vec3

# Points of fw_battery_curve: one at every tenth of the charge.
BATTERY_POINTS = 11


class AlignmentSettings(Component, prefix="fw_align"):
    """How long, and how still, a vehicle must stand to be aligned."""

    time_s: float = column("s", "stand still this long to align").knob("ALIGN_TIME", 2.0, 0.5, 60.0)
    wait_s: float = column("s", "align without fixes after this").knob(
        "ALIGN_WAIT", 10.0, 0.5, 600.0
    )
    rate_limit_radps: float = column("rad/s", "gyro off its mean that counts as motion").knob(
        "ALIGN_GYR_LIM", 0.05, 0.001, 10.0
    )
    accel_limit_mps2: float = column(
        "m/s^2", "accelerometer off its mean that counts as motion"
    ).knob("ALIGN_ACC_LIM", 0.5, 0.01, 20.0)
    speed_limit_mps: float = column("m/s", "GNSS speed that counts as motion").knob(
        "ALIGN_SPD_LIM", 1.0, 0.1, 100.0
    )


class Place(Component):
    """What the firmware knows of the place before it looks."""

    gravity_mps2: float = column("m/s^2", "gravity of the place", "NED", 9.80665)


class AttitudeFilterGains(Component, prefix="fw_ahrs"):
    """How hard gravity and field pull on the attitude of the gyro."""

    level_gain_per_s: float = column("1/s", "attitude correction by gravity").knob(
        "FILT_ACC_KP", 0.3, 0.0, 10.0
    )
    level_gate: float = column("1", "share by which |a| may be off gravity").knob(
        "FILT_ACC_MARGIN", 0.15, 0.0, 1.0
    )
    bias_gain_per_s2: float = column("1/s^2", "bias change per attitude error").knob(
        "FILT_KI", 0.01, 0.0, 1.0
    )
    heading_gain_per_s: float = column("1/s", "heading correction by the magnetometer").knob(
        "FILT_MAG_KP", 0.4, 0.0, 10.0
    )


class SonarFacts(Component, prefix="fw_range"):
    """What the sonar can see."""

    max_m: float = column("m", "longest range that is an echo").knob("SONAR_MAX", 7.5, 0.1, 100.0)


class BatteryFacts(Component, prefix="fw_battery"):
    """What the battery is."""

    nominal_voltage_v: float = column(
        "V", "voltage that motors are rated at; 0: unknown", column="fw_nominal_voltage_v"
    )
    capacity_c: float = column("C", "charge when full; 0: unknown").knob("BATT_CAP", 0.0, 0.0, 1e7)
    full_v: float = column("V", "voltage when full; 0: unknown").knob(
        "BATT_V_FULL", 0.0, 0.0, 1000.0
    )
    empty_v: float = column("V", "voltage when empty; 0: unknown").knob(
        "BATT_V_EMPTY", 0.0, 0.0, 1000
    )
    resistance_ohm: float = column("ohm", "inner resistance").knob("BATT_OHM", 0.0, 0.0, 10.0)
    curve: Row = column(
        "1",
        "voltage without load at 0, 10 ... 100 % of the charge: 0 as when empty, 1 as when full",
        size=BATTERY_POINTS,
        default=tuple(0.1 * point for point in range(BATTERY_POINTS)),
    )


PARAMETERS = (
    columns_of(AlignmentSettings, Place, AttitudeFilterGains)
    + FILTER_SETTINGS
    + columns_of(SonarFacts, BatteryFacts)
)

# Parameters of the user that calibration writes too.


class ImuOffsets(Component):
    """What calibration found gyro and accelerometer to be off by."""

    gyro_offset_frd_radps: Vec3 = column("rad/s", "gyro offset", "FRD").knob(
        "GYRO_X_BIAS, GYRO_Y_BIAS, GYRO_Z_BIAS", 0.0, -1.0, 1.0
    )
    accel_offset_frd_mps2: Vec3 = column("m/s^2", "accelerometer offset", "FRD").knob(
        "ACC_X_BIAS, ACC_Y_BIAS, ACC_Z_BIAS", 0.0, -3.0, 3.0
    )


class BoardIron(Component, prefix="fw_mag"):
    """What calibration found the iron on board to do to the field."""

    offset_frd_t: Vec3 = column("T", "hard iron", "FRD").knob(
        "MAG_X_BIAS, MAG_Y_BIAS, MAG_Z_BIAS", 0.0, -1e-3, 1e-3
    )
    soft_iron: Matrix3 = column("1", "soft iron, row by row", "FRD").knob(
        ", ".join(f"MAG_CAL_A{row}{column}" for row in range(3) for column in range(3)),
        (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        -10.0,
        10.0,
    )


class PitotOffset(Component):
    """What calibration found the pressure at the nose to be off by."""

    diff_pressure_offset_pa: float = column("Pa", "offset of the pressure at the nose").knob(
        "DIFF_PRESS_BIAS", 0.0, -500.0, 500.0
    )


SENSOR_OFFSETS = columns_of(ImuOffsets, BoardIron, PitotOffset)


class GyroAndAccel(NamedTuple):
    """Rate and specific force."""

    gyro_x_radps: float
    gyro_y_radps: float
    gyro_z_radps: float
    accel_x_mps2: float
    accel_y_mps2: float
    accel_z_mps2: float

    def gyro(self) -> Vec3:
        """The rate."""
        return Vec3(self.gyro_x_radps, self.gyro_y_radps, self.gyro_z_radps)

    def accel(self) -> Vec3:
        """The specific force."""
        return Vec3(self.accel_x_mps2, self.accel_y_mps2, self.accel_z_mps2)


class Departure(NamedTuple):
    """How far gyro and accelerometer were from their means."""

    gyro_radps: float
    accel_mps2: float


class Calibration(Component, prefix="fw_calibration"):
    """A calibration under way, and what it has seen so far."""

    kind: float = column("1", "what to calibrate, see codes.py; 0 nothing")
    result: float = column("1", "0 running, 1 done, 2 it moved, 3 out of range")
    elapsed_s: float = column("s", "time since the calibration began")
    mean: GyroAndAccel = column("rad/s, m/s^2", "mean of gyro and accelerometer", "FRD")
    smooth: GyroAndAccel = column("rad/s, m/s^2", "both behind a low pass", "FRD")
    worst: Departure = column("rad/s, m/s^2", "largest departure from the mean", "FRD")
    low_t: Vec3 = column("T", "least field seen", "FRD")
    high_t: Vec3 = column("T", "largest field seen", "FRD")
    pressure_pa: float = column("Pa", "mean pressure at the nose")
    pressures: float = column("1", "samples in that mean")


class CleanImu(Component, prefix="fw_clean"):
    """Rate and specific force without the offsets of calibration."""

    gyro_frd_radps: Vec3 = column("rad/s", "gyro without its offset", "FRD")
    mid_gyro_frd_radps: Vec3 = column(
        "rad/s", "mean of the last two of those", "FRD", column="fw_mid_gyro_frd_radps"
    )
    accel_frd_mps2: Vec3 = column("m/s^2", "accelerometer without its offset", "FRD")


class CompassWatch(Component, prefix="fw_mag"):
    """The field without iron, and what in it is not of the place."""

    clean_frd_t: Vec3 = column("T", "field without iron", "FRD", column="fw_clean_mag_frd_t")
    strength_t: float = column("T", "strength of the field at alignment; 0: unknown")
    field_ned_t: Vec3 = column("T", "field of the place; 0: unknown", "NED")
    iron_frd_t: Vec3 = column("T", "iron learnt in flight", "FRD")
    gap_s: float = column("s", "time since the last sample of the field")
    refused_s: float = column("s", "how long the field has been another one")
    learnt: float = column("1", "how often iron was learnt")
    seen: float = column("1", "last magnetometer sequence")
    age_s: float = column("s", "time since a usable field", default=1e9)


class BarometerWatch(Component, prefix="fw_baro"):
    """Height by pressure above where the vehicle began."""

    seen: float = column("1", "last barometer sequence")
    age_s: float = column("s", "time since that sample", default=1e9)
    down_m: float = column("m", "height by the last pressure", "NED of origin")
    reference_m: float = column("m", "pressure altitude of the origin", "ISA")
    references: float = column("1", "pressures averaged into it")


class AirAround(Component):
    """The air that the vehicle is in."""

    air_density_kgpm3: float = column("kg/m^3", "density of the air around", default=1.225)


class PitotWatch(Component, prefix="fw_pitot"):
    """Airspeed by the pressure at the nose."""

    seen: float = column("1", "last sequence of the differential pressure")
    age_s: float = column("s", "time since that sample", default=1e9)
    pressure_pa: float = column("Pa", "that pressure without offset, smooth")
    speed_mps: float = column("m/s", "true airspeed by that pressure")


class GnssWatch(Component, prefix="fw_gnss"):
    """When fixes came, and when one was believed."""

    seen: float = column("1", "last GNSS sequence")
    velocity_age_s: float = column(
        "s", "time since GNSS velocity was accepted", default=1e9, column="fw_velocity_age_s"
    )


class SonarWatch(Component, prefix="fw_sonar"):
    """When the sonar last spoke."""

    seen: float = column("1", "last sonar sequence")


class BatteryWatch(Component, prefix="fw_battery"):
    """When the battery last spoke, and what it had at the start."""

    seen: float = column("1", "last battery sequence")
    start_left: float = column("1", "share of the capacity at the start", default=1.0)


class Alignment(Component, prefix="fw_align"):
    """What a vehicle at rest has shown so far."""

    elapsed_s: float = column("s", "time at rest so far")
    moved: float = column("1", "1 if something moved")
    rocking_radps: float = column("rad/s", "farthest of the gyro from its mean", "FRD")
    gyro_sigma_radps: float = column("rad/s", "how sure the gyro's bias is then", "FRD")
    gyro_frd_radps: Vec3 = column("rad/s", "mean of the gyro", "FRD")
    accel_frd_mps2: Vec3 = column("m/s^2", "mean of the accelerometer", "FRD")
    smooth_gyro_frd_radps: Vec3 = column("rad/s", "gyro behind a low pass", "FRD")
    smooth_accel_frd_mps2: Vec3 = column("m/s^2", "accelerometer likewise", "FRD")
    mag_frd_t: Vec3 = column("T", "mean of the field", "FRD")
    mags: float = column("1", "samples in that mean")
    mag_seen: float = column("1", "last of those samples")
    accel_bias_frd_mps2: Vec3 = column("m/s^2", "bias along gravity at rest", "FRD")
    origin_fixes: float = column("1", "fixes averaged into the origin", column="fw_origin_fixes")


class AttitudeFilter(Component, prefix="fw_ahrs"):
    """Attitude by gyro, gravity and field alone: the fall-back of the error-state filter."""

    attitude_wxyz: Quaternion = column(
        "1", "attitude by gyro, gravity and field", "FRD->NED", (1.0, 0.0, 0.0, 0.0)
    )
    gyro_bias_frd_radps: Vec3 = column("rad/s", "gyro bias of that filter", "FRD")
    heading_correction_radps: float = column("rad/s", "turn about down by the field", "NED")
    unlevelled_s: float = column("s", "time since gravity was felt alone")


class HeightFilter(Component, prefix="fw_ahrs"):
    """Height by barometer and accelerometer alone: the fall-back too."""

    down_m: float = column("m", "height by barometer and accelerometer", "NED of origin")
    climb_down_mps: float = column("m/s", "its change", "NED")


_WATCHES = columns_of(
    CompassWatch, BarometerWatch, AirAround, PitotWatch, GnssWatch, SonarWatch, BatteryWatch
)
STATE = (
    SENSOR_OFFSETS
    + columns_of(Calibration, CleanImu)
    + _WATCHES
    + columns_of(Alignment, AttitudeFilter, HeightFilter)
    + FILTER_STATE
)


class Inertial(Place, CleanImu, AttitudeFilterGains, AttitudeFilter, HeightFilter):
    """Clean samples of the IMU, gravity here, and the filters that live on them alone."""


class Compass(EarthField, HeadingErrors, BoardIron, CompassWatch, Magnetometer):
    """The magnetometer's sample, the field there should be, and what is made of it."""


class Pressure(BarometerErrors, BarometerWatch, Barometer, AirAround):
    """The barometer's sample, and what is made of it."""


class Pitot(AirErrors, PitotOffset, PitotWatch, DifferentialPressure, AirAround):
    """The sample of the pressure at the nose, and what is made of it."""


class Fixes(GnssErrors, GnssWatch, Gnss):
    """The fix of GNSS, and what is made of it."""


class Rest(AlignmentSettings, Alignment):
    """How long it must rest before it starts, and what it has seen so far."""


class Charge(BatteryFacts, BatteryWatch, Battery):
    """The battery's sample, what it is like, and what it began with."""
