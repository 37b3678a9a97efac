"""The battery, its monitor, and the voltage that motors get from it."""

from simloop.kernels.battery import battery_voltage
from simloop.kernels.sensors.battery import take_battery
from simloop.kernels.sensors.error_model import white_sigma
from simloop.systems.battery.components import BATTERY_MODEL, BATTERY_SAMPLES, BATTERY_STATE
from simloop.systems.battery.config import Config, check, curve_v, voltage_at
from simloop.world.lag import lag_gain
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, supply_bus
from simloop.world.sampling import Sensor, add_sensor
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "curve_v", "equip", "voltage_at"]

MONITOR = Sensor(name="battery", samples=BATTERY_SAMPLES, take=take_battery)

VOLTAGE_SYSTEM = BlockSystem(
    name=BATTERY_SYSTEM,
    stage=Stage.ACTUATION,
    block=battery_voltage,
    writes=(
        "bus_voltage_v",
        "bus_current_a",
        "bus_conductance_s",
        *(column.name for column in BATTERY_STATE.columns),
    ),
)


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a battery that feeds its motors, and a monitor."""
    check(config)
    kit.fact("battery", config)
    kit.component(BATTERY_MODEL)
    kit.component(BATTERY_STATE)
    supply_bus(kit, VOLTAGE_SYSTEM)
    _set_model(kit, config)
    add_sensor(kit, MONITOR, rate_hz=config.rate_hz, delay_s=config.delay_s)
    kit.value("battery_voltage_sigma_v", white_sigma(config.voltage_noise_density, config.rate_hz))
    kit.value("battery_current_sigma_a", white_sigma(config.current_noise_density, config.rate_hz))


def _set_model(kit: VehicleKit, config: Config) -> None:
    curve = curve_v(config)
    kit.value("battery_open_circuit_v", curve)
    kit.value("battery_capacity_c", config.capacity_c)
    kit.value("battery_resistance_ohm", config.resistance_ohm)
    kit.value("battery_relaxing_ohm", config.relaxing_ohm)
    kit.value("battery_relaxing_gain", lag_gain(config.relaxing_time_s, kit.tick_rate_hz))
    kit.value("battery_idle_current_a", config.idle_current_a)
    # What the vehicle shows before its first tick.
    start_v = voltage_at(curve, config.state_of_charge)
    kit.value("battery_charge_used_c", (1.0 - config.state_of_charge) * config.capacity_c)
    kit.value("battery_state_of_charge", config.state_of_charge)
    kit.value("battery_open_v", start_v)
    kit.value("battery_terminal_v", start_v)
    kit.value("bus_voltage_v", start_v)
