"""The ground and the sea of a world, as viewers draw them."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from simloop.systems.scene.messages import Ground, Water

_MOST_POINTS = 161
_MOST_WAVES = 12


@runtime_checkable
class HeightField(Protocol):
    """What terrain offers to viewers."""

    south_west_ne_m: tuple[float, float]

    def coarse(self, most: int) -> tuple[NDArray[np.float64], float]:
        """A grid of at most `most` points a side, and its spacing."""


@runtime_checkable
class SeaSurface(Protocol):
    """What water offers to viewers."""

    wave_table: NDArray[np.float64]
    level_down_m: float


def ground_of(provided: Mapping[str, Any]) -> Ground | None:
    """The height field, thinned out, or None for a plane."""
    field = provided.get("terrain")
    if not isinstance(field, HeightField):
        return None
    heights, spacing_m = field.coarse(_MOST_POINTS)
    south, west = field.south_west_ne_m
    rows = tuple(tuple(row) for row in np.round(heights, 2).tolist())
    return Ground((south, west), spacing_m, rows)


def water_of(provided: Mapping[str, Any]) -> Water | None:
    """The sea with its largest waves, or None on land."""
    sea = provided.get("water")
    if not isinstance(sea, SeaSurface):
        return None
    largest = np.argsort(-sea.wave_table[:, 0], kind="stable")[:_MOST_WAVES]
    waves = sea.wave_table[largest][:, :5].tolist()
    return Water(sea.level_down_m, tuple(tuple(wave) for wave in waves))
