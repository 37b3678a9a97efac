"""The Earth below a JSBSim aircraft, and the way between its coordinates and the world's NED.

JSBSim moves bodies around a planet. A flat world is a planet so large that nothing bends: within
10 km of the origin its surface falls away by 5 cm and gravity changes by 2e-5 of itself. It does
not turn, and gravity at sea level is the world's. There the origin stands at latitude and longitude
zero; on the real Earth it stands where the world says.
"""

from collections.abc import Sequence
from math import atan2, hypot
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simloop.math.geodesy import ecef_from_ned, ecef_to_llh, llh_to_ecef

Vector = NDArray[np.float64]

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
            self._origin = np.array((FLAT_RADIUS_M + height, 0.0, 0.0))
        else:
            self._origin = np.array(llh_to_ecef(latitude, longitude, height))
        self.axes = axes_at(latitude, longitude)
        self._origin_height_m = height

    def ned(self, ecef_m: Vector) -> Vector:
        """A place of JSBSim in the world."""
        place: Vector = (ecef_m - self._origin) @ self.axes
        return place

    def llh(self, position_ned_m: Sequence[float] | Vector) -> tuple[float, float, float]:
        """Geodetic latitude, longitude and height above sea level of a place in the world."""
        n, e, d = (float(number) for number in position_ned_m)
        if not self._flat:
            x, y, z = self._origin + self.axes @ (n, e, d)
            return ecef_to_llh(float(x), float(y), float(z))
        # Height is the small difference of large numbers: counted from the origin instead.
        up = FLAT_RADIUS_M + self._origin_height_m - d
        across = n * n + e * e
        height = self._origin_height_m - d + across / (up + (up * up + across) ** 0.5)
        return atan2(n, hypot(up, e)), atan2(e, up), height

    def axes_there(self, latitude_rad: float, longitude_rad: float) -> Vector:
        """North, east and down of a place, as columns in the world's NED."""
        turn: Vector = self.axes.T @ axes_at(latitude_rad, longitude_rad)
        return turn


def axes_at(latitude_rad: float, longitude_rad: float) -> Vector:
    """North, east and down of a place, as columns in Earth-fixed axes."""
    units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return np.array([ecef_from_ned(latitude_rad, longitude_rad, *unit) for unit in units]).T
