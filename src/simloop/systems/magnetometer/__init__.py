"""The magnetometer: the Earth's field at the place of the world, in body axes."""

from simloop.math.magnetic_field import field_ned_t
from simloop.systems.magnetometer.components import Magnetometer
from simloop.systems.magnetometer.kernel import magnetometer
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings

MAGNETOMETER = Sensor(name="mag", component=Magnetometer, take=magnetometer, unit="t")


@settings
class Config:
    """How good the magnetometer is.

    The drift is ROSflight's: a spread of 0.12 uT that is forgotten within 1/7 s. White noise and
    hard iron are those of a usual calibrated part; ROSflight has neither.
    """

    rate_hz: Positive = setting(50.0, "Samples per second.")
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    noise_density: NotNegative = setting(1e-8, "White noise, T/sqrt(Hz).")
    bias_range_t: NotNegative = 2e-7
    """Hard iron left after calibration, per axis: uniform within plus and minus this."""
    bias_walk: NotNegative = setting(4.5e-7, "What drives the drift, T/sqrt(s).")
    bias_time_constant_s: Positive = 0.143
    """How long the drift remembers; infinite for a random walk."""
    limit_t: Positive = setting(8e-4, "Largest reading per axis.")
    field_ned_t: tuple[float, float, float] | None = None
    """The field around the vehicle; from the World Magnetic Model when not set."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a magnetometer."""
    equip_sensor(kit, MAGNETOMETER, config)
    if config.field_ned_t is not None:
        kit.value("mag_world_field_ned_t", config.field_ned_t)


def field_at(origin_llh: tuple[float, float, float], year: float) -> tuple[float, float, float]:
    """What a spawner puts into `mag_world_field_ned_t` unless the vehicle's file set it."""
    latitude_rad, longitude_rad, height_m = origin_llh
    return field_ned_t(latitude_rad, longitude_rad, height_m, year)
