"""The kinematic differential drive: two sides that roll without slip, v = (l + r)/2."""

from simloop.systems.differential_drive.components import RollingSides
from simloop.systems.differential_drive.kernel import differential_drive
from simloop.world.actuators import equip_actuators
from simloop.world.drive import EXACT, DriveFacts, Odometry, check_drive, equip_drive
from simloop.world.drive.controller import drive_sides
from simloop.world.mixer import Mixer, work_out
from simloop.world.plugin import VehicleKit
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage

DIFFERENTIAL = Mixer(kind="differential")


@settings
class Config:
    """The lightweight rover of ADR-00156: every default is its number."""

    wheel_base_m: Positive = setting(0.15, "Distance between left and right wheels, m.")
    max_speed_mps: Positive = setting(1.0, "Speed of a side at full command, m/s.")
    max_turn_rate_radps: Positive = setting(2.0, "Fastest turn, rad/s.")
    time_constant_s: NotNegative = setting(0.0, "Lag of the motors, s; 0 for none.")
    max_acceleration_mps2: NotNegative = 0.0
    """Fastest change of a side's speed, m/s^2; 0 for no limit."""
    ride_height_m: NotNegative = setting(0.05, "Height of the reference point over the ground, m.")
    mass_kg: Positive = setting(1.0, "Mass, for those who ask; nothing here depends on it.")
    command_timeout_s: NotNegative = 0.5
    """A twist older than this stops the vehicle, s; 0 for never."""
    odometry: Odometry = setting(EXACT, "Errors of the wheel encoders.")
    mixer: Mixer = setting(DIFFERENTIAL, "How commands become outputs.")


DIFFERENTIAL_DRIVE_SYSTEM = BlockSystem(stage=Stage.MOTION, block=differential_drive)


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the vehicle roll on two sides."""
    mixing = work_out(config.mixer)
    check_drive("differential_drive", mixing)
    kit.fact("differential_drive", config)
    equip_actuators(kit, mixing, [config.time_constant_s] * len(mixing.outputs))
    facts = DriveFacts(
        top_speed_mps=config.max_speed_mps,
        top_yaw_rate_radps=config.max_turn_rate_radps,
        track_m=config.wheel_base_m,
        ride_height_m=config.ride_height_m,
        timeout_s=config.command_timeout_s,
    )
    equip_drive(kit, mixing, facts, config.odometry, drive_sides)
    kit.component(RollingSides, acceleration_mps2=config.max_acceleration_mps2)
    kit.value("mass_kg", config.mass_kg)
    kit.system(DIFFERENTIAL_DRIVE_SYSTEM)


def max_speed_mps(config: Config) -> float:
    """Fastest on level ground, and everywhere else."""
    return config.max_speed_mps


def turning_radius_m(config: Config) -> float:
    """Tightest curve at full speed: it can turn on the spot, but only so fast."""
    return config.max_speed_mps / config.max_turn_rate_radps


def stopping_distance_m(config: Config) -> float:
    """From full speed to rest."""
    limit, lag_m = config.max_acceleration_mps2, config.max_speed_mps * config.time_constant_s
    return lag_m if limit == 0.0 else lag_m + config.max_speed_mps**2 / (2.0 * limit)
