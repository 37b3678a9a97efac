"""Rotation matrices, quaternions and Euler angles: what JSBSim speaks, and what the world does."""

from collections.abc import Sequence
from math import asin, atan2, sqrt

import numpy as np

from simloop.adapters.jsbsim.earth import Vector
from simloop.math.quaternion import rotate_to_world


def matrix(wxyz: Sequence[float]) -> Vector:
    """The rotation from body to world; its columns are the body's axes."""
    w, x, y, z = (float(part) for part in wxyz)
    units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return np.array([rotate_to_world(w, x, y, z, *unit) for unit in units]).T


def euler(body_to_world: Vector) -> tuple[float, float, float]:
    """Roll, pitch and heading."""
    m = body_to_world.tolist()
    pitch = asin(min(max(-m[2][0], -1.0), 1.0))
    return atan2(m[2][1], m[2][2]), pitch, atan2(m[1][0], m[0][0])


def quaternion(
    body_to_world: Vector, near_wxyz: Sequence[float] | Vector
) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation; of the two, the one nearer to another."""
    (a, b, c), (d, e, f), (g, h, i) = body_to_world.tolist()
    # The largest part is found first, so that nothing is divided by a small number.
    squares = (1.0 + a + e + i, 1.0 + a - e - i, 1.0 - a + e - i, 1.0 - a - e + i)
    largest = max(range(4), key=squares.__getitem__)
    parts = (
        (squares[0], h - f, c - g, d - b),
        (h - f, squares[1], b + d, c + g),
        (c - g, b + d, squares[2], f + h),
        (d - b, c + g, f + h, squares[3]),
    )[largest]
    along = sum(part * near for part, near in zip(parts, near_wxyz, strict=True))
    scale = (0.5 if along >= 0.0 else -0.5) / sqrt(squares[largest])
    w, x, y, z = (scale * part for part in parts)
    return w, x, y, z
