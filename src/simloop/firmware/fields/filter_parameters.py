"""Parameters of the error-state filter: noise of its sensors, gates, limits of its health."""

from typing import NamedTuple

from simloop.firmware.component import Component, column, columns_in
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

    declination_rad: float = column("rad", "magnetic declination, east positive", "NED").knob(
        "MAG_DECL", 0.0, -PI, PI
    )
    field_t: LevelAndDown = column(
        "T", "field of the place, level and down; 0: as it is found", "NED"
    ).knob("MAG_FIELD_H, MAG_FIELD_V", 0.0, -1e-4, 1e-4)
    field_gate_t: float = column("T", "change of the field that is iron, not a turn", "FRD").knob(
        "EKF_MAG_GATE", 3e-6, 1e-7, 1e-3
    )


# Slow enough for the smallest wing, beyond the wind in which one is put on the ground.
LEAST_AIRSPEED_MPS = 8.0


class ProcessNoise(Component):
    """What makes the filter's states less sure from moment to moment."""

    gyro_noise: float = column("rad/s/sqrt(Hz)", "white noise of the gyro").knob(
        "EKF_GYR_NOISE", 1.4e-4, 1e-6, 0.1
    )
    accel_noise: float = column("m/s^2/sqrt(Hz)", "white noise of the accelerometer").knob(
        "EKF_ACC_NOISE", 0.012, 1e-5, 10.0
    )
    gyro_bias_walk: float = column("rad/s/sqrt(s)", "walk of the gyro bias").knob(
        "EKF_GYR_WALK", 1e-5, 0.0, 0.01
    )
    accel_bias_walk: float = column("m/s^2/sqrt(s)", "walk of the accelerometer bias").knob(
        "EKF_ACC_WALK", 2e-4, 0.0, 0.1
    )
    wind_walk: float = column("m/s/sqrt(s)", "walk of the wind").knob(
        "EKF_WIND_WALK", 0.1, 0.0, 10.0
    )


class GnssErrors(Component, prefix="fw_gnss"):
    """What fixes are off by: late, noisy, and wandering."""

    delay_s: float = column("s", "age of a GNSS sample on arrival").knob(
        "EKF_GNSS_DELAY", 0.1, 0.0, 0.2
    )
    least_accuracy: Accuracy = column(
        "m, m, m/s", "white noise of a fix at least: horizontal, vertical, speed", "NED"
    ).knob("EKF_GNSS_H, EKF_GNSS_V, EKF_GNSS_S", (0.05, 0.08, 0.01), 0.001, 100.0)
    wander_m: Wander = column(
        "m", "spread of the slow error of fixes: horizontal, vertical", "NED"
    ).knob("EKF_GNSS_WAND_H, EKF_GNSS_WAND_V", (1.56, 2.97), 0.0, 100.0)
    wander_time_s: float = column("s", "how long that error remembers").knob(
        "EKF_GNSS_WAND_T", 1100.0, 1.0, 1e6
    )


class BarometerErrors(Component, prefix="fw_baro"):
    """What heights by pressure are off by: noisy and wandering."""

    sigma_m: float = column("m", "white noise of a barometer height").knob(
        "EKF_BARO", 0.24, 0.01, 100
    )
    wander_m: float = column("m", "spread of the barometer's slow error").knob(
        "EKF_BARO_WAND", 0.6, 0.0, 100.0
    )
    wander_time_s: float = column("s", "how long that error remembers").knob(
        "EKF_BARO_WAND_T", 100.0, 1.0, 1e6
    )


class HeadingErrors(Component, prefix="fw_heading"):
    """What headings by the field are off by: noise, and iron that is left."""

    sigma_rad: float = column("rad", "error of magnetic heading").knob("EKF_MAG", 0.05, 0.001, 3.0)
    least_rad: float = column(
        "rad",
        "heading is never surer than this: what iron left after calibration turns it by",
        "NED",
    ).knob("EKF_MAG_LEAST", 0.0063, 0.0, 1.0)


class AirErrors(Component):
    """What the flow of air is off by, and from where on it tells anything."""

    airspeed_sigma_mps: float = column("m/s", "sigma of airspeed, gusts too").knob(
        "EKF_TAS", 0.8, 0.01, 50.0
    )
    sideslip_sigma_mps: float = column(
        "m/s", "sigma of a wing's side-slip, gusts too; 0: unknown"
    ).knob("EKF_SLIP", 1.0, 0.0, 50.0)
    airspeed_least_mps: float = column(
        "m/s", "airspeed below which the flow tells nothing: wheels hold the vehicle, or rotors"
    ).knob("EKF_TAS_LEAST", LEAST_AIRSPEED_MPS, 0.0, 100.0)


class GateSettings(Component):
    """How far a measurement may be off, and how long a sensor may be refused."""

    gate_sigma: float = column("1", "sigmas that an innovation may have").knob(
        "EKF_GATE", 5.0, 1.0, 100.0
    )
    gnss_reset_time_s: float = column("s", "believe a sensor that was refused this long").knob(
        "EKF_RESET_TIME", 5.0, 0.5, 600.0
    )


class HealthLimits(Component):
    """How unsure an estimate may be that is called ok."""

    position_limit_m: float = column("m", "sigma beyond which position is not ok").knob(
        "EKF_POS_LIMIT", 12.0, 0.1, 1e4
    )
    velocity_limit_mps: float = column("m/s", "sigma beyond which velocity is not ok").knob(
        "EKF_VEL_LIMIT", 3.0, 0.05, 100.0
    )
    height_limit_m: float = column("m", "sigma beyond which height is not ok").knob(
        "EKF_HGT_LIMIT", 10.0, 0.1, 1e4
    )


FILTER_SETTINGS = columns_in(__name__)
