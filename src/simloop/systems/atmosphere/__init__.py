"""Atmosphere: pressure, temperature and density around a vehicle, one air for all who ask."""

from typing import Annotated

from simloop.systems.atmosphere.kernel import atmosphere
from simloop.world.body import Weather
from simloop.world.plugin import VehicleKit
from simloop.world.setting import Positive, Within, setting, settings
from simloop.world.system import BlockSystem, Stage

# Colder than this, the model's temperature would approach zero at the tropopause.
LEAST_OFFSET_K = -100.0


@settings
class Config:
    """The air of the day."""

    qnh_pa: Positive = setting(101325.0, "pressure at mean sea level, Pa.")
    temperature_offset_k: Annotated[float, Within(LEAST_OFFSET_K)] = 0.0
    """temperature above the standard atmosphere, at every height, K."""
    rate_hz: float = setting(50.0, "updates per second; the air is held between them.")


def equip(kit: VehicleKit, config: Config) -> None:
    """Give a vehicle its air."""
    kit.component(Weather, config)
    kit.system(BlockSystem(stage=Stage.ENVIRONMENT, block=atmosphere, rate_hz=config.rate_hz))
