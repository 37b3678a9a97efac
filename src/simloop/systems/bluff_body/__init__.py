"""A body without wings or engines: mass, drag and damping, such as a ball, a brick or a load."""

from simloop.systems.bluff_body.components import BluffBody
from simloop.systems.bluff_body.wrench import wrench
from simloop.world.mass import set_mass
from simloop.world.plugin import VehicleKit
from simloop.world.setting import NotNegative, NotPositive, Positive, required, setting, settings

__all__ = ["Config", "equip"]


@settings
class Config:
    """Mass, size and coefficients, with the symbols of flight mechanics."""

    mass_kg: Positive = required("Mass.")
    inertia_kgm2: tuple[float, float, float, float, float, float]
    """Inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz."""
    S: NotNegative = setting(0.0, "Reference area of drag and damping, m^2.")
    C_D: NotNegative = setting(0.0, "Drag coefficient.")
    b: Positive = setting(1.0, "Reference length of roll and yaw damping, m.")
    c: Positive = setting(1.0, "Reference length of pitch damping, m.")
    C_l_p: NotPositive = setting(0.0, "Roll damping; negative damps.")
    C_m_q: NotPositive = setting(0.0, "Pitch damping; negative damps.")
    C_n_r: NotPositive = setting(0.0, "Yaw damping; negative damps.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a body and let the air act on it."""
    kit.fact("bluff_body", config)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, "bluff_body")
    half, across, along = 0.5 * config.S, config.b * config.b, config.c * config.c
    kit.component(
        BluffBody,
        drag_area_m2=config.S * config.C_D,
        damping_m4=(
            half * across * config.C_l_p,
            half * along * config.C_m_q,
            half * across * config.C_n_r,
        ),
    )
    kit.forces(wrench)
