"""Water: level, current and waves from a spectrum, one sea for hulls, sensors and pictures.

Named in a world, it gives every vehicle the water at its place. Programs and viewers find the same
sea in `provided["water"]`, and the plugins that follow in the fact `water` of a vehicle.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.math.scalar import PI, cos, sin
from simloop.math.waves import BOTTOMLESS_M, sea
from simloop.systems.water.components import StillWater
from simloop.systems.water.config import Config, Waves
from simloop.systems.water.kernel import sum_up_waves
from simloop.systems.water.spectrum import wave_table
from simloop.world.body import Water
from simloop.world.plugin import App, VehicleKit
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "Sea", "Waves", "build", "equip", "sea_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Sea:
    """The sea of a world, to be asked at any place and time."""

    wave_table: NDArray[np.float64]
    """A row per wave; simloop.math.waves has the meaning of the columns."""
    level_down_m: float
    depth_m: float
    density_kgpm3: float
    current_ned_mps: tuple[float, float, float]

    def at(
        self, north_m: float, east_m: float, down_m: float, time_s: float
    ) -> tuple[float, float, float, float, float, float]:
        """Surface (down), its slopes to north and east, and the water's velocity NED."""
        surface, slope_n, slope_e, vn, ve, vd = sea(
            self.wave_table, self.level_down_m, self.depth_m, north_m, east_m, down_m, time_s
        )
        current_n, current_e, current_d = self.current_ned_mps
        return surface, slope_n, slope_e, vn + current_n, ve + current_e, vd + current_d


def sea_of(config: Config) -> Sea:
    """The sea that a world file describes."""
    depth_m = BOTTOMLESS_M if config.depth_m is None else config.depth_m
    toward = config.current_direction_to_deg * PI / 180.0
    speed = config.current_speed_mps
    return Sea(
        wave_table(config.waves, depth_m),
        config.level_down_m,
        depth_m,
        config.density_kgpm3,
        (speed * cos(toward), speed * sin(toward), 0.0),
    )


def equip(kit: VehicleKit, config: Config) -> None:
    """Give a vehicle the water at its place."""
    found = sea_of(config)
    kit.component(
        Water,
        down_m=found.level_down_m,
        velocity_ned_mps=found.current_ned_mps,
        density_kgpm3=found.density_kgpm3,
    )
    kit.component(
        StillWater,
        level_down_m=found.level_down_m,
        depth_m=found.depth_m,
        current_ned_mps=found.current_ned_mps,
    )
    kit.shared("wave_table", found.wave_table)
    kit.fact("water", found)
    # What floats starts afloat, wherever the level is.
    if "afloat_height_m" in kit.facts:
        kit.fact("standing_height_m", kit.facts["afloat_height_m"] - config.level_down_m)
    kit.system(
        BlockSystem(
            name="water", stage=Stage.ENVIRONMENT, block=sum_up_waves, rate_hz=config.rate_hz
        )
    )


def build(app: App, config: Config) -> None:
    """Offer the sea to programs and viewers."""
    app.provide("water", sea_of(config))
