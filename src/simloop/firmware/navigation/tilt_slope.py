"""The tilt in a heading by the field: where the field dips, a tilt looks like a turn."""

from simloop.firmware.component import Row
from simloop.firmware.navigation.filter_columns import STATE_OF, Measure
from simloop.firmware.navigation.symmetric import place, variance_of
from simloop.firmware.vector import Vec2


def slope_variance(slope: Vec2, covariance: Row) -> float:
    """What the tilt adds to the variance of a heading by the field."""
    turned = place(STATE_OF[Measure.HEADING], 0)
    mixed = slope.x * covariance[turned] + slope.y * covariance[turned + 1]
    total: float = 2.0 * mixed + tilt_variance(slope, covariance)
    return total


def tilt_variance(slope: Vec2, covariance: Row) -> float:
    """The same without what tilt and heading have in common."""
    across = covariance[place(0, 1)]
    north = slope.x * variance_of(covariance, 0) + slope.y * across
    east = slope.x * across + slope.y * variance_of(covariance, 1)
    total: float = slope.x * north + slope.y * east
    return total
