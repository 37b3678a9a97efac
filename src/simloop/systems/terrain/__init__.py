"""Terrain: a height field that tells every vehicle the ground below it and its slope.

The ground is looked up after bodies have moved and before they touch it, so contact and sensors
see the ground where the body is now, and the next tick's wind and forces see the same.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simloop.systems.terrain.config import Config
from simloop.systems.terrain.field import Terrain
from simloop.systems.terrain.kernel import terrain
from simloop.systems.terrain.near_file import read_heights
from simloop.systems.terrain.shapes import sum_of_shapes
from simloop.world.body import Ground
from simloop.world.plugin import App, VehicleKit
from simloop.world.system import BlockSystem, Stage

__all__ = ["Config", "Terrain", "build", "equip", "make"]

MOST_POINTS = 4_000_000


def equip(kit: VehicleKit, config: Config) -> None:
    """Let the vehicle know the ground below it."""
    field = make(config)
    kit.shared("terrain_height_m", field.padded_m)
    kit.shared("terrain_frame", field.frame)
    # Until the first tick has looked: the ground at the world's origin.
    kit.component(Ground, down_m=field.down(0.0, 0.0), slope_ne=field.slope(0.0, 0.0))
    kit.fact("ground", field)
    kit.system(BlockSystem(stage=Stage.CONTACT, block=terrain, rate_hz=config.rate_hz))


def build(app: App, config: Config) -> None:
    """Offer the height field to viewers, programs and other plugins."""
    app.provide("terrain", make(config))


def make(config: Config) -> Terrain:
    """The height field of a world; the same object for the same settings and file."""
    _check(config)
    return _made(config, _stamp(config))


def _stamp(config: Config) -> int:
    """Changes when the file does."""
    path = Path(config.file.path) if config.file is not None else None
    return path.stat().st_mtime_ns if path is not None and path.is_file() else 0


@lru_cache(maxsize=8)
def _made(config: Config, stamp: int) -> Terrain:
    heights, spacing = _given_heights(config)
    rows, columns = heights.shape
    south = config.centre_ne_m[0] - 0.5 * (rows - 1) * spacing
    west = config.centre_ne_m[1] - 0.5 * (columns - 1) * spacing
    north, east = south + spacing * np.arange(rows), west + spacing * np.arange(columns)
    shaped = heights + sum_of_shapes(config, north, east)
    # Only where it is asked for, so that all other ground keeps its bits.
    if config.base_height_m != 0.0:
        shaped = shaped + config.base_height_m
    field = Terrain(shaped, spacing, (south, west))
    if config.zero_at_origin:
        field.padded_m -= field.height(0.0, 0.0)
    return field


def _given_heights(config: Config) -> tuple[NDArray[np.float64], float]:
    """Heights from the file or the list, or as many zeros, first row south; and the spacing."""
    spacing = config.spacing_m
    if config.file is not None:
        heights, told = read_heights(Path(config.file.path))
        spacing = told or spacing
    elif config.heights_m:
        heights = np.array(config.heights_m)
    else:
        north, east = (round(size / spacing) + 1 for size in config.size_m)
        _check_size(north * east)
        heights = np.zeros((north, east))
    _check_size(heights.size)
    return heights[::-1], spacing


def _check_size(points: int) -> None:
    if points > MOST_POINTS:
        raise ValueError(
            f"terrain: spacing_m makes {points} points, at most {MOST_POINTS} are sensible"
        )


def _check(config: Config) -> None:
    if config.file is not None and config.heights_m:
        raise ValueError("terrain: file and heights_m both give heights; keep one")
    if not min(config.size_m) >= config.spacing_m:
        raise ValueError("terrain: size_m must be at least one spacing_m each way")
    lengths = {len(row) for row in config.heights_m}
    if config.heights_m and (len(lengths) > 1 or min(*lengths, len(config.heights_m)) < 2):
        raise ValueError("terrain: heights_m needs at least two rows of equally many heights")
