"""What a multirotor can do on paper, from the same formulas as the simulation.

The defaults are the conditions of ROSflight's reference figures: sea-level density and g = 9.81.
The simulation itself uses the world's gravity, which is 9.80665 unless set.
"""

from math import sqrt

from simloop.systems.multirotor.config import Config
from simloop.systems.multirotor.rotor_model import motor_gains, thrust_gains, torque_gains

REFERENCE_DENSITY_KGPM3 = 1.225
REFERENCE_GRAVITY_MPS2 = 9.81


def hover_speed_radps(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """The rotor speed at which thrust carries the weight in still air."""
    weight_per_rotor = config.mass_kg * gravity_mps2 / len(config.rotor_dists)
    return sqrt(weight_per_rotor / (air_density_kgpm3 * thrust_gains(config)[0]))


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
    loss, per_volt, no_load = motor_gains(config)
    torque = air_density_kgpm3 * torque_gains(config)[0] * speed * speed + loss * speed + no_load
    return torque / (per_volt * config.V_max)


def max_speed_radps(config: Config, *, air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3) -> float:
    """The rotor speed at full command in still air."""
    loss, per_volt, no_load = motor_gains(config)
    a = air_density_kgpm3 * torque_gains(config)[0]
    c = no_load - per_volt * config.V_max
    inside = loss * loss - 4.0 * a * c
    return max(0.0, (sqrt(max(0.0, inside)) - loss) / (2.0 * a))


def max_thrust_n(config: Config, *, air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3) -> float:
    """The thrust of all rotors together at full command in still air."""
    speed = max_speed_radps(config, air_density_kgpm3=air_density_kgpm3)
    return len(config.rotor_dists) * air_density_kgpm3 * thrust_gains(config)[0] * speed * speed


def thrust_to_weight(
    config: Config,
    *,
    air_density_kgpm3: float = REFERENCE_DENSITY_KGPM3,
    gravity_mps2: float = REFERENCE_GRAVITY_MPS2,
) -> float:
    """How many times its own weight the vehicle could lift."""
    thrust = max_thrust_n(config, air_density_kgpm3=air_density_kgpm3)
    return thrust / (config.mass_kg * gravity_mps2)
