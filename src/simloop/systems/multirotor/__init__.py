"""Multirotors with any number of rotors: motors, propellers, drag, ground effect."""

from dataclasses import replace

from simloop.component import Kind
from simloop.systems.multirotor import rotor_model
from simloop.systems.multirotor.components import Airframe, Blades, PropellerFaults
from simloop.systems.multirotor.config import Config, check
from simloop.systems.multirotor.descent import descent_gains, descent_inflows_m
from simloop.systems.multirotor.rotors import turn_rotors, turn_worn_rotors
from simloop.systems.multirotor.wrench import wrench
from simloop.world.mass import set_mass
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, equip_bus
from simloop.world.rotors import Motors, Rotors
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "equip"]

STANDARD_GRAVITY_MPS2 = 9.80665

# The order of columns is part of the state hash.
GROUPS = (
    *Blades.groups(),
    Rotors.group(Kind.PARAM),
    Motors.group(Kind.PARAM),
    *Airframe.groups(),
    Motors.group(Kind.INTENT),
    Rotors.group(Kind.TRUTH),
)

ROTORS_SYSTEM = BlockSystem(
    name="rotors", stage=Stage.ACTUATION, block=turn_rotors, after=(BATTERY_SYSTEM,)
)
WORN_ROTORS_SYSTEM = replace(ROTORS_SYSTEM, block=turn_worn_rotors)


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle mass, rotors, motors and the force model that physics moves it by."""
    check(config)
    kit.fact("multirotor", config)
    kit.constant("ROTORS", len(config.rotor_dists))
    for group in GROUPS:
        kit.component(group)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, "multirotor")
    _set_rotors(kit, config)
    _set_faults(kit, config)
    _set_airframe(kit, config)
    equip_bus(kit, config.V_max, "multirotor")
    kit.system(WORN_ROTORS_SYSTEM if config.propeller_effectiveness else ROTORS_SYSTEM)
    kit.forces(wrench)


def _set_rotors(kit: VehicleKit, config: Config) -> None:
    forward, right = rotor_model.hub_positions(config)
    kit.component(
        Blades,
        thrust_gain=(*rotor_model.thrust_gains(config), *descent_gains(config)),
        torque_gain=rotor_model.torque_gains(config),
        descent=descent_inflows_m(config),
    )
    kit.component(
        Rotors,
        forward_m=forward,
        right_m=right,
        direction=config.rotor_rotation_directions,
        thrust_share=rotor_model.thrust_shares(config),
        torque_share=rotor_model.torque_shares(config),
        inertia_kgm2=config.rotor_inertia_kgm2,
    )
    kit.component(
        Motors,
        lag_gain=rotor_model.lag_gains(config, kit.tick_rate_hz),
        gain=rotor_model.motor_gains(config),
    )


def _set_faults(kit: VehicleKit, config: Config) -> None:
    if config.propeller_effectiveness:
        kit.component(PropellerFaults, effectiveness=config.propeller_effectiveness)
    if config.motor_effectiveness:
        kit.value("motor_effectiveness", config.motor_effectiveness)


def _set_airframe(kit: VehicleKit, config: Config) -> None:
    # The file gives newtons at hover; the model scales with thrust.
    weight = config.mass_kg * STANDARD_GRAVITY_MPS2
    kit.component(
        Airframe,
        parasitic_drag_area_m2=0.5 * config.C_D * config.A_c,
        induced_drag_spm=config.CD_induced,
        ground_effect=[coefficient / weight for coefficient in config.ground_effect],
    )
