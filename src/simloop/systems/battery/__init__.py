"""The battery, its monitor, and the voltage that motors get from it."""

from simloop.kernels.sensors.error_model import white_sigma
from simloop.systems.battery.components import Battery
from simloop.systems.battery.config import Config, curve_v, voltage_at
from simloop.systems.battery.kernel import battery_voltage, monitor_battery
from simloop.world.bus import Bus
from simloop.world.lag import lag_gain
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, supply_bus
from simloop.world.sampling import Sensor, equip_sensor
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "curve_v", "equip", "voltage_at"]

MONITOR = Sensor(name="battery", component=Battery, take=monitor_battery)

VOLTAGE_SYSTEM = BlockSystem(name=BATTERY_SYSTEM, stage=Stage.ACTUATION, block=battery_voltage)


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a battery that feeds its motors, and a monitor."""
    kit.fact("battery", config)
    supply_bus(kit, VOLTAGE_SYSTEM)
    curve = curve_v(config)
    # What the vehicle shows before its first tick.
    start_v = voltage_at(curve, config.state_of_charge)
    equip_sensor(
        kit,
        MONITOR,
        config,
        open_circuit_v=curve,
        relaxing_gain=lag_gain(config.relaxing_time_s, kit.tick_rate_hz),
        voltage_sigma_v=white_sigma(config.voltage_noise_density, config.rate_hz),
        current_sigma_a=white_sigma(config.current_noise_density, config.rate_hz),
        charge_used_c=(1.0 - config.state_of_charge) * config.capacity_c,
        state_of_charge=config.state_of_charge,
        open_v=start_v,
        terminal_v=start_v,
    )
    kit.component(Bus, voltage_v=start_v)
