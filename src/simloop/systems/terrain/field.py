"""The height field as programs see it; vehicles ask the same function, compiled."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simloop.systems.terrain.surface import surface

Floats = NDArray[np.float64]


class Terrain:
    """Heights above NED zero on a grid, smooth in between and level beyond the edges."""

    def __init__(self, heights_m: Floats, spacing_m: float, south_west_ne_m: tuple[float, float]):
        """Take heights with the first row in the south and the first column in the west."""
        self.spacing_m = spacing_m
        self.south_west_ne_m = south_west_ne_m
        self.padded_m = _padded(heights_m)
        self.frame = np.array([*south_west_ne_m, 1.0 / spacing_m])

    @property
    def heights_m(self) -> Floats:
        """The grid: one row per step to the north, one column per step to the east."""
        return self.padded_m[1:-1, 1:-1]

    def height(self, north_m: float, east_m: float) -> float:
        """Height of the ground above NED zero."""
        return float(surface(self.padded_m, self.frame, north_m, east_m)[0])

    def down(self, north_m: float, east_m: float) -> float:
        """NED down coordinate of the ground."""
        return -self.height(north_m, east_m)

    def slope(self, north_m: float, east_m: float) -> tuple[float, float]:
        """How much the ground goes down per metre to the north and east: `ground_slope_ne`."""
        _, rise_n, rise_e = surface(self.padded_m, self.frame, north_m, east_m)
        return -float(rise_n), -float(rise_e)

    def resting_down(
        self, north_m: float, east_m: float, offsets_ned_m: Iterable[tuple[float, float, float]]
    ) -> float:
        """Where a body must be for the lowest of its points, given from its centre, to touch."""
        down, (slope_n, slope_e) = self.down(north_m, east_m), self.slope(north_m, east_m)
        return min(down + slope_n * n + slope_e * e - d for n, e, d in offsets_ned_m)

    def coarse(self, most: int) -> tuple[Floats, float]:
        """A grid of at most `most` points a side for viewers, and its spacing in metres."""
        stride = max(1, -(-(max(self.heights_m.shape) - 1) // max(1, most - 1)))
        return self.heights_m[::stride, ::stride], stride * self.spacing_m


def _padded(heights: Floats) -> Floats:
    """The grid with one more point on every side, so that a slope goes on to the edge."""
    wide = np.vstack(
        [2.0 * heights[:1] - heights[1:2], heights, 2.0 * heights[-1:] - heights[-2:-1]]
    )
    first, last = 2.0 * wide[:, :1] - wide[:, 1:2], 2.0 * wide[:, -1:] - wide[:, -2:-1]
    return np.ascontiguousarray(np.hstack([first, wide, last]))
