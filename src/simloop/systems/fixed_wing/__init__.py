"""Fixed wings by aerodynamic derivatives: lift with stall, drag, moments, surfaces, propeller."""

from simloop.systems.fixed_wing.components import Wing
from simloop.systems.fixed_wing.config import Config
from simloop.systems.fixed_wing.curves import induced_factor, stall_numbers
from simloop.systems.fixed_wing.wrench import wrench
from simloop.world.airframe import equip_airframe
from simloop.world.plugin import VehicleKit

__all__ = ["Config", "equip"]


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a wing, surfaces, a propeller, and the forces that physics moves it by."""
    kit.fact("fixed_wing", config)
    equip_airframe(kit, config, "fixed_wing")
    kit.component(Wing, config, stall=stall_numbers(config), induced=induced_factor(config))
    kit.forces(wrench)
