"""The Earth below a JSBSim aircraft, and the way between its coordinates and the world's NED.

JSBSim moves bodies around a planet. A flat world is a planet so large that nothing bends: within
10 km of the origin its surface falls away by 5 cm and gravity changes by 2e-5 of itself. It does
not turn, and gravity at sea level is the world's. There the origin stands at latitude and longitude
zero; on the real Earth it stands where the world says.
"""

from collections.abc import Sequence
from math import atan2, hypot, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simloop.math.geodesy import ecef_from_ned, ecef_to_llh, llh_to_ecef

Vector = NDArray[np.float64]
Triple = tuple[float, float, float]

FOOT_M = 0.3048
# Larger would be flatter, but positions are counted from the centre: this resolves 0.1 um.
FLAT_RADIUS_M = 1.0e9

# Given in feet: JSBSim's own factor for metres has eight digits.
_PLANET = """<?xml version="1.0"?>
<planet name="Flat world">
  <semimajor_axis unit="FT">{radius_ft!r}</semimajor_axis>
  <semiminor_axis unit="FT">{radius_ft!r}</semiminor_axis>
  <rotation_rate unit="RAD/SEC">0.0</rotation_rate>
  <GM unit="FT3/SEC2">{gm_ft3ps2!r}</GM>
  <J2>0.0</J2>
</planet>
"""


class Earth:
    """One world's Earth: `planet` is what JSBSim has to load, None for its own."""

    def __init__(
        self, kind: Literal["flat", "wgs84"], origin_llh: Sequence[float], gravity_mps2: float
    ) -> None:
        self._flat = kind == "flat"
        latitude, longitude, height = (float(number) for number in origin_llh)
        self.planet: str | None = None
        if self._flat:
            latitude = longitude = 0.0
            radius_ft = FLAT_RADIUS_M / FOOT_M
            gm = gravity_mps2 / FOOT_M * radius_ft * radius_ft
            self.planet = _PLANET.format(radius_ft=radius_ft, gm_ft3ps2=gm)
            self._origin: Triple = (FLAT_RADIUS_M + height, 0.0, 0.0)
        else:
            self._origin = llh_to_ecef(latitude, longitude, height)
        self.axes = axes_at(latitude, longitude)
        # Every tick turns by them: plain numbers are faster than arrays this small.
        self._north, self._east, self._down = (_triple(axis) for axis in self.axes.T.tolist())
        self._origin_height_m = height

    def ned(self, ecef_m: Sequence[float]) -> Triple:
        """A place of JSBSim in the world."""
        (x, y, z), (x0, y0, z0) = ecef_m, self._origin
        x, y, z = x - x0, y - y0, z - z0
        (nx, ny, nz), (ex, ey, ez), (dx, dy, dz) = self._north, self._east, self._down
        return x * nx + y * ny + z * nz, x * ex + y * ey + z * ez, x * dx + y * dy + z * dz

    def body_to_world(self, earth_to_body: Sequence[Sequence[float]]) -> tuple[Triple, ...]:
        """The rows of the rotation that JSBSim gives by another."""
        # A row of JSBSim's is an axis of the body; of ours, a column is.
        (a, b, c), (d, e, f), (g, h, i) = earth_to_body
        (nx, ny, nz), (ex, ey, ez), (dx, dy, dz) = self._north, self._east, self._down
        return (
            (a * nx + b * ny + c * nz, d * nx + e * ny + f * nz, g * nx + h * ny + i * nz),
            (a * ex + b * ey + c * ez, d * ex + e * ey + f * ez, g * ex + h * ey + i * ez),
            (a * dx + b * dy + c * dz, d * dx + e * dy + f * dz, g * dx + h * dy + i * dz),
        )

    def llh(self, position_ned_m: Sequence[float] | Vector) -> Triple:
        """Geodetic latitude, longitude and height above sea level of a place in the world."""
        n, e, d = (float(number) for number in position_ned_m)
        if not self._flat:
            return ecef_to_llh(*self._ecef(n, e, d))
        up = FLAT_RADIUS_M + self._origin_height_m - d
        return atan2(n, hypot(up, e)), atan2(e, up), self.height_m(n, e, d)

    def height_m(self, n: float, e: float, d: float) -> float:
        """Height above sea level of a place in the world."""
        if not self._flat:
            return ecef_to_llh(*self._ecef(n, e, d))[2]
        # The small difference of large numbers: counted from the origin instead.
        up = FLAT_RADIUS_M + self._origin_height_m - d
        across = n * n + e * e
        return self._origin_height_m - d + across / (up + sqrt(up * up + across))

    def axes_there(self, latitude_rad: float, longitude_rad: float) -> Vector:
        """North, east and down of a place, as columns in the world's NED."""
        turn: Vector = self.axes.T @ axes_at(latitude_rad, longitude_rad)
        return turn

    def _ecef(self, n: float, e: float, d: float) -> Triple:
        """A place in the world in Earth-fixed axes."""
        (nx, ny, nz), (ex, ey, ez), (dx, dy, dz) = self._north, self._east, self._down
        x, y, z = self._origin
        return (
            x + (nx * n + ex * e + dx * d),
            y + (ny * n + ey * e + dy * d),
            z + (nz * n + ez * e + dz * d),
        )


def axes_at(latitude_rad: float, longitude_rad: float) -> Vector:
    """North, east and down of a place, as columns in Earth-fixed axes."""
    units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return np.array([ecef_from_ned(latitude_rad, longitude_rad, *unit) for unit in units]).T


def _triple(numbers: Sequence[float]) -> Triple:
    x, y, z = numbers
    return x, y, z
