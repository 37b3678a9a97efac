"""Vehicles on wheels with tyres that slip: differential, skid-steered and with steered wheels."""

from math import radians

from simloop.systems.rover import geometry
from simloop.systems.rover.components import ROVER_COMPONENTS, Chassis, DriveTrain, Tyres, Wheels
from simloop.systems.rover.config import Config, check
from simloop.systems.rover.performance import turning_radius_m
from simloop.systems.rover.plane import enter_plane, leave_plane
from simloop.systems.rover.rolling import ride_on_tyres
from simloop.systems.rover.steering import drive_steered
from simloop.systems.rover.wheel_drives import PARK_MPS, drive_wheels
from simloop.world.actuators import equip_actuators
from simloop.world.drive import DriveFacts, check_drive, equip_drive
from simloop.world.drive.controller import drive_sides
from simloop.world.mass import set_mass
from simloop.world.mixer import Mixer, Mixing, work_out
from simloop.world.plugin import VehicleKit
from simloop.world.power import BATTERY_SYSTEM, equip_bus
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "equip"]

WHEELS_SYSTEM = BlockSystem(
    name="wheels",
    stage=Stage.ACTUATION,
    block=drive_wheels,
    after=(BATTERY_SYSTEM, "rotors", "propeller", "thrusters"),
)

# Onto the plane of the ground, along it, and back into the world.
MOTION_SYSTEMS = (
    BlockSystem(stage=Stage.MOTION, block=enter_plane),
    BlockSystem(stage=Stage.MOTION, block=ride_on_tyres, after=("enter_plane",)),
    BlockSystem(stage=Stage.MOTION, block=leave_plane, after=("enter_plane", "ride_on_tyres")),
)


def equip(kit: VehicleKit, config: Config) -> None:
    """Give the vehicle mass, wheels, tyres and drives; it moves itself on the ground."""
    check(config)
    steered = config.kind == "ackermann"
    usual = Mixer(kind="ackermann") if steered else Mixer(kind="differential")
    mixing = work_out(config.mixer if config.mixer is not None else usual)
    check_drive("rover", mixing)
    kit.fact("rover", config)
    # What wheels and tyres remember of the old place must not act on a new one.
    kit.fact("motion_memory", ("wheel_stretch_m", "wheel_windup_rad", "load_moment_nm"))
    equip_actuators(kit, mixing, _lags(config, mixing))
    equip_bus(kit, config.V_max, "rover")
    equip_drive(
        kit,
        mixing,
        _drive_facts(config),
        config.odometry,
        drive_steered if steered else drive_sides,
    )
    for group in ROVER_COMPONENTS:
        kit.component(group)
    all_wheels = geometry.wheels_of(config)
    kit.constant("WHEELS", len(all_wheels))
    kit.constant("SUBSTEPS", geometry.substeps_of(config, kit.tick_rate_hz))
    _set_mass(kit, config)
    _set_wheels(kit, config, all_wheels)
    _set_tyres(kit, config, all_wheels)
    _set_drive(kit, config, all_wheels)
    kit.system(WHEELS_SYSTEM)
    for system in MOTION_SYSTEMS:
        kit.system(system)


def _lags(config: Config, mixing: Mixing) -> list[float]:
    """What serves yaw steers, if the vehicle steers; all else are motors."""
    steering = mixing.matrix[5] if config.kind == "ackermann" else (0.0,) * len(mixing.outputs)
    return [
        config.steering_time_constant_s if served else config.motor_time_constant_s
        for served in steering
    ]


def _drive_facts(config: Config) -> DriveFacts:
    top = config.no_load_speed_radps * config.wheel_radius_m
    tightest = turning_radius_m(config) or 0.5 * config.track_m
    return DriveFacts(
        top_speed_mps=top,
        top_yaw_rate_radps=top / tightest,
        track_m=config.track_m,
        ride_height_m=config.cg_height_m,
        timeout_s=config.command_timeout_s,
        gains=(config.speed_gain, config.speed_integral_ps, config.yaw_gain_ps),
        park_mps=PARK_MPS if config.at_zero == "hold" else 0.0,
    )


def _set_mass(kit: VehicleKit, config: Config) -> None:
    # Only yaw matters here; roll and pitch get what a flat box would have.
    yaw = config.yaw_inertia_kgm2
    set_mass(kit, config.mass_kg, (0.5 * yaw, 0.5 * yaw, yaw, 0.0, 0.0, 0.0), "rover")


def _set_wheels(kit: VehicleKit, config: Config, all_wheels: list[geometry.Wheel]) -> None:
    gains = [w.pitch_gain_pm for w in all_wheels] + [w.roll_gain_pm for w in all_wheels]
    left = [w.counted if w.right_m < 0.0 else 0.0 for w in all_wheels]
    right = [w.counted if w.right_m > 0.0 else 0.0 for w in all_wheels]
    kit.component(
        Wheels,
        forward_m=[w.forward_m for w in all_wheels],
        right_m=[w.right_m for w in all_wheels],
        load_share=[w.load_share for w in all_wheels],
        load_gain=gains,
        driven=[float(w.driven) for w in all_wheels],
        steered=[float(w.steered) for w in all_wheels],
        counted=left + right,
        radius_m=config.wheel_radius_m,
        inertia_kgm2=config.wheel_inertia_kgm2,
        base_m=config.wheel_base_m,
    )
    kit.component(Chassis, config, load_shift_ps=1.0 / config.load_shift_s)


def _set_tyres(kit: VehicleKit, config: Config, all_wheels: list[geometry.Wheel]) -> None:
    along = [config.longitudinal_stiffness] * len(all_wheels)
    both = along + [wheel.cornering_stiffness for wheel in all_wheels]
    kit.component(
        Tyres,
        config,
        stiffness_pm=[geometry.tyre_stiffness_pm(config, one) for one in both],
        damping_spm=[geometry.tyre_damping_spm(config, one) for one in both],
        relaxation_pm=1.0 / config.relaxation_length_m,
    )


def _set_drive(kit: VehicleKit, config: Config, all_wheels: list[geometry.Wheel]) -> None:
    steered = config.kind == "ackermann"
    driven = sum(1 for wheel in all_wheels if wheel.driven)
    kit.component(
        DriveTrain,
        config,
        no_load_radps=config.no_load_speed_radps,
        rated_voltage_v=config.V_max,
        # A car's wheels share one motor through open differentials.
        wheel_coupling=1.0 / driven if steered else 0.0,
        turn_by_speed=0.0 if steered else 1.0,
        steering_limit_rad=radians(config.max_steering_deg) if steered else 0.0,
        short_at_zero=0.0 if config.at_zero == "coast" else 1.0,
        park_at_zero=1.0 if config.at_zero == "hold" else 0.0,
    )
