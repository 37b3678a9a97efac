"""What a multirotor can do on paper, from the same formulas as the simulation.

All rotors are taken to turn equally fast. The defaults are the conditions of ROSflight's reference
figures: sea-level density and g = 9.81.
The simulation itself uses the world's gravity, which is 9.80665 unless set.
"""

from math import sqrt

from simloop.systems.multirotor.config import Config
from simloop.systems.multirotor.rotor_model import (
    mean_share,
    motor_gains,
    thrust_gains,
    thrust_shares,
    torque_gains,
    torque_shares,
)
from simloop.world.day import Day

REFERENCE_DAY = Day(gravity_mps2=9.81)
SECONDS_PER_HOUR = 3600.0


def mean_thrust_gain(config: Config) -> float:
    """Thrust per density and speed^2 in still air, mean of the rotors."""
    return mean_share(thrust_shares(config)) * thrust_gains(config)[0]


def mean_torque_gain(config: Config) -> float:
    """Drag torque per density and speed^2 in still air, mean of the rotors."""
    return mean_share(torque_shares(config)) * torque_gains(config)[0]


def hover_speed_radps(config: Config, day: Day = REFERENCE_DAY) -> float:
    """The rotor speed at which thrust carries the weight in still air."""
    weight_per_rotor = config.mass_kg * day.gravity_mps2 / len(config.rotor_dists)
    return sqrt(weight_per_rotor / (day.air_density_kgpm3 * mean_thrust_gain(config)))


def hover_throttle(config: Config, day: Day = REFERENCE_DAY) -> float:
    """The motor command that holds hover speed; above 1 the vehicle cannot hover."""
    speed = hover_speed_radps(config, day)
    loss, per_volt, no_load, _ = motor_gains(config)
    torque = (
        day.air_density_kgpm3 * mean_torque_gain(config) * speed * speed + loss * speed + no_load
    )
    return torque / (per_volt * config.V_max)


def hover_power_w(config: Config, day: Day = REFERENCE_DAY) -> float:
    """What all motors together take from the bus in hover."""
    speed = hover_speed_radps(config, day)
    torque = day.air_density_kgpm3 * mean_torque_gain(config) * speed * speed
    current = torque / config.K_Q + config.I_0
    voltage = config.K_Q * speed + config.R_motor * current
    return len(config.rotor_dists) * voltage * current


def hover_current_a(
    config: Config, *, bus_voltage_v: float | None = None, day: Day = REFERENCE_DAY
) -> float:
    """What all motors together draw from the bus in hover; at V_max if no voltage is given."""
    power = hover_power_w(config, day)
    return power / (config.V_max if bus_voltage_v is None else bus_voltage_v)


def hover_time_s(
    config: Config,
    *,
    capacity_ah: float,
    bus_voltage_v: float | None = None,
    idle_current_a: float = 0.0,
    usable: float = 1.0,
    day: Day = REFERENCE_DAY,
) -> float:
    """How long a battery lasts in hover, at its mean voltage; `usable` is a share of its charge."""
    hover = hover_current_a(config, bus_voltage_v=bus_voltage_v, day=day)
    return usable * capacity_ah * SECONDS_PER_HOUR / (hover + idle_current_a)


def max_speed_radps(config: Config, day: Day = REFERENCE_DAY) -> float:
    """The rotor speed at full command in still air."""
    loss, per_volt, no_load, _ = motor_gains(config)
    a = day.air_density_kgpm3 * mean_torque_gain(config)
    c = no_load - per_volt * config.V_max
    inside = loss * loss - 4.0 * a * c
    return max(0.0, (sqrt(max(0.0, inside)) - loss) / (2.0 * a))


def max_thrust_n(config: Config, day: Day = REFERENCE_DAY) -> float:
    """The thrust of all rotors together at full command in still air."""
    speed = max_speed_radps(config, day)
    return (
        len(config.rotor_dists) * day.air_density_kgpm3 * mean_thrust_gain(config) * speed * speed
    )


def thrust_to_weight(config: Config, day: Day = REFERENCE_DAY) -> float:
    """How many times its own weight the vehicle could lift."""
    thrust = max_thrust_n(config, day)
    return thrust / (config.mass_kg * day.gravity_mps2)
