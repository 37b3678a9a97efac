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
    body_to_world: Sequence[Sequence[float]], near_wxyz: Sequence[float]
) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation by its rows; of the two, the one nearer to another."""
    (a, b, c), (d, e, f), (g, h, i) = body_to_world
    # The largest part is found first, so that nothing is divided by a small number.
    square = 1.0 + a + e + i
    w, x, y, z = square, h - f, c - g, d - b
    if (other := 1.0 + a - e - i) > square:
        square = other
        w, x, y, z = h - f, other, b + d, c + g
    if (other := 1.0 - a + e - i) > square:
        square = other
        w, x, y, z = c - g, b + d, other, f + h
    if (other := 1.0 - a - e + i) > square:
        square = other
        w, x, y, z = d - b, c + g, f + h, other
    near_w, near_x, near_y, near_z = near_wxyz
    along = w * near_w + x * near_x + y * near_y + z * near_z
    scale = (0.5 if along >= 0.0 else -0.5) / sqrt(square)
    return scale * w, scale * x, scale * y, scale * z


def down_in_body(w: float, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The world's down in body axes: the last row of the rotation."""
    return x * (2.0 * z) - w * (2.0 * y), w * (2.0 * x) + y * (2.0 * z), 1.0 - 2.0 * (x * x + y * y)
