"""How far a point is from a shape, and which way out: all in the shape's own axes.

A distance is signed, negative inside; its normal is the direction in which it grows.
"""

from math import sqrt
from typing import NamedTuple

from simloop.kernels.collision.vectors import NO_LENGTH, direction
from simloop.math.scalar import clamp
from simloop.math.vector import Vec3


class Distance(NamedTuple):
    """How far a point is outside, and the way out."""

    out: float
    normal: Vec3


def point_to_segment(p: Vec3, a: Vec3, b: Vec3) -> Vec3:
    """The way to p from where the segment from a to b is nearest to it."""
    along = b - a
    squared = along.dot(along)
    t = 0.0
    if squared >= NO_LENGTH * NO_LENGTH:
        t = clamp((p - a).dot(along) / squared, 0.0, 1.0)
    return p - (a + t * along)


def point_to_ball(p: Vec3, radius: float) -> Distance:
    """From the surface of a sphere around the origin."""
    return Distance(p.norm() - radius, direction(p))


def point_to_capsule(p: Vec3, radius: float, half: float) -> Distance:
    """From a capsule whose core reaches from -half to half on the z axis."""
    return point_to_ball(Vec3(p.x, p.y, p.z - clamp(p.z, -half, half)), radius)


def point_to_box(p: Vec3, half: Vec3) -> Distance:
    """From a box of these half sizes."""
    out = Vec3(abs(p.x) - half.x, abs(p.y) - half.y, abs(p.z) - half.z)
    side = Vec3(sign_of(p.x), sign_of(p.y), sign_of(p.z))
    if out.x <= 0.0 and out.y <= 0.0 and out.z <= 0.0:
        if out.x >= out.y and out.x >= out.z:
            return Distance(out.x, Vec3(side.x, 0.0, 0.0))
        if out.y >= out.z:
            return Distance(out.y, Vec3(0.0, side.y, 0.0))
        return Distance(out.z, Vec3(0.0, 0.0, side.z))
    way = Vec3(max(0.0, out.x), max(0.0, out.y), max(0.0, out.z))
    return Distance(way.norm(), direction(side.times(way)))


def sign_of(x: float) -> float:
    """-1 below zero, else 1."""
    return -1.0 if x < 0.0 else 1.0


def point_to_cylinder(p: Vec3, radius: float, half: float) -> Distance:
    """From a cylinder around the z axis that reaches from -half to half."""
    across = sqrt(p.x * p.x + p.y * p.y)
    rx = 1.0
    ry = 0.0
    if across > NO_LENGTH:
        rx = p.x / across
        ry = p.y / across
    side = across - radius
    end = abs(p.z) - half
    up = sign_of(p.z)
    if side > 0.0 and end > 0.0:
        out = sqrt(side * side + end * end)
        return Distance(out, Vec3(rx * side / out, ry * side / out, up * end / out))
    if side > end:
        return Distance(side, Vec3(rx, ry, 0.0))
    return Distance(end, Vec3(0.0, 0.0, up))
