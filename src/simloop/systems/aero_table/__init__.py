"""Fixed wings by tables of coefficients over angle of attack and sideslip, from tunnel or code."""

from simloop.kernels.forces.aero_table import table_wrench
from simloop.systems.aero_table.components import (
    AERO_TABLE,
    ALPHA_TABLES,
    BETA_TABLES,
    RATE_DERIVATIVES,
    SURFACE_TABLES,
)
from simloop.systems.aero_table.config import Config
from simloop.systems.aero_table.grid import Grid
from simloop.world.airframe import equip_airframe
from simloop.world.plugin import VehicleKit

__all__ = ["Config", "equip"]


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a wing, surfaces, a propeller, and the forces that physics moves it by."""
    kit.fact("aero_table", config)
    equip_airframe(kit, config, "aero_table")
    alpha, beta = Grid(config.alpha_deg, "alpha_deg"), Grid(config.beta_deg, "beta_deg")
    kit.constant("ALPHA_POINTS", alpha.points)
    kit.constant("BETA_POINTS", beta.points)
    kit.component(AERO_TABLE)
    kit.value("alpha_grid", alpha.place)
    kit.value("beta_grid", beta.place)
    for column, _ in ALPHA_TABLES:
        field = column.removesuffix("_alpha")
        kit.value(column, alpha.resample(getattr(config, field), field))
    for column, _ in BETA_TABLES:
        field = column.removesuffix("_beta")
        kit.value(column, beta.resample(getattr(config, field), field))
    for column, _ in SURFACE_TABLES:
        kit.value(column, alpha.resample(getattr(config, column), column))
    for column in RATE_DERIVATIVES:
        kit.value(column, getattr(config, column))
    kit.forces(table_wrench)
