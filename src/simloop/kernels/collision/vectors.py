"""Vectors of three plain numbers: the few operations that collisions need."""

from math import sqrt

# Shorter than this, a vector has no direction.
NO_LENGTH = 1e-12


def dot(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
    """The scalar product."""
    return ax * bx + ay * by + az * bz


def cross(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    """The vector product."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


def length(x: float, y: float, z: float) -> float:
    """The length of a vector."""
    return sqrt(x * x + y * y + z * z)


def direction(x: float, y: float, z: float) -> tuple[float, float, float]:
    """The vector with length one; what is too short points up."""
    size = sqrt(x * x + y * y + z * z)
    if size < NO_LENGTH:
        return 0.0, 0.0, -1.0
    scale = 1.0 / size
    return x * scale, y * scale, z * scale


def tangent(nx: float, ny: float, nz: float) -> tuple[float, float, float]:
    """Some unit vector across a unit vector."""
    if abs(nx) < 0.6:
        return direction(0.0, nz, -ny)
    return direction(-nz, 0.0, nx)


def limited(x: float, low: float, high: float) -> float:
    """`x` held between `low` and `high`."""
    if x < low:
        return low
    if x > high:
        return high
    return x
