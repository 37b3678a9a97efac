"""The ground under a body as a plane in body axes.

It goes through the place below the body, with the slope there: d = ground + s_n n + s_e e. Its
normal into the ground is (-s_n, -s_e, 1) / L, L = sqrt(1 + s_n^2 + s_e^2); what lies in the plane
is told by its north and east parts, and its down part is s_n n + s_e e.
"""

from math import sqrt
from typing import NamedTuple

from simloop.math.vector import Matrix3, Vec2, Vec3
from simloop.world.body import Body, Ground


class Plane(NamedTuple):
    """Directions of the ground in body axes."""

    slope: Vec2
    upright: float
    """What a metre of down counts for along the normal: 1 / L."""
    normal: Vec3
    along_n: Vec3
    """A velocity times this is its north part along the ground."""
    along_e: Vec3
    grip_n: Vec3
    """The force in the plane whose north part is one, and whose east part is zero."""
    grip_e: Vec3


def plane_of(rotation: Matrix3, slope: Vec2) -> Plane:
    """The ground as a body of this attitude sees it."""
    north, east, down = rotation
    upright = 1.0 / sqrt(1.0 + slope.x * slope.x + slope.y * slope.y)
    normal = (down - slope.x * north - slope.y * east) * upright
    return Plane(
        slope,
        upright,
        normal,
        north + (upright * slope.x) * normal,
        east + (upright * slope.y) * normal,
        north + slope.x * down,
        east + slope.y * down,
    )


def depth_m(body: Body, ground: Ground, rotation: Matrix3, plane: Plane, place: Vec3) -> float:
    """How far a point of the body is below the ground, along its normal."""
    north, east, down = rotation
    below = body.position_ned_m.z + down.x * place.x + down.y * place.y + down.z * place.z
    below = below - ground.down_m
    below = below - plane.slope.x * north.dot(place) - plane.slope.y * east.dot(place)
    return below * plane.upright
