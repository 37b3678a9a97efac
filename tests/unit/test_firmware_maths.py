"""The firmware's own maths against libm and against the simulator's."""

import math
import random

import numpy as np
import pytest

from simloop.firmware import maths
from simloop.firmware.vector import Matrix3, Quaternion, Vec2, Vec3, attitude_of, roll_pitch_of
from simloop.math import quaternion

RANDOM = random.Random(1)
ANGLES = [RANDOM.uniform(-60.0, 60.0) for _ in range(2000)] + [0.0, math.pi, -math.pi / 2, 1e-9]


def unit_quaternion() -> Quaternion:
    parts = [RANDOM.gauss(0.0, 1.0) for _ in range(4)]
    size = math.sqrt(sum(part * part for part in parts))
    return Quaternion(*(part / size for part in parts))


def test_sine_and_cosine() -> None:
    for angle in ANGLES:
        sine, cosine = maths.sin_cos(angle)
        assert sine == pytest.approx(math.sin(angle), abs=1e-15)
        assert cosine == pytest.approx(math.cos(angle), abs=1e-15)


def test_atan2_in_all_quadrants() -> None:
    for angle in ANGLES:
        y, x = 3.0 * math.sin(angle), 3.0 * math.cos(angle)
        assert maths.atan2(y, x) == pytest.approx(math.atan2(y, x), abs=2e-15)
    assert maths.atan2(0.0, 0.0) == 0.0
    assert maths.atan2(0.0, -1.0) == pytest.approx(math.pi, abs=1e-15)


@pytest.mark.parametrize("x", [0.07, 0.2, 0.3, 0.5, 0.71, 0.99, 1.0, 1.3, 2.5, 5.0, 9.0, 15.9])
def test_logarithm(x: float) -> None:
    assert maths.log_moderate(x) == pytest.approx(math.log(x), abs=1e-15)


@pytest.mark.parametrize("x", [-1.0, -0.3, 0.0, 1e-6, 0.5, 1.0])
def test_exponential(x: float) -> None:
    assert maths.exp_small(x) == pytest.approx(math.exp(x), rel=2e-15)


@pytest.mark.parametrize(
    ("angle", "wrapped"), [(7.0, 7.0 - 2 * math.pi), (-4.0, 2 * math.pi - 4.0)]
)
def test_wrap(angle: float, wrapped: float) -> None:
    assert maths.wrap_pi(angle) == pytest.approx(wrapped, abs=1e-15)


def random_vector(most: float) -> Vec3:
    return Vec3(*(RANDOM.uniform(-most, most) for _ in range(3)))


def test_rotations_agree_with_the_simulator() -> None:
    for _ in range(200):
        q, vector = unit_quaternion(), random_vector(5.0)
        ned = q.to_ned(vector)
        assert ned == pytest.approx(quaternion.rotate_to_world(*q, *vector), abs=1e-13)
        assert q.to_frd(ned) == pytest.approx(vector, abs=1e-13)


def test_turning_agrees_with_the_simulator() -> None:
    for _ in range(200):
        q, turn = unit_quaternion(), random_vector(0.3)
        expected = quaternion.multiply(*q, *quaternion.exponential(*turn))
        assert q.turned_by(0.5 * turn) == pytest.approx(expected, abs=1e-9)


def test_turning_keeps_unit_length() -> None:
    q = Quaternion(0.99, 0.0, 0.0, 0.0)
    for _ in range(20):
        q = q.turned_by(Vec3(0.01, -0.02, 0.03))
    assert sum(part * part for part in q) == pytest.approx(1.0, abs=1e-12)


def test_heading_and_tilt_are_those_of_the_body_axes() -> None:
    for _ in range(200):
        attitude = unit_quaternion()
        nose = attitude.to_ned(Vec3(1.0, 0.0, 0.0))
        assert attitude.heading() == pytest.approx(math.atan2(nose.y, nose.x), abs=1e-9)
        down = attitude.to_ned(Vec3(0.0, 0.0, 1.0)).z
        assert attitude.tilt_cosine() == pytest.approx(down, abs=1e-12)


def test_a_matrix_times_a_vector() -> None:
    numbers = [RANDOM.uniform(-1, 1) for _ in range(9)]
    vector = Vec3(0.3, -0.7, 1.9)
    expected = np.reshape(numbers, (3, 3)) @ np.array(vector)
    assert Matrix3(*numbers) @ vector == pytest.approx(expected, rel=1e-12)


def test_angles_make_an_attitude_that_tells_them() -> None:
    for _ in range(200):
        roll, yaw = RANDOM.uniform(-3.1, 3.1), RANDOM.uniform(-3.1, 3.1)
        pitch = RANDOM.uniform(-1.5, 1.5)
        made = attitude_of(roll, pitch, yaw)
        assert math.sqrt(sum(part * part for part in made)) == pytest.approx(1.0, abs=1e-15)
        assert roll_pitch_of(made) == pytest.approx((roll, pitch), abs=1e-13)
        assert made.heading() == pytest.approx(yaw, abs=1e-13)


def test_vectors_over_ground() -> None:
    north_east = Vec2(3.0, 4.0)
    assert north_east.norm() == 5.0
    assert north_east.right() == (-4.0, 3.0)
    assert north_east.bearing() == pytest.approx(math.atan2(4.0, 3.0), abs=1e-15)
    assert -(2.0 * north_east - north_east / 2.0) == (-4.5, -6.0)
    assert np.float64(2.0) * north_east == (6.0, 8.0)
    assert north_east.times(Vec2(2.0, -1.0)).dot(Vec2(1.0, 1.0)) == 2.0
    assert Vec3(1.0, 2.0, 3.0).with_xy(north_east).with_z(-1.0) == (3.0, 4.0, -1.0)
