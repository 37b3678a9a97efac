"""Places on the ellipsoid: known points, round trips and the local frame."""

import math
from itertools import product

import pytest

from simloop.math import geodesy as g

HEIGHTS_M = (-1e4, 0.0, 123.4, 1e4, 1e5)
LATITUDES_RAD = tuple(math.radians(deg) for deg in (-90, -89.9999, -45, -1e-6, 0, 30, 60, 90))
LONGITUDES_RAD = tuple(math.radians(deg) for deg in (-179.999, -90, 0, 8.5, 135))


def test_points_on_the_axes() -> None:
    assert g.llh_to_ecef(0.0, 0.0, 0.0) == pytest.approx((6378137.0, 0.0, 0.0), abs=1e-9)
    north = g.llh_to_ecef(math.pi / 2, 0.0, 0.0)
    assert north == pytest.approx((0.0, 0.0, 6356752.314245179), abs=1e-8)


def test_radii_of_curvature() -> None:
    squared = 0.0066943799901413165
    assert g.radii_of_curvature(0.0) == pytest.approx((6378137.0 * (1 - squared), 6378137.0))
    polar = 6378137.0**2 / 6356752.314245179
    assert g.radii_of_curvature(math.pi / 2) == pytest.approx((polar, polar))


def test_round_trip_through_ecef() -> None:
    for lat, lon, height in product(LATITUDES_RAD, LONGITUDES_RAD, HEIGHTS_M):
        lat_2, lon_2, height_2 = g.ecef_to_llh(*g.llh_to_ecef(lat, lon, height))
        assert lat_2 == pytest.approx(lat, abs=1e-9)
        assert height_2 == pytest.approx(height, abs=1e-4)
        if abs(lat) < 1.57:
            assert lon_2 == pytest.approx(lon, abs=1e-9)


def test_centre_of_the_earth_is_harmless() -> None:
    assert all(math.isfinite(part) for part in g.ecef_to_llh(0.0, 0.0, 0.0))


def test_ned_round_trip() -> None:
    origin = (math.radians(47.4), math.radians(8.5), 488.0)
    for ned in [(0.0, 0.0, 0.0), (1000.0, -2000.0, -300.0), (-5e4, 8e4, -1e4)]:
        assert g.llh_to_ned(*origin, *g.ned_to_llh(*origin, *ned)) == pytest.approx(ned, abs=1e-4)


def test_small_steps_follow_the_radii_of_curvature() -> None:
    lat, lon, height = math.radians(47.4), math.radians(8.5), 488.0
    meridian, prime_vertical = g.radii_of_curvature(lat)
    north = g.ned_to_llh(lat, lon, height, 1.0, 0.0, 0.0)
    east = g.ned_to_llh(lat, lon, height, 0.0, 1.0, 0.0)
    up = g.ned_to_llh(lat, lon, height, 0.0, 0.0, -1.0)
    assert north[0] - lat == pytest.approx(1 / (meridian + height), rel=1e-6)
    assert east[1] - lon == pytest.approx(1 / ((prime_vertical + height) * math.cos(lat)), rel=1e-6)
    assert up == pytest.approx((lat, lon, height + 1.0), abs=1e-8)


def test_vectors_in_ecef_axes_and_back() -> None:
    place = (math.radians(-33.0), math.radians(151.0))
    ecef = g.ecef_from_ned(*place, 1.0, -2.0, 3.0)
    assert math.hypot(*ecef) == pytest.approx(math.sqrt(14.0))
    assert g.ned_from_ecef(*place, *ecef) == pytest.approx((1.0, -2.0, 3.0))
