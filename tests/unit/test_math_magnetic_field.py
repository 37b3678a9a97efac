"""The magnetic field against published test values of the World Magnetic Model."""

import math

import pytest

from simloop.math.magnetic_field import field_ned_t

# latitude deg, longitude deg, height m, year: north, east, down in nT
PUBLISHED = {
    (80.0, 0.0, 0.0, 2020.0): (6570.4, -146.3, 54606.0),
    (-80.0, 240.0, 1e5, 2022.5): (5814.966, 14802.966, -49755.312),
}


@pytest.mark.parametrize("place", PUBLISHED)
def test_published_values(place: tuple[float, float, float, float]) -> None:
    latitude, longitude, height, year = place
    field = field_ned_t(math.radians(latitude), math.radians(longitude), height, year)
    assert [part * 1e9 for part in field] == pytest.approx(PUBLISHED[place], abs=0.06)


def test_model_of_2025_by_declination_and_strength() -> None:
    north, east, down = field_ned_t(math.radians(80.0), 0.0, 0.0, 2025.0)
    assert math.degrees(math.atan2(east, north)) == pytest.approx(1.28, abs=0.005)
    assert math.hypot(north, east, down) * 1e9 == pytest.approx(55178.5, abs=0.6)


def test_last_year_belongs_to_the_last_model() -> None:
    assert field_ned_t(0.8, 0.1, 0.0, 2030.0) == pytest.approx(
        field_ned_t(0.8, 0.1, 0.0, 2029.99), abs=1e-8
    )


@pytest.mark.parametrize("year", [2009.9, 2030.1])
def test_year_without_a_model(year: float) -> None:
    with pytest.raises(ValueError, match="2010 to 2030"):
        field_ned_t(0.8, 0.1, 0.0, year)
