"""What a vehicle on wheels can do, from the formulas of the simulation."""

from math import asin, atan, degrees, hypot, inf, radians, sqrt, tan

from simloop.math.ordered_sum import ordered_sum
from simloop.systems.rover.config import STANDARD_GRAVITY_MPS2, Config
from simloop.systems.rover.geometry import wheels_of

AIR_DENSITY_KGPM3 = 1.225


def drive_force_n(config: Config) -> float:
    """Push of all driven wheels at rest with full command, if they do not spin."""
    driven = sum(1 for wheel in wheels_of(config) if wheel.driven)
    return driven * config.stall_torque_nm / config.wheel_radius_m


def rolling_force_n(config: Config) -> float:
    """What the rolling tyres resist on level ground; a caster rolls freely."""
    carried = ordered_sum(wheel.load_share for wheel in wheels_of(config))
    return config.rolling_resistance * carried * config.mass_kg * STANDARD_GRAVITY_MPS2


def max_speed_mps(config: Config) -> float:
    """Where the motors' torque has fallen to what rolling and air resist, on level ground."""
    force = drive_force_n(config)
    no_load = config.no_load_speed_radps * config.wheel_radius_m
    drag, slope = 0.5 * AIR_DENSITY_KGPM3 * config.drag_area_m2, force / no_load
    left = force - rolling_force_n(config)
    if left <= 0.0:
        return 0.0
    # drag v^2 + slope v = left, in the form without cancellation
    return 2.0 * left / (slope + sqrt(slope * slope + 4.0 * drag * left))


def turning_radius_m(config: Config) -> float:
    """Radius of the tightest turn, of the middle of the rear axle; 0 turns on the spot."""
    if config.kind != "ackermann":
        return 0.0
    return config.wheel_base_m / tan(radians(config.max_steering_deg))


def stopping_distance_m(config: Config, speed_mps: float) -> float:
    """Way to rest with all brakes on, by locked wheels or by what the brakes can hold."""
    wheels = wheels_of(config)
    carried = ordered_sum(wheel.load_share for wheel in wheels)
    grip = config.friction * STANDARD_GRAVITY_MPS2 * carried
    brakes = len(wheels) * config.brake_torque_nm / (config.wheel_radius_m * config.mass_kg)
    deceleration = min(grip, brakes + rolling_force_n(config) / config.mass_kg)
    return speed_mps * speed_mps / (2.0 * deceleration) if deceleration > 0.0 else inf


def steepest_climb_deg(config: Config) -> float:
    """Slope at which the motors stall or the driven wheels spin, without load shift."""
    wheels = wheels_of(config)
    driven = ordered_sum(wheel.load_share for wheel in wheels if wheel.driven)
    resist = config.rolling_resistance * ordered_sum(wheel.load_share for wheel in wheels)
    by_grip = atan(max(config.friction * driven - resist, 0.0))
    share = drive_force_n(config) / (config.mass_kg * STANDARD_GRAVITY_MPS2)
    by_torque = asin(min(share / hypot(1.0, resist), 1.0)) - atan(resist)
    return degrees(max(min(by_grip, by_torque), 0.0))


def tipping_acceleration_mps2(config: Config) -> float:
    """Sideways acceleration at which inner wheels lift; tipping over itself is not modelled."""
    if config.cg_height_m == 0.0:
        return inf
    return 0.5 * STANDARD_GRAVITY_MPS2 * config.track_m / config.cg_height_m


def understeer_gradient(config: Config) -> float:
    """K in yaw rate = v * angle / (wheel base + K v^2), s^2/m; positive pushes outward."""
    front, rear = config.cornering_stiffness
    return (1.0 / front - 1.0 / rear) / STANDARD_GRAVITY_MPS2
