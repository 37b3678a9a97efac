"""Wind: mean wind, gusts, thermals, microbursts and turbulence, one field for all who ask.

The parts are systems of their own that run one after the other and add to one column, so that a
vehicle pays for what its world has.
"""

from collections.abc import Callable
from math import cos, hypot, radians, sin

import numpy as np

from simloop.kernels.wind import LINEAR_LAW, LOG_LAW, POWER_LAW
from simloop.math.vector import ZERO, Vec3
from simloop.systems.wind import components
from simloop.systems.wind.config import Config, Gust, Microburst, Thermal, check, heights_m
from simloop.systems.wind.dryden import add_dryden
from simloop.systems.wind.kernel import add_microbursts, add_thermals, wind, wind_floor
from simloop.systems.wind.von_karman import add_von_karman
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "Gust", "Microburst", "Thermal", "equip"]

KNOT_MPS = 0.514444
FOOT_M = 0.3048
# Wind 20 ft above ground, and standard deviation at 2000 ft exceeded with a probability of
# 1e-2, 1e-3 and 1e-5 (MIL-F-8785C, figure 7).
W20_MPS = {"none": 0.0, "light": 15 * KNOT_MPS, "moderate": 30 * KNOT_MPS, "severe": 45 * KNOT_MPS}
ALOFT_MPS = {"none": 0.0, "light": 7.0 * FOOT_M, "moderate": 9.7 * FOOT_M, "severe": 18.3 * FOOT_M}
SHEAR_LAWS = {"none": 0, "power": POWER_LAW, "log": LOG_LAW, "linear": LINEAR_LAW}
# In this order each adds to what the ones before left in the column.
PARTS = ("wind_floor", "wind", "updraughts", "downbursts", "turbulence")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give a vehicle its wind."""
    check(config)
    mean = _toward_ned(config.speed_mps, config.direction_from_deg, config.vertical_mps)
    _equip_profile(kit, config, mean)
    _equip_gusts(kit, config.gusts)
    if _over_water(kit):
        _equip_floor(kit, config)
    _add(kit, config, "wind", wind)
    if config.thermals:
        kit.shared("thermals", np.array([_thermal_row(t, mean) for t in config.thermals]))
        _add(kit, config, "updraughts", add_thermals)
    if config.microbursts:
        kit.shared("microbursts", np.array([_burst_row(b) for b in config.microbursts]))
        _add(kit, config, "downbursts", add_microbursts)
    if config.turbulence != "none" or config.switchable:
        _equip_turbulence(kit, config, mean)


def _over_water(kit: VehicleKit) -> bool:
    """May the ground below be a bed?"""
    return "ground" in kit.facts and "water" in kit.facts


def _equip_floor(kit: VehicleKit, config: Config) -> None:
    """Count heights from the water where it covers the ground."""
    ground, sea = kit.facts["ground"], kit.facts["water"]
    kit.component(components.WindFloor, down_m=min(ground.down(0.0, 0.0), sea.level_down_m))
    kit.system(BlockSystem(stage=Stage.ENVIRONMENT, block=wind_floor, rate_hz=config.rate_hz))


def _equip_profile(kit: VehicleKit, config: Config, mean_ned_mps: Vec3) -> None:
    """How the mean wind changes with height."""
    kit.constant("WIND_SHEAR", SHEAR_LAWS[config.shear])
    kit.constant("WIND_VEER", 1 if config.veer_deg_per_m != 0.0 else 0)
    kit.constant("WIND_LIFT", 1 if config.slope_lift_height_m > 0.0 else 0)
    gradient = _toward_ned(config.gradient_per_s, config.direction_from_deg, 0.0)
    kit.component(
        components.MeanWind,
        config,
        mean_ned_mps=mean_ned_mps,
        shear_heights_m=heights_m(config),
        gradient_ne_per_s=(gradient.x, gradient.y),
        veer_radpm=radians(config.veer_deg_per_m),
        lift_height_m=config.slope_lift_height_m or 100.0,
    )


def _equip_gusts(kit: VehicleKit, gusts: tuple[Gust, ...]) -> None:
    # The last slot stays free for a gust that a command throws in.
    kit.constant("GUSTS", len(gusts) + 1)
    peaks = [
        _toward_ned(gust.amplitude_mps, gust.direction_from_deg, gust.vertical_mps)
        for gust in gusts
    ]
    kit.component(
        components.Gusts,
        start_s=[*(gust.start_s for gust in gusts), 0.0],
        duration_s=[*(gust.duration_s for gust in gusts), 1.0],
        ned_mps=[*(part for peak in peaks for part in peak), *ZERO],
    )


def _equip_turbulence(kit: VehicleKit, config: Config, mean_ned_mps: Vec3) -> None:
    north, east, _ = mean_ned_mps
    speed = hypot(north, east)
    kit.component(
        components.Turbulence,
        w20_mps=W20_MPS[config.turbulence],
        aloft_mps=ALOFT_MPS[config.turbulence],
        along_ne=(north / speed, east / speed) if speed > 0.0 else (1.0, 0.0),
    )
    if config.model == "dryden":
        kit.component(components.Dryden)
        _add(kit, config, "turbulence", add_dryden)
    else:
        kit.component(components.VonKarman)
        _add(kit, config, "turbulence", add_von_karman)


def _add(kit: VehicleKit, config: Config, name: str, block: Callable[..., None]) -> None:
    kit.system(
        BlockSystem(
            name=name,
            stage=Stage.ENVIRONMENT,
            block=block,
            rate_hz=config.rate_hz,
            bind={"ground_down_m": "wind_floor_down_m"} if _over_water(kit) else {},
            after=PARTS[: PARTS.index(name)],
        )
    )


def _thermal_row(thermal: Thermal, mean_ned_mps: Vec3) -> list[float]:
    """A thermal as the kernel reads it."""
    drift = mean_ned_mps[:2] if thermal.drifts else (0.0, 0.0)
    size = (thermal.radius_m, thermal.strength_mps, thermal.top_m)
    return [*thermal.position_ne_m, *drift, *size]


def _burst_row(burst: Microburst) -> list[float]:
    """A microburst as the kernel reads it."""
    size = (burst.radius_m, burst.outflow_mps, burst.outflow_height_m)
    return [*burst.position_ne_m, *size, burst.start_s, burst.duration_s]


def _toward_ned(speed_mps: float, from_deg: float, upward_mps: float) -> Vec3:
    """The velocity of air that comes from a direction."""
    angle = radians(from_deg)
    return Vec3(-speed_mps * cos(angle), -speed_mps * sin(angle), -upward_mps)
