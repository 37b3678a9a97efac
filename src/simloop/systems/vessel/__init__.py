"""Boats and buoys: in the plane after Fossen, or as bodies that float on their hull.

With `motion: 3dof` the plugin moves the vessel itself; with `motion: 6dof` it gives physics a force
model and an inertia with added mass. Without water in the world, still water lies at down 0.
"""

from dataclasses import replace

from simloop.math.scalar import PI
from simloop.math.symmetric_matrix import inverted, upper
from simloop.systems.vessel.added_mass import accelerate
from simloop.systems.vessel.components import Hull, HullMass, Vessel
from simloop.systems.vessel.config import (
    AddedMass,
    Cell,
    Config,
    Damping,
    Rudder,
    Thruster,
    Windage,
    check,
)
from simloop.systems.vessel.hydrostatics import area, waterline
from simloop.systems.vessel.mass_matrix import hull_matrix, planar_inertia, planar_inverse
from simloop.systems.vessel.planar import vessel_planar
from simloop.systems.vessel.planar_components import PlanarVessel
from simloop.systems.vessel.propulsion import damping_numbers, equip_propulsion, lift_slope
from simloop.systems.vessel.wrench import wrench
from simloop.world.body import Water
from simloop.world.mass import set_mass
from simloop.world.mixer import work_out
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

__all__ = [
    "AddedMass",
    "Cell",
    "Config",
    "Damping",
    "Rudder",
    "Thruster",
    "Windage",
    "as_planar",
    "equip",
]

PLANAR_SYSTEM = BlockSystem(stage=Stage.MOTION, block=vessel_planar)


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle a hull, and what moves and steers it."""
    mixing = None if config.mixer is None else work_out(config.mixer)
    check(config, mixing)
    kit.fact("vessel", config)
    kit.component(Water)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, "vessel")
    kit.component(
        Vessel,
        damping=damping_numbers(config.damping),
        rudder=_blade(config.rudder),
        windage=_windage(config.windage),
    )
    if mixing is not None:
        equip_propulsion(kit, config, mixing)
    if config.motion == "3dof":
        _equip_planar(kit, config)
    else:
        _equip_hull(kit, config)


def as_planar(config: Config) -> Config:
    """The same vessel in the plane: what 6dof does in calm water when it does not heel."""
    return replace(config, motion="3dof")


def _blade(rudder: Rudder | None) -> tuple[float, float, float]:
    if rudder is None:
        return 0.0, 0.0, 0.0
    x, _, z = rudder.position_frd_m
    return 0.5 * rudder.area_m2 * lift_slope(rudder), x, z


def _windage(air: Windage) -> tuple[float, float, float, float]:
    x, _, z = air.centre_frd_m
    ahead = 0.5 * air.frontal_drag * air.frontal_area_m2
    aside = 0.5 * air.lateral_drag * air.lateral_area_m2
    return ahead, aside, x, z


def _equip_planar(kit: VehicleKit, config: Config) -> None:
    frequency = 2.0 * PI / config.ride_period_s
    rides = 1.0 if config.ride == "waves" else 0.0
    line = config.waterline_frd_m
    kit.component(
        PlanarVessel,
        inertia=planar_inertia(config),
        inverse=planar_inverse(config),
        ride=(rides, frequency * frequency, 2.0 * frequency, line),
        noise=(config.acceleration_noise, config.yaw_acceleration_noise),
    )
    _float_at(kit, line)
    kit.system(PLANAR_SYSTEM)


def _equip_hull(kit: VehicleKit, config: Config) -> None:
    line = waterline(config)
    matrix = hull_matrix(config)
    kit.constant("HULL_CELLS", len(config.hull))
    inverse = inverted(matrix, "vessel: inertia_kgm2 with added_mass")
    kit.component(HullMass, matrix=upper(matrix), inverse=upper(inverse))
    kit.component(
        Hull,
        cell_x_m=[cell.x_m for cell in config.hull],
        cell_y_m=[cell.y_m for cell in config.hull],
        cell_bottom_m=[cell.bottom_m for cell in config.hull],
        cell_height_m=[cell.height_m for cell in config.hull],
        cell_length_m=[cell.length_m for cell in config.hull],
        cell_width_m=[cell.width_m for cell in config.hull],
        cell_area_m2=[area(cell) for cell in config.hull],
        # Drag is whole until half of the hull is out of the water.
        wet_gain_pm3=2.0 * config.water_density_kgpm3 / config.mass_kg,
    )
    _float_at(kit, line)
    kit.forces(wrench)
    kit.inertia(accelerate)


def _float_at(kit: VehicleKit, waterline_m: float) -> None:
    """Start afloat: the centre of mass is above the surface by where the waterline is below it."""
    kit.fact("afloat_height_m", waterline_m)
    kit.fact("standing_height_m", waterline_m)
