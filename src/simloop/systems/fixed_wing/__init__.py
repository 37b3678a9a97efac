"""Fixed wings by aerodynamic derivatives: lift with stall, drag, moments, surfaces, propeller."""

from simloop.kernels.forces.fixed_wing import wrench
from simloop.systems.fixed_wing.components import WING_MODEL
from simloop.systems.fixed_wing.config import COEFFICIENTS, Config, check
from simloop.systems.fixed_wing.curves import induced_factor, stall_numbers
from simloop.systems.fixed_wing.performance import (
    Glide,
    Trim,
    best_glide,
    max_level_speed_mps,
    stall_speed_mps,
    trim,
)
from simloop.world.airframe import equip_airframe
from simloop.world.plugin import VehicleKit

__all__ = [
    "Config",
    "Glide",
    "Trim",
    "best_glide",
    "equip",
    "max_level_speed_mps",
    "stall_speed_mps",
    "trim",
]


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a wing, surfaces, a propeller, and the forces that physics moves it by."""
    check(config)
    kit.fact("fixed_wing", config)
    equip_airframe(kit, config, "fixed_wing")
    kit.component(WING_MODEL)
    kit.value("wing_stall", stall_numbers(config))
    kit.value("wing_induced", induced_factor(config))
    for name in COEFFICIENTS:
        kit.value(name, getattr(config, name))
    kit.forces(wrench)
