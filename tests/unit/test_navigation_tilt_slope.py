"""A heading by the field knows that the tilt takes part in it."""

import numpy as np
import pytest
from navigation_bench import NavigationBench
from test_navigation_alignment import FIELD_NED_T, Stand

from simloop.firmware.navigation.filter_columns import STATES
from simloop.firmware.navigation.symmetric import slope_variance, tilt_variance
from simloop.firmware.vector import Vec2
from simloop.math.quaternion import from_euler, rotate_to_world


def heading_of(field_ned: np.ndarray) -> float:
    return float(np.arctan2(field_ned[1], field_ned[0]))


def aligned() -> NavigationBench:
    stand = Stand()
    level = float(np.hypot(FIELD_NED_T[0], FIELD_NED_T[1]))
    stand.bench.set(fw_field_t=(level, FIELD_NED_T[2]))
    stand.wait(2.5)
    return stand.bench


@pytest.mark.parametrize("axis", [0, 1])
def test_the_slope_is_what_a_small_tilt_does(axis: int) -> None:
    """A tilted estimate turns the field it levels, and by that the heading it reads."""
    small = 1e-5
    angles = [0.0, 0.0]
    angles[axis] = small
    tilted = np.array(rotate_to_world(*from_euler(angles[0], angles[1], 0.0), *FIELD_NED_T))
    turned = heading_of(tilted) - heading_of(np.array(FIELD_NED_T))
    slope = aligned().view("fw_ekf_tilt_slope")
    # The innovation is what the heading must be corrected by.
    assert slope[axis] == pytest.approx(turned / small, rel=1e-3)


def test_the_variance_is_that_of_the_sum() -> None:
    random = np.random.default_rng(1)
    root = random.normal(size=(STATES, STATES))
    covariance = root @ root.T
    slope = Vec2(-1.3, 0.4)
    measured = np.zeros(STATES)
    measured[:3] = (*slope, 1.0)
    whole = measured @ covariance @ measured
    rows = covariance.ravel()
    assert slope_variance(slope, rows) == pytest.approx(whole - covariance[2, 2])
    measured[2] = 0.0
    assert tilt_variance(slope, rows) == pytest.approx(measured @ covariance @ measured)


def test_a_heading_leaves_the_tilt_that_it_cannot_tell() -> None:
    """Sure of its heading and not of its tilt, a filter takes a wrong heading for a wrong tilt."""
    bench = aligned()
    before = bench.view("fw_ekf_covariance").reshape(STATES, STATES).copy()
    assert before[0, 2] != 0.0
    slope = bench.view("fw_ekf_tilt_slope")
    shared = before[0, 2] + slope[0] * before[0, 0] + slope[1] * before[0, 1]
    assert abs(shared) < abs(slope[0] * before[0, 0])
