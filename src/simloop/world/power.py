"""The electric bus that motors and battery share.

A supply starts each tick's ACTUATION: it sets the voltage and clears the current. Without a battery
that is the mains, whose voltage stays as set at the start; a battery takes the mains' place, and
first counts the current of the tick before. Consumers read the voltage, add their current, and run
`after` the supply and after each other. One that knows how its current grows with the voltage also
adds that, as conductance: then the battery and many strong motors settle within a tick instead of
taking turns, whatever their resistances are.
"""

from simloop.world.bus import Bus
from simloop.world.mains import mains
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

BATTERY_SYSTEM = "battery_voltage"

MAINS_SYSTEM = BlockSystem(name=BATTERY_SYSTEM, stage=Stage.ACTUATION, block=mains)


def equip_bus(kit: VehicleKit, voltage_v: float, who: str) -> None:
    """Join the bus as a motor rated for a voltage; all on one bus must be rated alike."""
    rated = kit.facts.get("bus_voltage_v", voltage_v)
    if rated != voltage_v:
        raise ValueError(f"{who}: V_max is {voltage_v}, but other motors on the bus have {rated}")
    kit.fact("bus_voltage_v", voltage_v)
    kit.component(Bus)
    kit.value("bus_voltage_v", voltage_v)
    if all(system.name != BATTERY_SYSTEM for system in kit.systems):
        kit.system(MAINS_SYSTEM)


def supply_bus(kit: VehicleKit, supply: BlockSystem) -> None:
    """Feed the bus from this system, which bears the name BATTERY_SYSTEM, instead of the mains."""
    kit.component(Bus)
    if MAINS_SYSTEM in kit.systems:
        kit.systems.remove(MAINS_SYSTEM)
    kit.system(supply)
