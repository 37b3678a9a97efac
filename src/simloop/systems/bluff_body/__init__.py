"""A body without wings or engines: mass, drag and damping, such as a ball, a brick or a load."""

from dataclasses import dataclass

from simloop.systems.bluff_body.components import BluffBody
from simloop.systems.bluff_body.wrench import wrench
from simloop.world.mass import set_mass
from simloop.world.plugin import VehicleKit

__all__ = ["Config", "equip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Mass, size and coefficients, with the symbols of flight mechanics."""

    mass_kg: float
    """Mass."""
    inertia_kgm2: tuple[float, float, float, float, float, float]
    """Inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz."""
    S: float = 0.0
    """Reference area of drag and damping, m^2."""
    C_D: float = 0.0
    """Drag coefficient."""
    b: float = 1.0
    """Reference length of roll and yaw damping, m."""
    c: float = 1.0
    """Reference length of pitch damping, m."""
    C_l_p: float = 0.0
    """Roll damping; negative damps."""
    C_m_q: float = 0.0
    """Pitch damping; negative damps."""
    C_n_r: float = 0.0
    """Yaw damping; negative damps."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a body and let the air act on it."""
    _check(config)
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


def _check(config: Config) -> None:
    for name in ("S", "C_D"):
        if not getattr(config, name) >= 0.0:
            raise ValueError(f"bluff_body: {name} is {getattr(config, name)}, must be >= 0")
    for name in ("b", "c"):
        if not getattr(config, name) > 0.0:
            raise ValueError(f"bluff_body: {name} is {getattr(config, name)}, must be > 0")
    for name in ("C_l_p", "C_m_q", "C_n_r"):
        if not getattr(config, name) <= 0.0:
            raise ValueError(
                f"bluff_body: {name} is {getattr(config, name)}; damping is negative or 0"
            )
