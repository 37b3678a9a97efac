"""Conversions between frames are rotations that undo each other, for every vector and attitude."""

import math

from hypothesis import assume, given
from hypothesis import strategies as st
from pytest import approx

from simloop.math import frames, quaternion
from simloop.math.vector import Quaternion

Vector = tuple[float, float, float]
Quat = tuple[float, float, float, float]

part = st.floats(-1e6, 1e6)
vectors = st.tuples(part, part, part)
unit_part = st.floats(-1.0, 1.0)


@st.composite
def attitudes(draw: st.DrawFn) -> Quat:
    """Unit quaternions."""
    raw = draw(st.tuples(unit_part, unit_part, unit_part, unit_part))
    assume(math.hypot(*raw) > 0.1)
    return Quaternion(*raw).normalised()


@given(vectors)
def test_world_vectors_there_and_back(vector: Vector) -> None:
    assert frames.ned_from_enu(*frames.enu_from_ned(*vector)) == vector
    assert frames.enu_from_ned(*frames.ned_from_enu(*vector)) == vector


@given(vectors)
def test_body_vectors_there_and_back(vector: Vector) -> None:
    assert frames.frd_from_flu(*frames.flu_from_frd(*vector)) == vector
    assert frames.flu_from_frd(*frames.frd_from_flu(*vector)) == vector


@given(attitudes(), vectors)
def test_converted_attitude_rotates_converted_vectors(attitude: Quat, frd: Vector) -> None:
    ned = quaternion.rotate_to_world(*attitude, *frd)
    ros = frames.flu_to_enu_from_frd_to_ned(*attitude)
    enu = quaternion.rotate_to_world(*ros, *frames.flu_from_frd(*frd))
    assert enu == approx(frames.enu_from_ned(*ned), abs=1e-8)


@given(attitudes())
def test_attitudes_there_and_back(attitude: Quat) -> None:
    ros = frames.flu_to_enu_from_frd_to_ned(*attitude)
    assert frames.frd_to_ned_from_flu_to_enu(*ros) == approx(attitude, abs=1e-15)


@given(attitudes(), vectors)
def test_rotation_keeps_length(attitude: Quat, vector: Vector) -> None:
    turned = quaternion.rotate_to_world(*attitude, *vector)
    assert math.hypot(*turned) == approx(math.hypot(*vector), rel=1e-12, abs=1e-12)


@given(st.floats(-1e4, 1e4))
def test_degrees_and_radians(angle: float) -> None:
    assert frames.radians_from_degrees(angle) == approx(math.radians(angle), rel=1e-15)
    assert frames.degrees_from_radians(angle) == approx(math.degrees(angle), rel=1e-15)


def test_level_facing_north_is_yaw_90_in_ros() -> None:
    ros = frames.flu_to_enu_from_frd_to_ned(1.0, 0.0, 0.0, 0.0)
    assert ros == approx((math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)))
