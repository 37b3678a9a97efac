"""The differential pressure sensor, from which firmware finds the airspeed."""

from simloop.systems.airspeed.components import DifferentialPressure
from simloop.systems.airspeed.kernel import differential_pressure
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings

DIFFERENTIAL_PRESSURE = Sensor(
    name="diff_pressure", component=DifferentialPressure, take=differential_pressure, unit="pa"
)


@settings
class Config:
    """How good the differential pressure sensor is.

    Noise, bias and walk are ROSflight's (1.15 Pa and 0.001 Pa per sample at 100 Hz) as densities;
    the walk is bounded by a time constant.
    """

    rate_hz: Positive = setting(50.0, "Samples per second.")
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    noise_density: NotNegative = setting(0.115, "White noise, Pa/sqrt(Hz).")
    bias_range_pa: NotNegative = setting(0.15, "Turn-on bias: uniform within plus and minus this.")
    bias_walk: NotNegative = setting(0.01, "What drives the bias, Pa/sqrt(s).")
    bias_time_constant_s: Positive = 1000.0
    """How long the bias remembers; infinite for a random walk."""
    limit_pa: Positive = setting(6900.0, "Largest reading either way: about 105 m/s at sea level.")
    resolution_pa: NotNegative = setting(0.0, "Step of the reading; 0 for none.")
    heating_k: float = setting(12.0, "How much warmer than the air the sensor is.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a differential pressure sensor that looks forward."""
    equip_sensor(kit, DIFFERENTIAL_PRESSURE, config)
