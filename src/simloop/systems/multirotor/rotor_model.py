"""From the vehicle file to the numbers of the rotor model: gains, hub positions, lags."""

from simloop.math.scalar import PI, sin_cos
from simloop.systems.multirotor.config import Config
from simloop.world.lag import lag_gain

COEFFICIENT_FLOOR = 1e-4  # a thrust or torque coefficient never falls below this

Gains = tuple[float, float, float, float]


def thrust_gains(config: Config) -> Gains:
    """Thrust per air density: of speed^2, speed * inflow and inflow^2, and the floor of speed^2."""
    return _gains(config.C_T, *thrust_scale(config))


def torque_gains(config: Config) -> Gains:
    """Drag torque per air density, in the same order."""
    d = config.prop_diameter_m
    return _gains(config.C_Q, d * d * d * d * d / (4.0 * PI * PI), 2.0 * PI / d)


def _gains(coefficients: tuple[float, float, float], scale: float, advance: float) -> Gains:
    # The advance ratio is 2 pi inflow / (speed * diameter); speed cancels in the products.
    constant, linear, square = coefficients
    return (
        scale * constant,
        scale * linear * advance,
        scale * square * advance * advance,
        scale * COEFFICIENT_FLOOR,
    )


def thrust_scale(config: Config) -> tuple[float, float]:
    """Thrust per density and speed^2 for a coefficient of 1; advance ratio * speed per inflow."""
    diameter = config.prop_diameter_m
    size = diameter * diameter * diameter * diameter
    return size / (4.0 * PI * PI), 2.0 * PI / diameter


def thrust_shares(config: Config) -> tuple[float, ...]:
    """What each rotor keeps of its thrust at its place."""
    return config.rotor_thrust_shares or (1.0,) * len(config.rotor_dists)


def torque_shares(config: Config) -> tuple[float, ...]:
    """What each rotor keeps of its torque at its place."""
    return config.rotor_torque_shares or (1.0,) * len(config.rotor_dists)


def mean_share(shares: tuple[float, ...]) -> float:
    """The mean of shares, added up from the first to the last."""
    total = 0.0
    for share in shares:
        total += share
    return total / len(shares)


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


def lag_gains(config: Config, tick_rate_hz: int) -> tuple[float, ...]:
    """Share of a speed difference made up in one tick: at its end, on average, mean of its square.

    Each for speeding up and for slowing down.
    """
    up = _lag(config.rotor_time_constant_up_s, tick_rate_hz)
    down = _lag(config.rotor_time_constant_down_s, tick_rate_hz)
    return tuple(value for pair in zip(up, down, strict=True) for value in pair)


def _lag(time_constant_s: float, tick_rate_hz: int) -> tuple[float, float, float]:
    # Of a difference 1 the share 1 - exp(-t/T) is made up at t; its integrals are exact.
    end = lag_gain(time_constant_s, tick_rate_hz)
    ticks = time_constant_s * tick_rate_hz
    left = ticks * end
    left_square = 0.5 * left * (2.0 - end)
    return end, 1.0 - left, 1.0 - 2.0 * left + left_square


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
        [
            -yaw * direction * torque / thrust
            for direction, torque, thrust in zip(
                config.rotor_rotation_directions,
                torque_shares(config),
                thrust_shares(config),
                strict=True,
            )
        ],
    ]
