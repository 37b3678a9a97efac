"""Fixed wings by tables of coefficients over angle of attack and sideslip, from tunnel or code."""

from simloop.systems.aero_table.components import AeroTable
from simloop.systems.aero_table.config import Config
from simloop.systems.aero_table.grid import Grid
from simloop.systems.aero_table.wrench import wrench
from simloop.world.airframe import equip_airframe
from simloop.world.plugin import Value, VehicleKit

__all__ = ["Config", "equip"]


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a wing, surfaces, a propeller, and the forces that physics moves it by."""
    kit.fact("aero_table", config)
    equip_airframe(kit, config, "aero_table")
    alpha, beta = Grid(config.alpha_deg, "alpha_deg"), Grid(config.beta_deg, "beta_deg")
    kit.constant("ALPHA_POINTS", alpha.points)
    kit.constant("BETA_POINTS", beta.points)
    values: dict[str, Value] = {"alpha_grid": alpha.place, "beta_grid": beta.place}
    for name, field in AeroTable.fields.items():
        if field.is_row:
            grid = beta if name.endswith("_beta") else alpha
            given = name.removesuffix("_alpha").removesuffix("_beta")
            values[name] = grid.resample(getattr(config, given), given)
    kit.component(AeroTable, config, **values)
    kit.forces(wrench)
