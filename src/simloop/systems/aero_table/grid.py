"""Brings tables over any rising angles onto an equally spaced grid, which kernels look up fast."""

from math import ceil, radians

import numpy as np

# A finer grid would only fill memory: it would be 360 degrees in steps of 0.1.
MAX_POINTS = 3601
# Steps that differ by less are equal, so that a grid given in degrees stays as it is.
SAME_STEP = 1e-6


class Grid:
    """Equally spaced angles from the first to the last of those given, in the smallest step."""

    def __init__(self, angles_deg: tuple[float, ...], name: str) -> None:
        steps = np.diff(angles_deg)
        if len(angles_deg) < 2 or not np.all(steps > 0.0):
            raise ValueError(f"aero_table: {name} must have two or more angles that rise")
        span = angles_deg[-1] - angles_deg[0]
        cells = max(1, ceil(span / float(steps.min()) - SAME_STEP))
        if cells >= MAX_POINTS:
            raise ValueError(
                f"aero_table: {name} has two angles so close that the grid needs {cells + 1} "
                f"points; {MAX_POINTS} is the limit"
            )
        self.name = name
        self.points = cells + 1
        self._given = angles_deg
        self._angles = np.linspace(angles_deg[0], angles_deg[-1], self.points)
        self.place = (radians(angles_deg[0]), cells / radians(span))

    def resample(self, table: tuple[float, ...], name: str) -> list[float]:
        """The table on the grid."""
        if len(table) == 1:
            return [table[0]] * self.points
        if len(table) != len(self._given):
            raise ValueError(
                f"aero_table: {name} has {len(table)} numbers, but {self.name} has "
                f"{len(self._given)}; give as many, or one that holds everywhere"
            )
        return [float(value) for value in np.interp(self._angles, self._given, table)]
