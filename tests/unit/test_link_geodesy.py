"""Places between the wire and the local frame."""

from math import radians

import pytest

from simloop.firmware.link.geodesy import Origin
from simloop.math.geodesy import ned_to_llh


@pytest.mark.parametrize("latitude", (-70.0, -1.0, 0.0, 47.4, 80.0))
@pytest.mark.parametrize("longitude", (-179.99999, 0.0, 8.5, 179.99999))
def test_round_trip_is_exact_to_the_unit_of_the_wire(latitude: float, longitude: float) -> None:
    origin = Origin(radians(latitude), radians(longitude), 400.0)
    for north, east in ((0.0, 0.0), (1234.5, -987.6), (-5000.0, 5000.0)):
        x, y, altitude = origin.place(north, east, -30.0)
        back = origin.ned_m(x, y, altitude)
        assert back == pytest.approx((north, east, -30.0), abs=0.012)
        assert origin.place(*back)[:2] == (x, y)


def test_agrees_with_the_ellipsoid_near_the_origin() -> None:
    origin = Origin(radians(47.4), radians(8.5), 488.0)
    latitude, longitude, _ = ned_to_llh(
        origin.latitude_rad, origin.longitude_rad, 488.0, 300.0, -400.0, 0.0
    )
    x, y, _ = origin.place(300.0, -400.0, 0.0)
    # The flat frame is off by half the curvature: 500 m squared over two Earth radii, 2 cm.
    assert radians(x / 1e7) == pytest.approx(latitude, abs=5e-9)
    assert radians(y / 1e7) == pytest.approx(longitude, abs=5e-9)


def test_the_pole_and_nonsense_do_not_break_it() -> None:
    pole = Origin(radians(90.0), 0.0, 0.0)
    assert pole.place(1.0, 1e12, 0.0)[1] == pytest.approx(0, abs=1.8e9)
    assert pole.place(float("nan"), float("inf"), 0.0)[:2] == (0, 0)
