"""Latitude and longitude from and to the local frame, as the estimator sees it."""

from dataclasses import dataclass
from math import isfinite

from simloop.firmware.link.numbers import whole
from simloop.firmware.maths import PI, wrap_pi
from simloop.firmware.navigation.geodesy import metres_per_radian

E7_PER_RAD = 1e7 * 180.0 / PI
LARGEST_E7 = 2**31 - 1

Ned = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the local frame begins; distances are those of the ellipsoid at this place."""

    latitude_rad: float
    longitude_rad: float
    height_m: float

    def ned_m(self, latitude_e7: float, longitude_e7: float, altitude_m: float) -> Ned:
        """North, east and down of a place; latitude and longitude in 1e-7 degrees."""
        north_scale, east_scale = self._metres_per_radian()
        north = (latitude_e7 / E7_PER_RAD - self.latitude_rad) * north_scale
        east = wrap_pi(longitude_e7 / E7_PER_RAD - self.longitude_rad) * east_scale
        return north, east, self.height_m - altitude_m

    def place(self, north_m: float, east_m: float, down_m: float) -> tuple[int, int, float]:
        """Latitude and longitude in 1e-7 degrees, and altitude above sea level in m."""
        north_scale, east_scale = self._metres_per_radian()
        latitude = self.latitude_rad + north_m / north_scale
        longitude = wrap_pi(self.longitude_rad + east_m / east_scale)
        return _e7(latitude), _e7(longitude), self.height_m - down_m

    def place_mm(self, north_m: float, east_m: float, down_m: float) -> tuple[int, int, int]:
        """The same with the altitude in mm, as most messages have it."""
        latitude, longitude, altitude = self.place(north_m, east_m, down_m)
        return latitude, longitude, whole(1000.0 * altitude)

    def _metres_per_radian(self) -> tuple[float, float]:
        north, east = metres_per_radian(self.latitude_rad, self.height_m)
        # At a pole there is no east, and a place must not divide by it.
        return north, max(east, 1.0)


def _e7(angle_rad: float) -> int:
    number = angle_rad * E7_PER_RAD
    return round(number) if isfinite(number) and abs(number) < LARGEST_E7 else 0
