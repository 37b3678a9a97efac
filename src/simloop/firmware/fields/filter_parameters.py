"""Parameters of the error-state filter: noise of its sensors, gates, limits of its health."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, knob
from simloop.firmware.fields.samples import Accuracy

PI = 3.141592653589793


class LevelAndDown(NamedTuple):
    """A field by its part along the ground and its part into it."""

    level_t: float
    down_t: float


class Wander(NamedTuple):
    """Spread of a slow error of places."""

    level_m: float
    upright_m: float


class EarthField(Component):
    """The magnetic field of the place."""

    declination_rad: float = knob(
        "rad", "magnetic declination, east positive", 0.0, "MAG_DECL", -PI, PI, "NED"
    )
    field_t: LevelAndDown = column(
        "T",
        "field of the place, level and down; 0: as it is found",
        frame="NED",
        names=("MAG_FIELD_H", "MAG_FIELD_V"),
        low=-1e-4,
        high=1e-4,
    )
    field_gate_t: float = knob(
        "T", "change of the field that is iron, not a turn", 3e-6, "EKF_MAG_GATE", 1e-7, 1e-3, "FRD"
    )


# Slow enough for the smallest wing, beyond the wind in which one is put on the ground.
LEAST_AIRSPEED_MPS = 8.0


class ProcessNoise(Component):
    """What makes the filter's states less sure from moment to moment."""

    gyro_noise: float = knob(
        "rad/s/sqrt(Hz)", "white noise of the gyro", 1.4e-4, "EKF_GYR_NOISE", 1e-6, 0.1
    )
    accel_noise: float = knob(
        "m/s^2/sqrt(Hz)", "white noise of the accelerometer", 0.012, "EKF_ACC_NOISE", 1e-5, 10.0
    )
    gyro_bias_walk: float = knob(
        "rad/s/sqrt(s)", "walk of the gyro bias", 1e-5, "EKF_GYR_WALK", 0.0, 0.01
    )
    accel_bias_walk: float = knob(
        "m/s^2/sqrt(s)", "walk of the accelerometer bias", 2e-4, "EKF_ACC_WALK", 0.0, 0.1
    )
    wind_walk: float = knob("m/s/sqrt(s)", "walk of the wind", 0.1, "EKF_WIND_WALK", 0.0, 10.0)


class GnssErrors(Component, prefix="fw_gnss"):
    """What fixes are off by: late, noisy, and wandering."""

    delay_s: float = knob("s", "age of a GNSS sample on arrival", 0.1, "EKF_GNSS_DELAY", 0.0, 0.2)
    least_accuracy: Accuracy = column(
        "m, m, m/s",
        "white noise of a fix at least: horizontal, vertical, speed",
        frame="NED",
        default=(0.05, 0.08, 0.01),
        names=("EKF_GNSS_H", "EKF_GNSS_V", "EKF_GNSS_S"),
        low=0.001,
        high=100.0,
    )
    wander_m: Wander = column(
        "m",
        "spread of the slow error of fixes: horizontal, vertical",
        frame="NED",
        default=(1.56, 2.97),
        names=("EKF_GNSS_WAND_H", "EKF_GNSS_WAND_V"),
        low=0.0,
        high=100.0,
    )
    wander_time_s: float = knob(
        "s", "how long that error remembers", 1100.0, "EKF_GNSS_WAND_T", 1.0, 1e6
    )


class BarometerErrors(Component, prefix="fw_baro"):
    """What heights by pressure are off by: noisy and wandering."""

    sigma_m: float = knob("m", "white noise of a barometer height", 0.24, "EKF_BARO", 0.01, 100)
    wander_m: float = knob(
        "m", "spread of the barometer's slow error", 0.6, "EKF_BARO_WAND", 0.0, 100.0
    )
    wander_time_s: float = knob(
        "s", "how long that error remembers", 100.0, "EKF_BARO_WAND_T", 1.0, 1e6
    )


class HeadingErrors(Component, prefix="fw_heading"):
    """What headings by the field are off by: noise, and iron that is left."""

    sigma_rad: float = knob("rad", "error of magnetic heading", 0.05, "EKF_MAG", 0.001, 3.0)
    least_rad: float = knob(
        "rad",
        "heading is never surer than this: what iron left after calibration turns it by",
        0.0063,
        "EKF_MAG_LEAST",
        0.0,
        1.0,
        "NED",
    )


class AirErrors(Component):
    """What the flow of air is off by, and from where on it tells anything."""

    airspeed_sigma_mps: float = knob(
        "m/s", "sigma of airspeed, gusts too", 0.8, "EKF_TAS", 0.01, 50.0
    )
    sideslip_sigma_mps: float = knob(
        "m/s", "sigma of a wing's side-slip, gusts too; 0: unknown", 1.0, "EKF_SLIP", 0.0, 50.0
    )
    airspeed_least_mps: float = knob(
        "m/s",
        "airspeed below which the flow tells nothing: wheels hold the vehicle, or rotors",
        LEAST_AIRSPEED_MPS,
        "EKF_TAS_LEAST",
        0.0,
        100.0,
    )


class GateSettings(Component):
    """How far a measurement may be off, and how long a sensor may be refused."""

    gate_sigma: float = knob("1", "sigmas that an innovation may have", 5.0, "EKF_GATE", 1.0, 100.0)
    gnss_reset_time_s: float = knob(
        "s", "believe a sensor that was refused this long", 5.0, "EKF_RESET_TIME", 0.5, 600.0
    )


class HealthLimits(Component):
    """How unsure an estimate may be that is called ok."""

    position_limit_m: float = knob(
        "m", "sigma beyond which position is not ok", 12.0, "EKF_POS_LIMIT", 0.1, 1e4
    )
    velocity_limit_mps: float = knob(
        "m/s", "sigma beyond which velocity is not ok", 3.0, "EKF_VEL_LIMIT", 0.05, 100.0
    )
    height_limit_m: float = knob(
        "m", "sigma beyond which height is not ok", 10.0, "EKF_HGT_LIMIT", 0.1, 1e4
    )


FILTER_SETTINGS = (
    ProcessNoise.columns
    + GnssErrors.columns
    + BarometerErrors.columns
    + HeadingErrors.columns
    + AirErrors.columns
    + GateSettings.columns
    + HealthLimits.columns
)
