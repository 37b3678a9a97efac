"""Atmosphere: pressure, temperature and density around a vehicle, one air for all who ask."""

from dataclasses import dataclass

from simloop.systems.atmosphere.kernel import atmosphere
from simloop.world.body import Weather
from simloop.world.plugin import VehicleKit
from simloop.world.system import BlockSystem, Stage

# Colder than this, the model's temperature would approach zero at the tropopause.
LEAST_OFFSET_K = -100.0


@dataclass(frozen=True, slots=True)
class Config:
    """The air of the day.

    Attributes:
        qnh_pa: pressure at mean sea level, Pa.
        temperature_offset_k: temperature above the standard atmosphere, at every height, K.
        rate_hz: updates per second; the air is held between them.
    """

    qnh_pa: float = 101325.0
    temperature_offset_k: float = 0.0
    rate_hz: float = 50.0


def equip(kit: VehicleKit, config: Config) -> None:
    """Give a vehicle its air."""
    if config.qnh_pa <= 0.0:
        raise ValueError(f"atmosphere: qnh_pa is {config.qnh_pa}, must be > 0")
    if config.temperature_offset_k < LEAST_OFFSET_K:
        raise ValueError(
            f"atmosphere: temperature_offset_k is {config.temperature_offset_k}, "
            f"must be at least {LEAST_OFFSET_K}"
        )
    kit.component(Weather, qnh_pa=config.qnh_pa, temperature_offset_k=config.temperature_offset_k)
    kit.system(
        BlockSystem(
            name="atmosphere", stage=Stage.ENVIRONMENT, block=atmosphere, rate_hz=config.rate_hz
        )
    )
