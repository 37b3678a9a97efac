"""Multirotors with any number of rotors: motors, propellers, drag, ground effect."""

from dataclasses import replace

from simloop.kernels.forces.multirotor import wrench
from simloop.kernels.rotors import rotors
from simloop.systems.multirotor.components import MULTIROTOR_COMPONENTS, PROPELLER_FAULTS
from simloop.systems.multirotor.config import Config, check
from simloop.systems.multirotor.descent import descent_gains, descent_inflows_m
from simloop.systems.multirotor.performance import (
    hover_current_a,
    hover_power_w,
    hover_speed_radps,
    hover_throttle,
    hover_time_s,
    max_thrust_n,
    thrust_to_weight,
)
from simloop.systems.multirotor.rotor_model import (
    allocation_matrix,
    hub_positions,
    lag_gains,
    motor_gains,
    thrust_gains,
    thrust_shares,
    torque_gains,
    torque_shares,
)
from simloop.world.mass import set_mass
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, equip_bus
from simloop.world.system import BlockSystem, Stage

__all__ = [
    "Config",
    "allocation_matrix",
    "equip",
    "hover_current_a",
    "hover_power_w",
    "hover_speed_radps",
    "hover_throttle",
    "hover_time_s",
    "max_thrust_n",
    "thrust_to_weight",
]

STANDARD_GRAVITY_MPS2 = 9.80665

ROTORS_SYSTEM = BlockSystem(
    name="rotors",
    stage=Stage.ACTUATION,
    block=rotors,
    # The function does not look at this column unless the class has WORN_PROPELLERS.
    bind={"propeller_effectiveness": "motor_effectiveness"},
    after=(BATTERY_SYSTEM,),
)
WORN_ROTORS_SYSTEM = replace(ROTORS_SYSTEM, bind={})


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle mass, rotors, motors and the force model that physics moves it by."""
    check(config)
    kit.fact("multirotor", config)
    kit.constant("ROTORS", len(config.rotor_dists))
    for component in MULTIROTOR_COMPONENTS:
        kit.component(component)
    set_mass(kit, config.mass_kg, config.inertia_kgm2, "multirotor")
    _set_rotors(kit, config)
    _set_faults(kit, config)
    _set_airframe(kit, config)
    equip_bus(kit, config.V_max, "multirotor")
    kit.system(WORN_ROTORS_SYSTEM if config.propeller_effectiveness else ROTORS_SYSTEM)
    kit.forces(wrench)


def _set_rotors(kit: VehicleKit, config: Config) -> None:
    forward, right = hub_positions(config)
    kit.value("rotor_thrust_gain", (*thrust_gains(config), *descent_gains(config)))
    kit.value("rotor_torque_gain", torque_gains(config))
    kit.value("rotor_descent_m", descent_inflows_m(config))
    kit.value("rotor_forward_m", forward)
    kit.value("rotor_right_m", right)
    kit.value("rotor_direction", config.rotor_rotation_directions)
    kit.value("rotor_thrust_share", thrust_shares(config))
    kit.value("rotor_torque_share", torque_shares(config))
    kit.value("rotor_inertia_kgm2", config.rotor_inertia_kgm2)
    kit.value("rotor_lag_gain", lag_gains(config, kit.tick_rate_hz))
    kit.value("motor_gain", motor_gains(config))


def _set_faults(kit: VehicleKit, config: Config) -> None:
    kit.constant("WORN_PROPELLERS", 1 if config.propeller_effectiveness else 0)
    if config.propeller_effectiveness:
        kit.component(PROPELLER_FAULTS)
        kit.value("propeller_effectiveness", config.propeller_effectiveness)
    if config.motor_effectiveness:
        kit.value("motor_effectiveness", config.motor_effectiveness)


def _set_airframe(kit: VehicleKit, config: Config) -> None:
    # The file gives newtons at hover; the model scales with thrust.
    weight = config.mass_kg * STANDARD_GRAVITY_MPS2
    kit.value("parasitic_drag_area_m2", 0.5 * config.C_D * config.A_c)
    kit.value("induced_drag_spm", config.CD_induced)
    kit.value("ground_effect", [coefficient / weight for coefficient in config.ground_effect])
