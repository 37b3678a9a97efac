"""The firmware's own maths against libm and against the simulator's."""

import math
import random

import numpy as np
import pytest

from simloop.firmware import maths
from simloop.firmware.vector import Matrix3, Quaternion, Vec3
from simloop.math import quaternion

RANDOM = random.Random(1)
ANGLES = [RANDOM.uniform(-60.0, 60.0) for _ in range(2000)] + [0.0, math.pi, -math.pi / 2, 1e-9]


def unit_quaternion() -> tuple[float, float, float, float]:
    parts = [RANDOM.gauss(0.0, 1.0) for _ in range(4)]
    size = math.sqrt(sum(part * part for part in parts))
    w, x, y, z = (part / size for part in parts)
    return w, x, y, z


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


def test_rotations_agree_with_the_simulator() -> None:
    for _ in range(200):
        q = unit_quaternion()
        vector = (RANDOM.uniform(-5, 5), RANDOM.uniform(-5, 5), RANDOM.uniform(-5, 5))
        ned = maths.body_to_ned(*q, *vector)
        assert ned == pytest.approx(quaternion.rotate_to_world(*q, *vector), abs=1e-13)
        assert maths.ned_to_body(*q, *ned) == pytest.approx(vector, abs=1e-13)


def test_turning_agrees_with_the_simulator() -> None:
    for _ in range(200):
        q = unit_quaternion()
        turn = (RANDOM.uniform(-0.3, 0.3), RANDOM.uniform(-0.3, 0.3), RANDOM.uniform(-0.3, 0.3))
        half = (0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2])
        expected = quaternion.multiply(*q, *quaternion.exponential(*turn))
        assert maths.turn_attitude(*q, *half) == pytest.approx(expected, abs=1e-9)


def test_turning_keeps_unit_length() -> None:
    q = (0.99, 0.0, 0.0, 0.0)
    for _ in range(20):
        q = maths.turn_attitude(*q, 0.01, -0.02, 0.03)
    assert sum(part * part for part in q) == pytest.approx(1.0, abs=1e-12)


def test_attitudes_as_values_are_the_same_maths_to_the_bit() -> None:
    for _ in range(200):
        attitude = Quaternion(*unit_quaternion())
        vector = Vec3(RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1), RANDOM.uniform(-1, 1))
        assert attitude.to_ned(vector) == maths.body_to_ned(*attitude, *vector)
        assert attitude.to_frd(vector) == maths.ned_to_body(*attitude, *vector)
        assert attitude.turned_by(0.1 * vector) == maths.turn_attitude(*attitude, *(0.1 * vector))


def test_heading_and_tilt_are_those_of_the_body_axes() -> None:
    for _ in range(200):
        attitude = Quaternion(*unit_quaternion())
        nose = attitude.to_ned(Vec3(1.0, 0.0, 0.0))
        assert attitude.heading() == pytest.approx(math.atan2(nose.y, nose.x), abs=1e-9)
        down = attitude.to_ned(Vec3(0.0, 0.0, 1.0)).z
        assert attitude.tilt_cosine() == pytest.approx(down, abs=1e-12)


def test_a_matrix_times_a_vector() -> None:
    numbers = [RANDOM.uniform(-1, 1) for _ in range(9)]
    vector = Vec3(0.3, -0.7, 1.9)
    expected = np.reshape(numbers, (3, 3)) @ np.array(vector)
    assert Matrix3(*numbers) @ vector == pytest.approx(expected, rel=1e-12)
