"""From the vehicle file to the numbers of the rotor model: gains, hub positions, lags."""

from math import sqrt

from simloop.math.scalar import PI, sin_cos
from simloop.systems.multirotor.config import Config
from simloop.world.lag import lag_gain

COEFFICIENT_FLOOR = 1e-4  # a thrust or torque coefficient never falls below this
NEVER = 1e9  # an advance ratio that no propeller sees

Gains = tuple[float, float, float, float]


def thrust_gains(config: Config) -> Gains:
    """Thrust per air density: of speed^2, speed * inflow and inflow^2, and the floor of speed^2."""
    diameter = config.prop_diameter_m
    return _gains(config.C_T, diameter * diameter * diameter * diameter, diameter)


def torque_gains(config: Config) -> Gains:
    """Drag torque per air density, in the same order."""
    diameter = config.prop_diameter_m
    return _gains(config.C_Q, diameter * diameter * diameter * diameter * diameter, diameter)


def _gains(coefficients: tuple[float, float, float], size: float, diameter: float) -> Gains:
    # The advance ratio is 2 pi inflow / (speed * diameter); speed cancels in the products.
    scale = size / (4.0 * PI * PI)
    advance = 2.0 * PI / diameter
    constant, linear, square = coefficients
    return (
        scale * constant,
        scale * linear * advance,
        scale * square * advance * advance,
        scale * COEFFICIENT_FLOOR,
    )


def floor_inflow_m(config: Config) -> float:
    """The inflow per rotor speed up to which neither coefficient is at its floor."""
    advance = min(_advance_at_floor(config.C_T), _advance_at_floor(config.C_Q))
    # A hair less, so that rounding can never hide a rotor that is on the floor.
    return 0.999999 * advance * config.prop_diameter_m / (2.0 * PI)


def _advance_at_floor(coefficients: tuple[float, float, float]) -> float:
    """The smallest positive advance ratio at which the polynomial meets the floor."""
    constant, linear, square = coefficients
    above = constant - COEFFICIENT_FLOOR
    inside = linear * linear - 4.0 * square * above
    if inside < 0.0:
        return NEVER
    # This form of the roots has no cancellation and no division by a vanishing square term.
    denominators = (-linear - sqrt(inside), -linear + sqrt(inside))
    roots = [2.0 * above / value for value in denominators if value != 0.0]
    return min((root for root in roots if root > 0.0), default=NEVER)


def motor_gains(config: Config) -> Gains:
    """Torque lost per speed, per volt and without load, and one over the resistance."""
    per_volt = config.K_Q / config.R_motor
    return config.K_Q * per_volt, per_volt, config.K_Q * config.I_0, 1.0 / config.R_motor


def hub_positions(config: Config) -> tuple[list[float], list[float]]:
    """How far forward and how far right of the centre of mass each rotor sits."""
    forward, right = [], []
    for distance, angle in zip(config.rotor_dists, config.rotor_radial_angles_deg, strict=True):
        sine, cosine = sin_cos(angle * PI / 180.0)
        forward.append(distance * cosine)
        right.append(distance * sine)
    return forward, right


def lag_gains(config: Config, tick_rate_hz: int) -> tuple[float, float]:
    """Share of a speed difference made up in one tick, speeding up and slowing down."""
    return (
        lag_gain(config.rotor_time_constant_up_s, tick_rate_hz),
        lag_gain(config.rotor_time_constant_down_s, tick_rate_hz),
    )


def allocation_matrix(config: Config) -> list[list[float]]:
    """What each rotor does per newton of its thrust, one column per rotor.

    Rows: thrust (1), roll torque, pitch torque and yaw torque in FRD (m).
    """
    forward, right = hub_positions(config)
    yaw = config.prop_diameter_m * config.C_Q[0] / config.C_T[0]
    return [
        [1.0] * len(forward),
        [-y for y in right],
        list(forward),
        [-yaw * direction for direction in config.rotor_rotation_directions],
    ]
