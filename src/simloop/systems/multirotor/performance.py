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

REFERENCE_DENSITY_KGPM3 = 1.225
REFERENCE_GRAVITY_MPS2 = 9.81
SECONDS_PER_HOUR = 3600.0


def mean_thrust_gain(config: Config) -> float:
    """Thrust per density and speed^2 in still air, mean of the rotors."""
    return mean_share(thrust_shares(config)) * thrust_gains(config)[0]


def mean_torque_gain(config: Config) -> float:
    """Drag torque per density and speed^2 in still air, mean of the rotors."""
    return mean_share(torque_shares(config)) * torque_gains(config)[0]


def hover_speed_radps(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """The rotor speed at which thrust carries the weight in still air."""
    weight_per_rotor = config.mass_kg * gravity_mps2 / len(config.rotor_dists)
    return sqrt(weight_per_rotor / (air_density_kgpm3 * mean_thrust_gain(config)))


def hover_throttle(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """The motor command that holds hover speed; above 1 the vehicle cannot hover."""
    speed = hover_speed_radps(
        config, air_density_kgpm3=air_density_kgpm3, gravity_mps2=gravity_mps2
    )
    loss, per_volt, no_load, _ = motor_gains(config)
    torque = air_density_kgpm3 * mean_torque_gain(config) * speed * speed + loss * speed + no_load
    return torque / (per_volt * config.V_max)


def hover_power_w(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """What all motors together take from the bus in hover."""
    speed = hover_speed_radps(
        config, air_density_kgpm3=air_density_kgpm3, gravity_mps2=gravity_mps2
    )
    torque = air_density_kgpm3 * mean_torque_gain(config) * speed * speed
    current = torque / config.K_Q + config.I_0
    voltage = config.K_Q * speed + config.R_motor * current
    return len(config.rotor_dists) * voltage * current


def hover_current_a(
    config: Config,
    *,
    bus_voltage_v: float | None = None,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """What all motors together draw from the bus in hover; at V_max if no voltage is given."""
    power = hover_power_w(config, air_density_kgpm3=air_density_kgpm3, gravity_mps2=gravity_mps2)
    return power / (config.V_max if bus_voltage_v is None else bus_voltage_v)


def hover_time_s(
    config: Config,
    *,
    capacity_ah: float,
    bus_voltage_v: float | None = None,
    idle_current_a: float = 0.0,
    usable: float = 1.0,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """How long a battery lasts in hover, at its mean voltage; `usable` is a share of its charge."""
    hover = hover_current_a(
        config,
        bus_voltage_v=bus_voltage_v,
        air_density_kgpm3=air_density_kgpm3,
        gravity_mps2=gravity_mps2,
    )
    return usable * capacity_ah * SECONDS_PER_HOUR / (hover + idle_current_a)


def max_speed_radps(config: Config, *, air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3) -> float:
    """The rotor speed at full command in still air."""
    loss, per_volt, no_load, _ = motor_gains(config)
    a = air_density_kgpm3 * mean_torque_gain(config)
    c = no_load - per_volt * config.V_max
    inside = loss * loss - 4.0 * a * c
    return max(0.0, (sqrt(max(0.0, inside)) - loss) / (2.0 * a))


def max_thrust_n(config: Config, *, air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3) -> float:
    """The thrust of all rotors together at full command in still air."""
    speed = max_speed_radps(config, air_density_kgpm3=air_density_kgpm3)
    return len(config.rotor_dists) * air_density_kgpm3 * mean_thrust_gain(config) * speed * speed


def thrust_to_weight(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """How many times its own weight the vehicle could lift."""
    thrust = max_thrust_n(config, air_density_kgpm3=air_density_kgpm3)
    return thrust / (config.mass_kg * gravity_mps2)
