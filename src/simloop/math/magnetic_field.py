"""The Earth's magnetic field at a place and time, from the World Magnetic Model."""

from datetime import datetime
from functools import cache
from math import degrees

from pygeomag import GeoMag

TESLA_PER_NANOTESLA = 1e-9
FIRST_YEAR = 2010.0
LAST_YEAR = 2030.0
# Each model holds for five years.
MODEL_YEARS = 5


def field_ned_t(
    latitude_rad: float, longitude_rad: float, height_m: float, year: float
) -> tuple[float, float, float]:
    """North, east and down parts in tesla at a height above the ellipsoid.

    `year` is a decimal year such as 2025.5, within 2010 to 2030.
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(
            f"magnetic field: year {year} is outside {FIRST_YEAR:.0f} to {LAST_YEAR:.0f}, "
            "which the World Magnetic Model covers"
        )
    result = _model(_model_year(year)).calculate(
        glat=degrees(latitude_rad), glon=degrees(longitude_rad), alt=height_m / 1000.0, time=year
    )
    return (
        float(result.x) * TESLA_PER_NANOTESLA,
        float(result.y) * TESLA_PER_NANOTESLA,
        float(result.z) * TESLA_PER_NANOTESLA,
    )


def _model_year(year: float) -> int:
    """The year in which the model for `year` begins; the last year belongs to the last model."""
    begun = int(year - FIRST_YEAR) // MODEL_YEARS
    last = int(LAST_YEAR - FIRST_YEAR) // MODEL_YEARS - 1
    return int(FIRST_YEAR) + MODEL_YEARS * min(begun, last)


@cache
def _model(first_year: int) -> GeoMag:
    return GeoMag(base_year=datetime(first_year, 1, 1))
