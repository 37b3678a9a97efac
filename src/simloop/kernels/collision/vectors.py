"""The few operations on vectors that collisions need beside those that vectors have."""

from simloop.math.vector import Matrix3, Vec3

# Shorter than this, a vector has no direction.
NO_LENGTH = 1e-12


def direction(v: Vec3) -> Vec3:
    """The vector with length one; what is too short points up."""
    size = v.norm()
    if size < NO_LENGTH:
        return Vec3(0.0, 0.0, -1.0)
    return v * (1.0 / size)


def tangent(n: Vec3) -> Vec3:
    """Some unit vector across a unit vector."""
    if abs(n.x) < 0.6:
        return direction(Vec3(0.0, n.z, -n.y))
    return direction(Vec3(-n.z, 0.0, n.x))


def shortened(v: Vec3, limit: float) -> Vec3:
    """A vector, not longer than a limit."""
    size = v.norm()
    if size <= limit:
        return v
    return v * (limit / size)


def added_dot(start: float, a: Vec3, b: Vec3) -> float:
    """A scalar product added to a number term by term."""
    return start + a.x * b.x + a.y * b.y + a.z * b.z


def added(start: Vec3, turn: Matrix3, v: Vec3) -> Vec3:
    """A turned vector added to another one term by term."""
    return Vec3(
        added_dot(start.x, turn.x, v), added_dot(start.y, turn.y, v), added_dot(start.z, turn.z, v)
    )
