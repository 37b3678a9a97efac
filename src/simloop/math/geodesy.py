"""Places on the WGS84 ellipsoid: latitude, longitude, height and the local NED frame.

Row functions, in radians and metres, height above the ellipsoid. Round trips hold to 1e-9 rad and
1e-4 m between 10 km below and 100 km above the ellipsoid, at the poles too.
"""

from math import sqrt
from typing import NamedTuple

from simloop.math.scalar import atan2, sin_cos

EQUATOR_RADIUS_M = 6378137.0
FLATTENING = 1.0 / 298.257223563
POLE_RADIUS_M = EQUATOR_RADIUS_M * (1.0 - FLATTENING)
ECCENTRICITY_SQUARED = FLATTENING * (2.0 - FLATTENING)
SECOND_ECCENTRICITY_SQUARED = ECCENTRICITY_SQUARED / (1.0 - ECCENTRICITY_SQUARED)
EARTH_RATE_RADPS = 7.292115e-5


class Geodetic(NamedTuple):
    """A place on the ellipsoid."""

    latitude_rad: float
    longitude_rad: float
    height_m: float


def radii_of_curvature(latitude_rad: float) -> tuple[float, float]:
    """Radii in metres along the meridian and along the prime vertical."""
    s, _ = sin_cos(latitude_rad)
    squared = 1.0 - ECCENTRICITY_SQUARED * s * s
    prime_vertical = EQUATOR_RADIUS_M / sqrt(squared)
    return prime_vertical * (1.0 - ECCENTRICITY_SQUARED) / squared, prime_vertical


def llh_to_ecef(
    latitude_rad: float, longitude_rad: float, height_m: float
) -> tuple[float, float, float]:
    """Earth-centred Earth-fixed coordinates in metres."""
    slat, clat = sin_cos(latitude_rad)
    slon, clon = sin_cos(longitude_rad)
    radius = EQUATOR_RADIUS_M / sqrt(1.0 - ECCENTRICITY_SQUARED * slat * slat)
    across = (radius + height_m) * clat
    along = (radius * (1.0 - ECCENTRICITY_SQUARED) + height_m) * slat
    return across * clon, across * slon, along


def ecef_to_llh(x_m: float, y_m: float, z_m: float) -> tuple[float, float, float]:
    """Latitude, longitude and height of an ECEF point (Bowring's formula)."""
    across = sqrt(x_m * x_m + y_m * y_m)
    # Bowring's guess for the parametric latitude, as sine and cosine.
    s, c = _unit(EQUATOR_RADIUS_M * z_m, POLE_RADIUS_M * across)
    rise = z_m + SECOND_ECCENTRICITY_SQUARED * POLE_RADIUS_M * s * s * s
    run = across - ECCENTRICITY_SQUARED * EQUATOR_RADIUS_M * c * c * c
    slat, clat = _unit(rise, run)
    # This form of the height is good at the poles as well as at the equator.
    surface = EQUATOR_RADIUS_M * sqrt(1.0 - ECCENTRICITY_SQUARED * slat * slat)
    height = across * clat + z_m * slat - surface
    return atan2(slat, clat), atan2(y_m, x_m), height


def _unit(rise: float, run: float) -> tuple[float, float]:
    """Sine and cosine of the angle of a right triangle."""
    squared = rise * rise + run * run
    scale = 1.0 / sqrt(squared if squared > 0.0 else 1.0)
    return rise * scale, run * scale


def ecef_from_ned(
    latitude_rad: float, longitude_rad: float, n: float, e: float, d: float
) -> tuple[float, float, float]:
    """A NED vector of the frame at a place, in ECEF axes."""
    slat, clat = sin_cos(latitude_rad)
    slon, clon = sin_cos(longitude_rad)
    out = -slat * n - clat * d
    return out * clon - slon * e, out * slon + clon * e, clat * n - slat * d


def ned_from_ecef(
    latitude_rad: float, longitude_rad: float, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """An ECEF vector in the axes of the NED frame at a place."""
    slat, clat = sin_cos(latitude_rad)
    slon, clon = sin_cos(longitude_rad)
    out = clon * x + slon * y
    return clat * z - slat * out, clon * y - slon * x, -clat * out - slat * z


def ned_to_llh(
    origin_latitude_rad: float,
    origin_longitude_rad: float,
    origin_height_m: float,
    n_m: float,
    e_m: float,
    d_m: float,
) -> tuple[float, float, float]:
    """The place of a point given in the NED frame at the origin, exact through ECEF."""
    ox, oy, oz = llh_to_ecef(origin_latitude_rad, origin_longitude_rad, origin_height_m)
    x, y, z = ecef_from_ned(origin_latitude_rad, origin_longitude_rad, n_m, e_m, d_m)
    return ecef_to_llh(ox + x, oy + y, oz + z)


def llh_to_ned(
    origin_latitude_rad: float,
    origin_longitude_rad: float,
    origin_height_m: float,
    latitude_rad: float,
    longitude_rad: float,
    height_m: float,
) -> tuple[float, float, float]:
    """A place in the NED frame at the origin, exact through ECEF."""
    ox, oy, oz = llh_to_ecef(origin_latitude_rad, origin_longitude_rad, origin_height_m)
    x, y, z = llh_to_ecef(latitude_rad, longitude_rad, height_m)
    return ned_from_ecef(origin_latitude_rad, origin_longitude_rad, x - ox, y - oy, z - oz)
