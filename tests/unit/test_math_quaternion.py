"""Quaternions: rotations, products, Euler angles and their conventions."""

import math

import pytest

from simloop.math import quaternion as q
from simloop.math.vector import Quaternion, Vec3

Quat = tuple[float, float, float, float]
YAW_90: Quat = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
SOME = Quaternion(0.7, -0.2, 0.4, 0.5).normalised()
OTHER = Quaternion(-0.1, 0.9, 0.3, 0.2).normalised()


def test_yaw_turns_forward_to_east() -> None:
    assert q.rotate_to_world(*YAW_90, 1.0, 0.0, 0.0) == pytest.approx((0.0, 1.0, 0.0))


def test_pitch_up_turns_forward_up() -> None:
    up = q.rotate_to_world(*q.from_euler(0.0, math.pi / 2, 0.0), 1.0, 0.0, 0.0)
    assert up == pytest.approx((0.0, 0.0, -1.0))


def test_positive_roll_puts_the_right_wing_down() -> None:
    right = q.rotate_to_world(*q.from_euler(math.pi / 2, 0.0, 0.0), 0.0, 1.0, 0.0)
    assert right == pytest.approx((0.0, 0.0, 1.0))


def test_to_body_undoes_to_world() -> None:
    world = q.rotate_to_world(*SOME, 1.0, 2.0, 3.0)
    assert q.rotate_to_body(*SOME, *world) == pytest.approx((1.0, 2.0, 3.0))


def test_axes_of_the_body_are_those_that_turn_with_it() -> None:
    attitude = Quaternion(*SOME)
    assert attitude.forward() == pytest.approx(attitude.to_world(Vec3(1.0, 0.0, 0.0)))
    assert attitude.down() == pytest.approx(attitude.to_world(Vec3(0.0, 0.0, 1.0)))


def test_product_rotates_by_the_second_first() -> None:
    step = q.rotate_to_world(*OTHER, 1.0, 2.0, 3.0)
    both = q.rotate_to_world(*q.multiply(*SOME, *OTHER), 1.0, 2.0, 3.0)
    assert both == pytest.approx(q.rotate_to_world(*SOME, *step))


def test_normalise() -> None:
    assert math.hypot(*SOME) == pytest.approx(1.0, abs=1e-15)
    assert Quaternion(0.0, 0.0, 0.0, 0.0).normalised() == (1.0, 0.0, 0.0, 0.0)


def test_derivative_is_half_the_product_with_the_rate() -> None:
    assert SOME.turning(Vec3(0.3, -0.2, 0.9)) == pytest.approx(
        tuple(0.5 * part for part in q.multiply(*SOME, 0.0, 0.3, -0.2, 0.9))
    )


@pytest.mark.parametrize("size", [0.0, 1e-9, 0.99e-4, 1.01e-4, 0.1, 3.0, 7.0])
def test_exponential_against_the_closed_form(size: float) -> None:
    axis = (2 / 7, -3 / 7, 6 / 7)
    expected = (math.cos(size / 2), *(math.sin(size / 2) * part for part in axis))
    result = q.exponential(*(size * part for part in axis))
    assert result == pytest.approx(expected, rel=1e-14, abs=1e-300)


def test_euler_there_and_back() -> None:
    for angles in [(0.3, -0.7, 2.9), (-3.0, 1.5, -0.1), (1.0, 0.0, -3.1), (0.0, 0.0, 0.0)]:
        assert q.to_euler(*q.from_euler(*angles)) == pytest.approx(angles, abs=1e-12)


def test_straight_up_keeps_its_pitch() -> None:
    _, pitch, _ = q.to_euler(*q.from_euler(0.4, math.pi / 2, 1.0))
    assert pitch == pytest.approx(math.pi / 2, abs=1e-7)
