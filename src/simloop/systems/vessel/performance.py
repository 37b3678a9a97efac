"""What a vessel can do on paper, from the numbers and kernels of the simulation."""

from dataclasses import replace
from functools import cache
from math import hypot, inf, pi, sqrt

from simloop.math.ordered_sum import ordered_sum
from simloop.systems.vessel import as_planar, equip
from simloop.systems.vessel.config import Config, devices
from simloop.systems.vessel.hydrostatics import flotation
from simloop.systems.vessel.mass_matrix import hull_matrix
from simloop.systems.vessel.propulsion import loss_per_speed
from simloop.world.body import BODY_COMPONENTS
from simloop.world.plugin import VehicleClass, VehicleKit
from simloop.world.steps import quickest_steps
from simloop.world.table import Table

REFERENCE_GRAVITY_MPS2 = 9.80665
TRIAL_RATE_HZ = 10
TRIAL_S = 120


def max_speed_mps(config: Config) -> float:
    """The speed at which hull drag takes all thrust, rudder amidships, no wind."""
    thrust = ordered_sum(thruster.max_thrust_n for thruster in config.thrusters)
    lost = ordered_sum(each.max_thrust_n * loss_per_speed(each) for each in config.thrusters)
    a, b = -config.damping.X_uu, lost - config.damping.X_u
    if thrust == 0.0:
        return 0.0
    if a == 0.0:
        return thrust / b if b > 0.0 else inf
    return (sqrt(b * b + 4.0 * a * thrust) - b) / (2.0 * a)


@cache
def turning_radius_m(config: Config) -> float:
    """Radius of the steady turn at full thrust and full helm, in calm water.

    Found as at sea, by turning: the vessel runs in the plane until its turn is steady. Two
    thrusters without a rudder turn with the inner one stopped.
    """
    if config.mixer is None:
        return inf
    calm = replace(as_planar(config), ride="flat", acceleration_noise=0, yaw_acceleration_noise=0)
    speed, rate = _trial(calm, helm(config))
    return speed / rate if rate > 1e-9 else inf


def helm(config: Config) -> list[float]:
    """The outputs of a hard turn to the right, engines ahead."""
    most = max(part.output for part in devices(config))
    commands = [0.0] * (most + 1)
    for thruster in config.thrusters:
        inner = config.rudder is None and thruster.position_frd_m[1] > 0.0
        commands[thruster.output] = 0.0 if inner else 1.0
    if config.rudder is not None:
        commands[config.rudder.output] = 1.0
    return commands


def _trial(config: Config, commands: list[float]) -> tuple[float, float]:
    """Speed over ground and yaw rate after a while under these commands."""
    kit = VehicleKit(TRIAL_RATE_HZ)
    for component in BODY_COMPONENTS:
        kit.component(component)
    equip(kit, config)
    table = Table(VehicleClass.from_kit(kit), 1)
    row = table.add_row()
    for column, value in kit.values.items():
        table.set_value(row, column, value)
    wanted = table.vector(row, "actuator_command")
    wanted[: len(commands)] = commands
    # A vessel may come while others are under way, and nobody shall wait for it.
    steps = quickest_steps(table)
    steps.run(0, len(steps.systems), tick=1, ticks=TRIAL_S * TRIAL_RATE_HZ, pool=None)
    u, v, _ = table.vector(row, "velocity_frd_mps")
    return hypot(u, v), abs(float(table.vector(row, "rate_frd_radps")[2]))


def heave_period_s(config: Config) -> float:
    """Natural period of heave, without damping."""
    found = flotation(config)
    stiffness = config.water_density_kgpm3 * REFERENCE_GRAVITY_MPS2 * found.waterplane_m2
    return _period(hull_matrix(config)[2][2], stiffness)


def roll_period_s(config: Config) -> float:
    """Natural period of roll, without damping; infinite if it capsizes."""
    weight = config.mass_kg * REFERENCE_GRAVITY_MPS2
    return _period(hull_matrix(config)[3][3], weight * flotation(config).gm_roll_m)


def pitch_period_s(config: Config) -> float:
    """Natural period of pitch, without damping."""
    weight = config.mass_kg * REFERENCE_GRAVITY_MPS2
    return _period(hull_matrix(config)[4][4], weight * flotation(config).gm_pitch_m)


def _period(inertia: float, stiffness: float) -> float:
    return 2.0 * pi * sqrt(inertia / stiffness) if stiffness > 0.0 else inf


def figures(config: Config) -> dict[str, float]:
    """What `simloop info` tells of a vessel, by name with unit."""
    told = {"mass_kg": config.mass_kg, "max_speed_mps": max_speed_mps(config)}
    if config.mixer is not None:
        told["turning_radius_m"] = turning_radius_m(config)
    if config.hull:
        found = flotation(config)
        told |= {
            "draft_m": found.draft_m,
            "waterline_length_m": found.waterline_length_m,
            "metacentric_height_m": found.gm_roll_m,
            "heave_period_s": heave_period_s(config),
            "roll_period_s": roll_period_s(config),
            "pitch_period_s": pitch_period_s(config),
        }
    return told
