"""From thrusters and rudder of a vehicle file to the columns their kernel reads."""

from dataclasses import astuple

from simloop.component import Kind
from simloop.math.scalar import PI
from simloop.systems.vessel.components import SteeringGear, Thrusters
from simloop.systems.vessel.config import Config, Damping, Rudder, Thruster, devices
from simloop.systems.vessel.thrust import drive_vessel
from simloop.world.actuators import equip_actuators
from simloop.world.mixer import Mixing
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

THRUSTERS_SYSTEM = BlockSystem(name="thrusters", stage=Stage.ACTUATION, block=drive_vessel)

# A vessel with a rudder only still has a thruster, one that never pushes.
NO_THRUSTER = Thruster(max_thrust_n=0.0)

# The order of columns is part of the state hash.
PROPULSION_GROUPS = (
    Thrusters.group(Kind.PARAM),
    *SteeringGear.groups(),
    Thrusters.group(Kind.TRUTH),
)


def damping_numbers(damping: Damping) -> list[float]:
    """Drag as the kernels have it: positive where it opposes."""
    return [-number for number in astuple(damping)]


def lift_slope(rudder: Rudder) -> float:
    """Normal force coefficient per sine of the angle of attack, after Fujii."""
    return 6.13 * rudder.aspect_ratio / (rudder.aspect_ratio + 2.25)


def wash_gain(rudder: Rudder) -> float:
    """Flow speed squared per thrust over density: 2/A of a momentum disc, for the blade's share."""
    disc = 0.25 * PI * rudder.propeller_diameter_m * rudder.propeller_diameter_m
    return 2.0 * rudder.wash / disc


def equip_propulsion(kit: VehicleKit, config: Config, mixing: Mixing) -> None:
    """Give the vehicle outputs, thrusters and a rudder."""
    count = len(mixing.outputs)
    pushers = config.thrusters or (NO_THRUSTER,)
    lags = [0.0] * count
    for part in devices(config):
        lags[part.output] = part.time_constant_s
    equip_actuators(kit, mixing, lags)
    kit.constant("THRUSTERS", len(pushers))
    for group in PROPULSION_GROUPS:
        kit.component(group)
    kit.component(
        Thrusters,
        output=[float(device.output == o) for device in pushers for o in range(count)],
        most_n=[pull for device in pushers for pull in pulls(device)],
        loss_spm=[loss_per_speed(device) for device in pushers],
        right_m=[device.position_frd_m[1] for device in pushers],
        down_m=[device.position_frd_m[2] for device in pushers],
    )
    if config.rudder is not None:
        _add_steering_gear(kit, config.rudder, count)
    kit.system(THRUSTERS_SYSTEM)


def pulls(thruster: Thruster) -> tuple[float, float]:
    """Largest pull ahead and astern."""
    astern = thruster.max_reverse_n
    return thruster.max_thrust_n, thruster.max_thrust_n if astern is None else astern


def loss_per_speed(thruster: Thruster) -> float:
    """What a metre per second takes from the command."""
    speed = thruster.zero_thrust_speed_mps
    return 0.0 if speed is None else 1.0 / speed


def _add_steering_gear(kit: VehicleKit, rudder: Rudder, outputs: int) -> None:
    largest = rudder.max_angle_deg * PI / 180.0
    kit.component(
        SteeringGear,
        output=[largest if rudder.output == o else 0.0 for o in range(outputs)],
        wash_gain=wash_gain(rudder),
    )
