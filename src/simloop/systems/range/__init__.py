"""The sonar: distance along body down to the ground, which the plugin contacts provides."""

from simloop.systems.range.components import Sonar
from simloop.systems.range.kernel import take_sonar
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings

SONAR = Sensor(name="sonar", component=Sonar, take=take_sonar, unit="m")


@settings
class Config:
    """How good the sonar is; noise (0.03 m at 20 Hz) and limits are ROSflight's."""

    rate_hz: Positive = setting(20.0, "Samples per second.")
    delay_s: NotNegative = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    noise_density: NotNegative = setting(0.0067, "White noise, m/sqrt(Hz).")
    min_range_m: NotNegative = setting(0.25, "Shortest reading.")
    max_range_m: float = setting(8.0, "Longest reading, and the one without echo.")
    resolution_m: NotNegative = setting(0.0, "Step of the reading; 0 for none.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a sonar that looks down."""
    if not config.min_range_m < config.max_range_m:
        raise ValueError("sonar: min_range_m must be below max_range_m")
    equip_sensor(kit, SONAR, config)
