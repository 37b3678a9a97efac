"""Matrices, tensors and quaternions as values, against NumPy and against each other."""

import numpy as np
import pytest

from simloop.math.quaternion import from_euler
from simloop.math.vector import Matrix3, Quaternion, SymmetricTensor, Vec3

ATTITUDE = Quaternion(*from_euler(0.4, -0.7, 2.1))
VECTOR = Vec3(1.5, -2.0, 0.25)
TENSOR = SymmetricTensor(0.08, 0.11, 0.15, 0.012, -0.02, 0.007)


def dense(t: SymmetricTensor) -> np.ndarray:
    return np.array([[t.xx, t.xy, t.xz], [t.xy, t.yy, t.yz], [t.xz, t.yz, t.zz]])


def test_a_matrix_times_a_vector_is_numpys() -> None:
    matrix = Matrix3(Vec3(1.0, 2.0, 3.0), Vec3(4.0, 5.0, 6.0), Vec3(7.0, 8.0, 10.0))
    assert matrix @ VECTOR == tuple(np.array(matrix) @ np.array(VECTOR))
    assert matrix.transposed() @ VECTOR == tuple(np.array(matrix).T @ np.array(VECTOR))


def test_the_matrix_of_a_quaternion_turns_as_it_does() -> None:
    matrix = ATTITUDE.matrix()
    assert matrix @ VECTOR == pytest.approx(ATTITUDE.to_world(VECTOR), abs=1e-15)
    assert matrix.transposed() @ VECTOR == pytest.approx(ATTITUDE.to_body(VECTOR), abs=1e-15)


def test_a_quaternion_turns_at_the_body_rate() -> None:
    step = 1e-6
    rate = Vec3(0.3, -1.2, 0.8)
    turned = (ATTITUDE + step * ATTITUDE.turning(rate)).normalised()
    # A vector fixed in the body moves by rate x vector, seen from the world.
    moved = (turned.to_world(VECTOR) - ATTITUDE.to_world(VECTOR)) * (1.0 / step)
    assert moved == pytest.approx(ATTITUDE.to_world(rate.cross(VECTOR)), abs=1e-5)


def test_normalised_has_length_one_and_zero_is_no_rotation() -> None:
    assert np.linalg.norm((3.0 * ATTITUDE).normalised()) == pytest.approx(1.0, abs=1e-15)
    assert Quaternion(0.0, 0.0, 0.0, 0.0).normalised() == (1.0, 0.0, 0.0, 0.0)


def test_a_tensor_times_a_vector_and_back() -> None:
    assert pytest.approx(dense(TENSOR) @ np.array(VECTOR), rel=1e-15) == TENSOR @ VECTOR
    assert TENSOR.inverse() @ (TENSOR @ VECTOR) == pytest.approx(VECTOR, rel=1e-13)
    assert dense(TENSOR.inverse()) @ dense(TENSOR) == pytest.approx(np.eye(3), abs=1e-14)


@pytest.mark.parametrize(
    ("tensor", "positive"),
    [(TENSOR, True), (SymmetricTensor(0.1, 0.1, 0.1, 0.2, 0.0, 0.0), False),
     (SymmetricTensor(0.1, 0.1, 0.1, 0.0, 0.08, 0.08), False),
     (SymmetricTensor(-1.0, 1.0, 1.0, 0.0, 0.0, 0.0), False)],
)  # fmt: skip
def test_the_smallest_minor_tells_what_a_body_can_have(
    tensor: SymmetricTensor, positive: bool
) -> None:
    assert (tensor.smallest_minor() > 0.0) == positive
    assert bool(np.all(np.linalg.eigvalsh(dense(tensor)) > 0.0)) == positive
