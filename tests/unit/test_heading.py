"""Level vectors between the world's axes and those of a heading."""

from math import pi

import pytest

from simloop.math.heading import Heading
from simloop.math.scalar import sin_cos


def test_heading_east_north_is_to_the_left() -> None:
    east = Heading(*sin_cos(pi / 2.0))
    assert east.to_body(1.0, 0.0) == pytest.approx((0.0, -1.0), abs=1e-15)
    assert east.to_world(1.0, 0.0) == pytest.approx((0.0, 1.0), abs=1e-15)


@pytest.mark.parametrize("yaw", [-2.5, -0.1, 0.0, 0.7, 3.1])
def test_there_and_back(yaw: float) -> None:
    heading = Heading(*sin_cos(yaw))
    assert heading.to_world(*heading.to_body(0.3, -1.2)) == pytest.approx((0.3, -1.2))
