"""The firmware's vectors: in the plane they read as bearings and as right and left."""

from math import pi

import numpy as np
import pytest

from simloop.firmware.vector import Vec2, Vec3, towards


@pytest.mark.parametrize("bearing", [0.0, 0.7, pi / 2.0, 3.0, -2.5])
def test_what_points_to_a_bearing_has_it(bearing: float) -> None:
    assert towards(bearing).bearing() == pytest.approx(bearing)
    assert towards(bearing).norm() == pytest.approx(1.0)


def test_east_lies_to_the_right_of_north() -> None:
    north, east = Vec2(1.0, 0.0), Vec2(0.0, 1.0)
    assert north.right() == east
    assert towards(pi / 2.0).right().dot(-north) == pytest.approx(1.0)


def test_sums_and_multiples_are_made_axis_by_axis() -> None:
    way = Vec2(4.0, 1.0) - Vec2(1.0, 5.0)
    assert way == (3.0, -4.0)
    assert way.norm() == 5.0
    assert 2.0 * way + -way * 3.0 == (-3.0, 4.0)
    assert np.float64(2.0) * way == (6.0, -8.0)
    assert Vec3(3.0, -4.0, 12.0).xy() == way
    assert Vec3(3.0, -4.0, 12.0).norm() == 13.0
