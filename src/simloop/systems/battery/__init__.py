"""The battery and its monitor: voltage falls with the charge used and with the current drawn."""

from dataclasses import dataclass

from simloop.kernels.sensors.battery import release_battery, take_battery
from simloop.kernels.sensors.error_model import white_sigma
from simloop.systems.battery.components import (
    BATTERY_LOAD,
    BATTERY_MODEL,
    BATTERY_SAMPLES,
    BATTERY_STATE,
)
from simloop.world.plugin import VehicleKit
from simloop.world.sampling import Sensor, add_sensor, check_not_negative, check_positive

SECONDS_PER_HOUR = 3600.0

BATTERY = Sensor(
    name="battery",
    samples=BATTERY_SAMPLES,
    take=take_battery,
    release=release_battery,
    state=BATTERY_STATE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A lithium battery of six cells; voltage noise is ROSflight's (0.3 V at 200 Hz) as density.

    The load besides the idle current is the column `battery_load_a`.
    """

    rate_hz: float = 10.0
    """Samples per second."""
    delay_s: float = 0.0
    """From taking a sample to showing it, rounded to whole ticks."""
    full_voltage_v: float = 25.2
    """Voltage when full, without load."""
    empty_voltage_v: float = 21.0
    """Voltage when empty, without load."""
    capacity_ah: float = 5.0
    """Charge from full to empty."""
    resistance_ohm: float = 0.02
    """Inner resistance."""
    idle_current_a: float = 1.0
    """Drawn by electronics at all times."""
    voltage_noise_density: float = 0.0212
    """White noise of the voltage, V/sqrt(Hz)."""
    current_noise_density: float = 0.03
    """White noise of the current, A/sqrt(Hz)."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a battery with a monitor."""
    check_not_negative(
        "battery",
        config,
        "resistance_ohm",
        "idle_current_a",
        "voltage_noise_density",
        "current_noise_density",
    )
    check_positive("battery", config, "rate_hz", "capacity_ah", "empty_voltage_v")
    if not config.empty_voltage_v <= config.full_voltage_v:
        raise ValueError("battery: empty_voltage_v must not be above full_voltage_v")
    kit.component(BATTERY_MODEL)
    kit.component(BATTERY_LOAD)
    add_sensor(kit, BATTERY, rate_hz=config.rate_hz, delay_s=config.delay_s)
    kit.value("battery_full_voltage_v", config.full_voltage_v)
    kit.value("battery_voltage_drop_v", config.full_voltage_v - config.empty_voltage_v)
    kit.value("battery_capacity_c", config.capacity_ah * SECONDS_PER_HOUR)
    kit.value("battery_resistance_ohm", config.resistance_ohm)
    kit.value("battery_idle_current_a", config.idle_current_a)
    kit.value("battery_voltage_sigma_v", white_sigma(config.voltage_noise_density, config.rate_hz))
    kit.value("battery_current_sigma_a", white_sigma(config.current_noise_density, config.rate_hz))
