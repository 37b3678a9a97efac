"""The satellite receiver: place on the WGS84 ellipsoid and velocity over ground."""

from simloop.kernels.sensors.error_model import wander_decay, wander_kick, white_sigma
from simloop.systems.gnss.components import Gnss
from simloop.systems.gnss.kernel import take_gnss
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.setting import NotNegative, Positive, setting, settings

GNSS = Sensor(name="gnss", component=Gnss, take=take_gnss)


@settings
class Config:
    """How good the receiver is.

    The wander has ROSflight's steady spread (1.56 m and 2.97 m, forgotten within 1100 s) and, as
    there, starts from nothing; velocity noise is ROSflight's 0.01 m/s at 10 Hz.
    """

    rate_hz: Positive = setting(10.0, "Samples per second.")
    delay_s: NotNegative = 0.05
    """From taking a sample to showing it, rounded to whole ticks."""
    horizontal_noise_density: NotNegative = 0.016
    """White noise of north and east, m/sqrt(Hz)."""
    vertical_noise_density: NotNegative = setting(0.025, "White noise of the height, m/sqrt(Hz).")
    velocity_noise_density: NotNegative = 0.00316
    """White noise of the velocity, m/s/sqrt(Hz)."""
    horizontal_wander_m: NotNegative = 1.56
    """Steady spread of the slow error of north and east."""
    vertical_wander_m: NotNegative = setting(2.97, "Steady spread of the slow error of the height.")
    wander_time_constant_s: Positive = setting(1100.0, "How long the slow error remembers.")
    start_wander: NotNegative = 0.0
    """Slow error at turn-on as a part of the steady spread: 0 starts right, 1 starts anywhere."""
    fix_type: int = setting(3, "Fix to report: 0 none, 2 2D, 3 3D.")
    satellites: int = setting(15, "Satellites to report.")
    accuracy: tuple[float, float, float] = (0.21, 0.4, 0.01)
    """Accuracies to report: horizontal m, vertical m, speed m/s."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a satellite receiver."""
    kit.fact("gnss_delay_s", config.delay_s)
    horizontal_m = white_sigma(config.horizontal_noise_density, config.rate_hz)
    vertical_m = white_sigma(config.vertical_noise_density, config.rate_hz)
    period_s, time_constant_s = 1.0 / config.rate_hz, config.wander_time_constant_s
    spread = (config.horizontal_wander_m, config.horizontal_wander_m, config.vertical_wander_m)
    equip_sensor(
        kit,
        GNSS,
        config,
        position_sigma_ned_m=(horizontal_m, horizontal_m, vertical_m),
        velocity_sigma_mps=white_sigma(config.velocity_noise_density, config.rate_hz),
        wander_decay=wander_decay(time_constant_s, period_s),
        wander_kick_ned_m=tuple(wander_kick(one, time_constant_s, period_s) for one in spread),
        wander_start_ned_m=tuple(config.start_wander * one for one in spread),
        status=(config.fix_type, config.satellites),
        nominal_accuracy=config.accuracy,
    )
