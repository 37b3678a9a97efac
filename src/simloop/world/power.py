"""The electric bus that motors and battery share.

Without a battery the voltage stays as set at the start. With one, its system starts each tick's
ACTUATION: it takes the current of the tick before, sets the voltage and clears the current.
Consumers read the voltage, add their current, and run `after` it and after each other.
"""

from simloop.world.component import Column, Component, Kind
from simloop.world.plugin import VehicleKit

BATTERY_SYSTEM = "battery_voltage"

BUS = Component(
    "bus",
    Kind.TRUTH,
    "Voltage and current between battery and motors.",
    (
        Column("bus_voltage_v", 1, "V", "-", "what a motor at full command gets"),
        Column("bus_current_a", 1, "A", "-", "what all motors draw"),
    ),
)


def equip_bus(kit: VehicleKit, voltage_v: float, who: str) -> None:
    """Join the bus as a motor rated for a voltage; all on one bus must be rated alike."""
    rated = kit.facts.get("bus_voltage_v", voltage_v)
    if rated != voltage_v:
        raise ValueError(f"{who}: V_max is {voltage_v}, but other motors on the bus have {rated}")
    kit.fact("bus_voltage_v", voltage_v)
    kit.component(BUS)
    kit.value("bus_voltage_v", voltage_v)
