"""The tilt in a heading by the field: where the field dips, a tilt looks like a turn."""

from simloop.firmware.navigation.indices import HEADING, STATE_OF
from simloop.firmware.navigation.symmetric import place
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def slope_variance(j: int, slope: Row, covariance: Row) -> float:
    """What the tilt adds to the variance of a heading by the field."""
    turned = place(STATE_OF[HEADING], 0)
    mixed = slope[j] * covariance[turned + j] + slope[W + j] * covariance[turned + W + j]
    total: float = 2.0 * mixed + tilt_variance(j, slope, covariance)
    return total


def tilt_variance(j: int, slope: Row, covariance: Row) -> float:
    """The same without what tilt and heading have in common."""
    across = covariance[place(0, 1) + j]
    north = slope[j] * covariance[place(0, 0) + j] + slope[W + j] * across
    east = slope[j] * across + slope[W + j] * covariance[place(1, 1) + j]
    total: float = slope[j] * north + slope[W + j] * east
    return total
