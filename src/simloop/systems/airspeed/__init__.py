"""The differential pressure sensor, from which firmware finds the airspeed."""

from dataclasses import dataclass

from simloop.kernels.sensors.differential_pressure import (
    take_differential_pressure,
)
from simloop.kernels.sensors.error_model import walk_kick, wander_decay, white_sigma
from simloop.systems.airspeed.components import (
    DIFF_PRESSURE_MODEL,
    DIFF_PRESSURE_SAMPLES,
    DIFF_PRESSURE_STATE,
)
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, add_sensor, check_not_negative, check_positive

DIFFERENTIAL_PRESSURE = Sensor(
    name="diff_pressure",
    samples=DIFF_PRESSURE_SAMPLES,
    take=take_differential_pressure,
    state=DIFF_PRESSURE_STATE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How good the differential pressure sensor is.

    Noise, bias and walk are ROSflight's (1.15 Pa and 0.001 Pa per sample at 100 Hz) as densities;
    the walk is bounded by a time constant.
    """

    rate_hz: float = 50.0
    """Samples per second."""
    delay_s: float = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    noise_density: float = 0.115
    """White noise, Pa/sqrt(Hz)."""
    bias_range_pa: float = 0.15
    """Turn-on bias: uniform within plus and minus this."""
    bias_walk: float = 0.01
    """What drives the bias, Pa/sqrt(s)."""
    bias_time_constant_s: float = 1000.0
    """How long the bias remembers; infinite for a random walk."""
    limit_pa: float = 6900.0
    """Largest reading either way: about 105 m/s at sea level."""
    resolution_pa: float = 0.0
    """Step of the reading; 0 for none."""
    heating_k: float = 12.0
    """How much warmer than the air the sensor is."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a differential pressure sensor that looks forward."""
    check_not_negative(
        "diff_pressure", config, "noise_density", "bias_range_pa", "bias_walk", "resolution_pa"
    )
    check_positive("diff_pressure", config, "rate_hz", "bias_time_constant_s", "limit_pa")
    kit.component(DIFF_PRESSURE_MODEL)
    add_sensor(kit, DIFFERENTIAL_PRESSURE, rate_hz=config.rate_hz, delay_s=config.delay_s)
    period_s, time_constant_s = 1.0 / config.rate_hz, config.bias_time_constant_s
    kit.value("diff_pressure_sigma_pa", white_sigma(config.noise_density, config.rate_hz))
    kit.value("diff_pressure_bias_range_pa", config.bias_range_pa)
    kit.value("diff_pressure_bias_decay", wander_decay(time_constant_s, period_s))
    kit.value("diff_pressure_bias_kick_pa", walk_kick(config.bias_walk, time_constant_s, period_s))
    kit.value("diff_pressure_limit_pa", config.limit_pa)
    kit.value("diff_pressure_resolution_pa", config.resolution_pa)
    kit.value("diff_pressure_heating_k", config.heating_k)
