"""The boat of the 2-D slalom: a force in world axes moves a damped point between pool walls.

The original counts in centimetres on a screen: x to the right is north here, y down the screen is
east, and yaw turns from north to east in both. Its force unit is kg cm/s^2, which is 0.01 N: force
2.0 is 0.02 N and ends at 20 cm/s, the limit 10 is 0.1 N. Mass and damping have the same numbers.
"""

from math import sqrt

from simloop.systems.slalom_boat.components import EVERYWHERE_M, SlalomBoat
from simloop.systems.slalom_boat.kernel import slalom_boat
from simloop.world.body import Water
from simloop.world.plugin import VehicleKit
from simloop.world.setting import NotNegative, Positive, setting, settings
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "equip", "terminal_speed_mps"]

ORIGINAL_RATE_HZ = 60.0


@settings
class Config:
    """The original's numbers, in SI units."""

    mass_kg: Positive = setting(1.0, "Mass.")
    damping_nspm: Positive = setting(0.1, "Drag per speed, the same in all directions, N s/m.")
    yaw_damping_per_s: NotNegative = setting(0.1, "Yaw acceleration per yaw rate, 1/s.")
    yaw_inertia_kgm2: NotNegative = 0.0
    """Inertia that yaw torque works on; 0 ignores torque, as the original does."""
    max_force_n: Positive | None = 0.1
    """The commanded force is shortened to this; 0.1 N is the original's 10. No limit if null."""
    rate_hz: float | None = None
    """Steps per second; if left out, the original's 60 where they divide the ticks, else all."""
    acceleration_variance_m2ps4: NotNegative = 1e-6
    """Process noise per axis, (m/s^2)^2 in each of 60 steps/s; the original's 0.01 cm^2/s^4."""
    yaw_acceleration_variance_rad2ps4: NotNegative = 0.001
    """Process noise of yaw, (rad/s^2)^2 in each of 60 steps/s."""
    noise_scale: NotNegative = 1.0
    """Factor on the standard deviation of all process noise; 0 for none."""
    pool_size_ne_m: tuple[float, float] | None = (6.0, 8.0)
    """The pool from 0 to this, north and east; no walls if null."""
    half_size_m: NotNegative = 0.2
    """The centre stays this far off the walls: half the boat."""
    bounce: NotNegative = setting(0.5, "Share of the speed into a wall that comes back.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the vehicle be a slalom boat; it moves itself, physics stands back."""
    kit.fact("slalom_boat", config)
    kit.component(Water)
    kit.value("mass_kg", config.mass_kg)
    inertia = config.yaw_inertia_kgm2
    rate_hz = steps_per_s(config, kit.tick_rate_hz)
    kit.component(
        SlalomBoat,
        config,
        damping=(config.damping_nspm, config.yaw_damping_per_s),
        inverse_inertia=1.0 / inertia if inertia > 0.0 else 0.0,
        force_limit_n=1e12 if config.max_force_n is None else config.max_force_n,
        noise_sigma=_sigmas(config, rate_hz),
        walls_m=_walls(config),
    )
    kit.system(BlockSystem(stage=Stage.MOTION, block=slalom_boat, rate_hz=rate_hz))


def steps_per_s(config: Config, tick_rate_hz: int) -> float:
    """How often the boat steps in a world of this tick rate."""
    if config.rate_hz is not None:
        return config.rate_hz
    fits = tick_rate_hz % round(ORIGINAL_RATE_HZ) == 0
    return ORIGINAL_RATE_HZ if fits else float(tick_rate_hz)


def terminal_speed_mps(config: Config, force_n: float) -> float:
    """The speed at which damping holds a force."""
    most = force_n if config.max_force_n is None else min(force_n, config.max_force_n)
    return most / config.damping_nspm


def _sigmas(config: Config, rate_hz: float) -> tuple[float, float]:
    # More steps, each with more of it, let the velocity wander as far in a second.
    scale = config.noise_scale * sqrt(rate_hz / ORIGINAL_RATE_HZ)
    return (
        scale * sqrt(config.acceleration_variance_m2ps4),
        scale * sqrt(config.yaw_acceleration_variance_rad2ps4),
    )


def _walls(config: Config) -> tuple[float, float, float, float]:
    if config.pool_size_ne_m is None:
        return -EVERYWHERE_M, EVERYWHERE_M, -EVERYWHERE_M, EVERYWHERE_M
    off = config.half_size_m
    north, east = config.pool_size_ne_m
    if not (north > 2.0 * off and east > 2.0 * off):
        raise ValueError(
            f"slalom_boat: pool_size_ne_m {config.pool_size_ne_m} has no room for a boat of "
            f"half_size_m {off}"
        )
    return off, north - off, off, east - off
