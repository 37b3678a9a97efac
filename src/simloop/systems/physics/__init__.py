"""Rigid-body motion: moves every body by the force models its vehicle named, or by none.

A dynamics plugin names its force models with `kit.forces`, and leaves the motion to this plugin.
A vehicle that moves by a plugin of its own is left alone; a world without physics stands still.
"""

from simloop.systems.physics.kernel import rigid_body
from simloop.world.mass import tensor_of
from simloop.world.plugin import VehicleKit
from simloop.world.setting import Positive, setting, settings
from simloop.world.system import BlockSystem, Stage


@settings
class Config:
    """What is left out stays as the world and the vehicle's other plugins set it."""

    gravity_mps2: float | None = setting(None, "Gravity, down.")
    mass_kg: Positive | None = setting(None, "Mass of a body without a dynamics plugin.")
    inertia_kgm2: tuple[float, float, float, float, float, float] | None = None
    """Its inertia tensor about the centre of mass in FRD: elements xx, yy, zz, xy, xz, yz."""


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the body move."""
    if config.gravity_mps2 is not None:
        kit.value("gravity_mps2", config.gravity_mps2)
    _set_mass(kit, config)
    if kit.moves_itself:
        return
    kit.system(BlockSystem(stage=Stage.MOTION, block=rigid_body, hook=kit.motion_model))


def _set_mass(kit: VehicleKit, config: Config) -> None:
    if config.mass_kg is not None:
        kit.value("mass_kg", config.mass_kg)
    if config.inertia_kgm2 is not None:
        tensor = tensor_of(config.inertia_kgm2, "physics")
        kit.value("inertia_kgm2", tensor)
        kit.value("inverse_inertia", tensor.inverse())
