"""The barometer: static pressure of the day's air, which the plugin atmosphere provides."""

from simloop.systems.barometer.components import Barometer
from simloop.systems.barometer.kernel import barometer
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings

BAROMETER = Sensor(name="baro", component=Barometer, take=barometer, unit="pa")


@settings
class Config:
    """How good the barometer is.

    Noise and walk are ROSflight's (4 Pa and 0.1 Pa per sample at 100 Hz) as densities; the walk is
    bounded by a time constant, and the turn-on bias is a usual part's instead of 500 Pa.
    """

    rate_hz: Positive = setting(50.0, "Samples per second.")
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    noise_density: NotNegative = setting(0.4, "White noise, Pa/sqrt(Hz).")
    bias_range_pa: NotNegative = 100.0
    """Turn-on bias: uniform within plus and minus this; 12 Pa are about a metre."""
    bias_walk: NotNegative = setting(1.0, "What drives the bias, Pa/sqrt(s).")
    bias_time_constant_s: Positive = 100.0
    """How long the bias remembers; infinite for a random walk."""
    min_pressure_pa: float = setting(1000.0, "Lowest reading.")
    max_pressure_pa: float = setting(120000.0, "Highest reading.")
    resolution_pa: NotNegative = setting(0.0, "Step of the reading; 0 for none.")
    heating_k: float = setting(12.0, "How much warmer than the air the sensor is.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a barometer."""
    if not config.min_pressure_pa < config.max_pressure_pa:
        raise ValueError("baro: min_pressure_pa must be below max_pressure_pa")
    limits_pa = (config.min_pressure_pa, config.max_pressure_pa)
    equip_sensor(kit, BAROMETER, config, limits_pa=limits_pa)
