"""Prediction and update of the error-state filter against the matrices of the textbook."""

import numpy as np
import pytest
from numpy.typing import NDArray

from simloop.firmware.fields.filter_parameters import (
    BarometerErrors,
    GateSettings,
    GnssErrors,
    ProcessNoise,
)
from simloop.firmware.navigation.covariance import (
    POSITION_WALK_M,
    age_slow_errors,
    predict_covariance,
)
from simloop.firmware.navigation.filter_columns import STATES, At, Filter, Measure
from simloop.firmware.navigation.updates import update_states
from simloop.firmware.vector import Quaternion, Vec2, Vec3
from simloop.math.quaternion import from_euler

Matrix = NDArray[np.float64]
ATTITUDE_WXYZ = Quaternion(*from_euler(0.3, -0.2, 1.1))
VELOCITY_NED_MPS = Vec3(12.0, -3.0, 0.5)
WIND_NED_MPS = Vec2(2.0, 4.0)
SLOPE = Vec2(-1.3, 0.4)


def random_covariance() -> Matrix:
    root = np.random.default_rng(3).normal(size=(STATES, STATES))
    return root @ root.T


def state_of(covariance: Matrix) -> Filter:
    return Filter(
        attitude_wxyz=ATTITUDE_WXYZ,
        velocity_ned_mps=VELOCITY_NED_MPS,
        wind_ned_mps=WIND_NED_MPS,
        push_ned_mps=Vec3(0.02, -0.01, -0.1),
        covariance=covariance.ravel(),
    )


def found(ekf: Filter) -> Matrix:
    return np.array(ekf.covariance).reshape(STATES, STATES)


def rotation() -> Matrix:
    """From body to NED axes, column by column."""
    return np.array([ATTITUDE_WXYZ.to_ned(Vec3(*axis)) for axis in np.eye(3)]).T


def block(matrix: Matrix, row: int, column: int) -> Matrix:
    return matrix[row : row + 3, column : column + 3]


def test_a_prediction_is_the_transition_and_noise() -> None:
    period_s, noise, before = 0.01, ProcessNoise(), random_covariance()
    ekf = state_of(before)
    push = np.array(ekf.push_ned_mps)
    transition = np.eye(STATES)
    block(transition, At.POSITION, At.VELOCITY)[:] = period_s * np.eye(3)
    # An attitude error e turns the push p to p + e x p.
    block(transition, At.VELOCITY, At.ATTITUDE)[:] = -np.cross(push, np.eye(3)).T
    block(transition, At.VELOCITY, At.ACCEL_BIAS)[:] = -period_s * rotation()
    block(transition, At.ATTITUDE, At.GYRO_BIAS)[:] = -period_s * rotation()
    spread = np.zeros(STATES)
    spread[At.ATTITUDE : At.ATTITUDE + 3] = noise.gyro_noise
    spread[At.VELOCITY : At.VELOCITY + 3] = noise.accel_noise
    spread[At.POSITION : At.POSITION + 3] = POSITION_WALK_M
    spread[At.GYRO_BIAS : At.GYRO_BIAS + 3] = noise.gyro_bias_walk
    spread[At.ACCEL_BIAS : At.ACCEL_BIAS + 3] = noise.accel_bias_walk
    spread[At.WIND : At.WIND + 2] = noise.wind_walk
    predict_covariance(period_s, noise, ekf)
    expected = transition @ before @ transition.T + period_s * np.diag(spread**2)
    assert found(ekf) == pytest.approx(expected, abs=1e-12)
    assert ekf.push_ned_mps == Vec3(0.0, 0.0, 0.0)


def test_slow_errors_fade_and_come_back() -> None:
    baro, gnss, before = BarometerErrors(), GnssErrors(), random_covariance()
    ekf = state_of(before)
    ekf.baro_error_m = 2.0
    keep = np.ones(STATES)
    keep[At.BARO_ERROR] = baro.wander_time_s / (baro.wander_time_s + 0.1)
    keep[At.GNSS_ERROR :] = gnss.wander_time_s / (gnss.wander_time_s + 0.1)
    spread = np.zeros(STATES)
    spread[At.BARO_ERROR] = baro.wander_m
    spread[At.GNSS_ERROR :] = (
        gnss.wander_m.level_m,
        gnss.wander_m.level_m,
        gnss.wander_m.upright_m,
    )
    age_slow_errors(0.1, baro, gnss, ekf)
    expected = np.outer(keep, keep) * before + np.diag(spread**2 * (1.0 - keep**2))
    assert found(ekf) == pytest.approx(expected, rel=1e-12)
    assert ekf.baro_error_m == pytest.approx(2.0 * keep[At.BARO_ERROR])


def along(axis: Vec3) -> Matrix:
    """How the flow of air along a body axis changes with the states."""
    b = np.array(ATTITUDE_WXYZ.to_ned(axis))
    air = np.array(VELOCITY_NED_MPS) - np.array([*WIND_NED_MPS, 0.0])
    seen = np.zeros(STATES)
    seen[At.ATTITUDE : At.ATTITUDE + 3] = np.cross(b, air)
    seen[At.VELOCITY : At.VELOCITY + 3] = b
    seen[At.WIND : At.WIND + 2] = -b[:2]
    return seen


def only(**states: float) -> Matrix:
    seen = np.zeros(STATES)
    for name, share in states.items():
        seen[int(name[1:])] = share
    return seen


SEEN = {
    Measure.GNSS_POSITION + 1: only(s7=1.0, s19=1.0),
    Measure.GNSS_VELOCITY: only(s3=1.0),
    Measure.BARO_HEIGHT: only(s8=1.0, s17=1.0),
    Measure.HEADING: only(s0=SLOPE.x, s1=SLOPE.y, s2=1.0),
    Measure.AIRSPEED: along(Vec3(1.0, 0.0, 0.0)),
    Measure.SIDESLIP: along(Vec3(0.0, 1.0, 0.0)),
}


@pytest.mark.parametrize("number", SEEN)
def test_an_update_is_kalmans(number: int) -> None:
    before, seen, variance, innovation = random_covariance(), SEEN[number], 0.7, 0.4
    moved = np.linspace(-0.1, 0.1, STATES)
    ekf = state_of(before)
    ekf.correction = moved
    ekf.tilt_slope = SLOPE
    ekf.used[number] = 1.0
    ekf.innovation[number] = innovation
    ekf.variance[number] = variance
    update_states(GateSettings(), ekf)
    column = before @ seen
    gain = column / (seen @ column + variance)
    assert np.array(ekf.correction) == pytest.approx(moved + gain * (innovation - seen @ moved))
    assert found(ekf) == pytest.approx(before - np.outer(gain, column), abs=1e-12)
    assert ekf.used[number] == 1.0


def test_a_flow_of_air_beyond_its_gate_changes_nothing() -> None:
    before = random_covariance()
    ekf = state_of(before)
    ekf.used[Measure.AIRSPEED] = 1.0
    ekf.innovation[Measure.AIRSPEED] = 1e3
    update_states(GateSettings(), ekf)
    assert (found(ekf) == before).all()
    assert not np.any(ekf.correction)
    assert ekf.used[Measure.AIRSPEED] == 0.0
    assert ekf.air_rejections == 1.0
    assert ekf.test_ratio[Measure.AIRSPEED] > 1.0
