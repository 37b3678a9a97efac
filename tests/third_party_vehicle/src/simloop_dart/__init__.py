"""A slender delta wing: an aerodynamic model of this package's own."""

from dataclasses import dataclass

from simloop.world.actuators import equip_actuators
from simloop.world.mass import set_mass
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleKit
from simloop_dart.components import Delta
from simloop_dart.delta import wrench

ELEVONS = Mixer(outputs=("servo", "servo"), Qx=(0.5, -0.5), Qy=(0.5, 0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A dart of folded foam; angles of sweep enter through the lift coefficients."""

    mass_kg: float = 0.4
    """Mass."""
    inertia_kgm2: tuple[float, float, float, float, float, float] = (2e-3, 6e-3, 8e-3, 0, 0, 0)
    """Inertia tensor in FRD: elements xx, yy, zz, xy, xz, yz."""
    area_m2: float = 0.12
    """Wing area."""
    root_m: float = 0.6
    """Root chord."""
    potential_lift: float = 2.2
    """Polhamus' Kp."""
    vortex_lift: float = 3.1
    """Polhamus' Kv."""
    drag: float = 0.02
    """Drag coefficient at zero lift."""
    stability: float = 0.15
    """Nose-down moment per sine of the angle of attack."""
    damping: float = 0.4
    """Of roll, pitch and yaw rate."""
    weathercock: float = 0.08
    """Yaw moment towards the air per sine of sideslip."""
    side_force: float = 0.5
    """Per sine of sideslip."""
    elevon: tuple[float, float] = (0.05, 0.06)
    """Roll and pitch moment of full elevons."""
    servo_tau_s: float = 0.03
    """Lag of the elevon servos."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle mass, elevons and the forces of its wing."""
    if not config.area_m2 > 0.0:
        raise ValueError(f"delta_wing: area_m2 must be positive, not {config.area_m2}")
    kit.fact("delta_wing", config)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, "delta_wing")
    kit.component(
        Delta,
        area_m2=config.area_m2,
        root_m=config.root_m,
        lift=(config.potential_lift, config.vortex_lift, config.drag),
        moment=(config.stability, config.damping, config.weathercock, config.side_force),
        elevon=config.elevon,
    )
    equip_actuators(kit, work_out(ELEVONS), (config.servo_tau_s, config.servo_tau_s))
    kit.forces(wrench)
