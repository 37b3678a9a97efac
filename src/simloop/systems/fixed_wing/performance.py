"""What a fixed wing can do on paper, from the same formulas as the simulation.

All in straight flight with the elevator in trim. The defaults are sea level and the world's usual
gravity; the simulation itself uses the air and the gravity of its world.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, hypot, sin, sqrt

from simloop.systems.fixed_wing.config import Config
from simloop.systems.fixed_wing.curves import trimmed_drag, trimmed_elevator, trimmed_lift
from simloop.systems.fixed_wing.propulsion import speed_for_thrust, throttle_for_speed
from simloop.world.day import Day

SEA_LEVEL = Day()

_GOLDEN = 0.6180339887498949
_FASTEST_MPS = 400.0
_NEWTON_STEPS = 50


@dataclass(frozen=True, slots=True)
class Trim:
    """Steady straight flight."""

    alpha_rad: float
    """Angle of attack."""
    elevator_rad: float
    """Elevator angle."""
    throttle: float
    """Share of the bus voltage; above 1 the motor is too weak."""
    thrust_n: float
    """Thrust of the propeller."""
    prop_speed_radps: float
    """Speed of the propeller."""


@dataclass(frozen=True, slots=True)
class Glide:
    """Steady flight without thrust, and without the drag of a windmilling propeller."""

    airspeed_mps: float
    """Airspeed."""
    ratio: float
    """Way made good per height lost: lift over drag."""
    alpha_rad: float
    """Angle of attack."""
    elevator_rad: float
    """Elevator angle."""


def trim(
    config: Config, airspeed_mps: float, day: Day = SEA_LEVEL, *, flight_path_rad: float = 0.0
) -> Trim:
    """Angle of attack, elevator and throttle that hold an airspeed and a climb angle."""
    pressure = 0.5 * day.air_density_kgpm3 * airspeed_mps * airspeed_mps * config.wing_s
    weight = config.mass_kg * day.gravity_mps2
    along, across = weight * sin(flight_path_rad), weight * cos(flight_path_rad)

    def thrust_at(alpha: float) -> float:
        return (pressure * trimmed_drag(config, alpha) + along) / cos(alpha)

    def excess(alpha: float) -> float:
        lift = pressure * trimmed_lift(config, alpha)
        return (lift + thrust_at(alpha) * sin(alpha) - across) / weight

    alpha = _newton(excess, 0.0)
    if alpha is None or abs(alpha) > config.wing_alpha0:
        slowest = stall_speed_mps(config, day)
        raise ValueError(
            f"fixed_wing: no steady flight at {airspeed_mps:g} m/s; it stalls at {slowest:.3g} m/s"
        )
    thrust, inflow = thrust_at(alpha), airspeed_mps * cos(alpha)
    if config.propeller is None:
        raise ValueError("fixed_wing: propeller is null; a glider has no level flight, only glides")
    speed = speed_for_thrust(config.propeller, thrust, inflow, day.air_density_kgpm3)
    throttle = throttle_for_speed(config.propeller, speed, inflow, day.air_density_kgpm3)
    return Trim(alpha, trimmed_elevator(config, alpha), throttle, thrust, speed)


def stall_speed_mps(config: Config, day: Day = SEA_LEVEL) -> float:
    """The airspeed below which the wing cannot carry the weight in level flight."""
    alpha = _highest(lambda a: trimmed_lift(config, a), 0.0, config.wing_alpha0 + 0.1)
    greatest = trimmed_lift(config, alpha)
    if not greatest > 0.0:
        raise ValueError("fixed_wing: C_L is nowhere positive, so it cannot fly")
    return sqrt(
        2.0 * config.mass_kg * day.gravity_mps2 / (day.air_density_kgpm3 * config.wing_s * greatest)
    )


def glide_at(config: Config, alpha_rad: float, day: Day = SEA_LEVEL) -> Glide:
    """The glide at an angle of attack: the air carries the weight, lift and drag together."""
    lift, drag = trimmed_lift(config, alpha_rad), trimmed_drag(config, alpha_rad)
    weight = config.mass_kg * day.gravity_mps2
    airspeed = sqrt(2.0 * weight / (day.air_density_kgpm3 * config.wing_s * hypot(lift, drag)))
    return Glide(airspeed, lift / drag, alpha_rad, trimmed_elevator(config, alpha_rad))


def best_glide(config: Config, day: Day = SEA_LEVEL) -> Glide:
    """The glide that goes farthest."""
    alpha = _highest(
        lambda a: trimmed_lift(config, a) / trimmed_drag(config, a), 0.0, config.wing_alpha0
    )
    return glide_at(config, alpha, day)


def max_level_speed_mps(config: Config, day: Day = SEA_LEVEL) -> float:
    """The fastest level flight that full throttle holds."""

    def spare(airspeed: float) -> float:
        found = trim(config, airspeed, day)
        return 1.0 - found.throttle

    slowest = stall_speed_mps(config, day)
    # Throttle has a minimum over airspeed: look for the last speed with some to spare.
    speeds = [slowest * 1.05]
    while speeds[-1] < _FASTEST_MPS:
        speeds.append(speeds[-1] * 1.05)
    able = [airspeed for airspeed in speeds if spare(airspeed) >= 0.0]
    if not able:
        raise ValueError("fixed_wing: the propeller is too weak for level flight")
    low, high = able[-1], able[-1] * 1.05
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if spare(middle) >= 0.0 else (low, middle)
    return low


def _newton(function: Callable[[float], float], start: float) -> float | None:
    """A root of `function` near `start`; None if there is none."""
    x, step = start, 1e-6
    for _ in range(_NEWTON_STEPS):
        value = function(x)
        slope = (function(x + step) - function(x - step)) / (2.0 * step)
        if abs(value) < 1e-13 or slope == 0.0:
            break
        # Short strides keep it on the slope before the stall.
        x -= max(-0.05, min(0.05, value / slope))
    return x if abs(function(x)) < 1e-9 else None


def _highest(function: Callable[[float], float], low: float, high: float) -> float:
    """Where `function` is greatest: the best of a grid, then golden sections around it."""
    count = 200
    grid = [low + (high - low) * i / count for i in range(count + 1)]
    best = max(range(count + 1), key=lambda i: function(grid[i]))
    a, b = grid[max(0, best - 1)], grid[min(count, best + 1)]
    while b - a > 1e-10:
        left, right = b - _GOLDEN * (b - a), a + _GOLDEN * (b - a)
        a, b = (a, right) if function(left) > function(right) else (left, b)
    return 0.5 * (a + b)
