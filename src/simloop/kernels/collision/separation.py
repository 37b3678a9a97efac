"""Two shapes with corners: the axis that separates them best, by faces and pairs of edges."""

from math import sqrt
from typing import NamedTuple

from simloop.kernels.collision.arrays import Shape, Shapes, Table
from simloop.kernels.collision.layout import Corner, Face, Pose, ShapeCode
from simloop.kernels.collision.vectors import added_dot
from simloop.math.vector import Range, Vec3

FAR = 1e30
# Edges nearer to parallel than this sine squared give no axis.
SAME_DIRECTION = 1e-6


class Cornered(NamedTuple):
    """A shape with its corners in NED."""

    code: ShapeCode
    pose: Pose
    corners: Table


class Plane(NamedTuple):
    """A face in NED."""

    normal: Vec3
    offset: float


class Chosen(NamedTuple):
    """The face that the other's corners are farthest above, and how far the lowest of them is."""

    face: int
    above: float


class Crossing(NamedTuple):
    """Two directions of edges, how far their cross product separates, and that axis from B to A."""

    apart: float
    i: int
    j: int
    axis: Vec3


def place_corners(shapes: Shapes, shape: Shape, corners: Table) -> None:
    """Write a shape's corners in NED."""
    first = shape.code.first_vertex
    for k in range(shape.code.vertices):
        corner = Corner(corners[k])
        corner.place = shape.pose.to_world(shapes.vertex(first + k))


def face_in_world(shapes: Shapes, face: int, pose: Pose) -> Plane:
    """A face in NED."""
    own = Face(shapes.faces[face])
    normal = pose.turn @ own.normal
    return Plane(normal, added_dot(own.offset, normal, pose.centre))


def best_face(shapes: Shapes, mine: Cornered, other: Cornered, margin: float) -> Chosen:
    """The face that separates best."""
    first = mine.code.first_face
    best = Chosen(first, -FAR)
    count = other.code.vertices
    for face in range(first, first + mine.code.faces):
        plane = face_in_world(shapes, face, mine.pose)
        lowest = FAR
        for k in range(count):
            along = plane.normal.dot(Corner(other.corners[k]).place)
            lowest = along if along < lowest else lowest
        if lowest - plane.offset > best.above:
            best = Chosen(face, lowest - plane.offset)
            if best.above > margin:
                break
    return best


def best_edges(shapes: Shapes, a: Cornered, b: Cornered, margin: float) -> Crossing:
    """The pair of edge directions whose cross product separates best."""
    best = Crossing(-FAR, 0, 0, Vec3(0.0, 0.0, -1.0))
    for i in range(a.code.directions):
        u = a.pose.turn @ shapes.direction(a.code.first_direction + i)
        for j in range(b.code.directions):
            v = b.pose.turn @ shapes.direction(b.code.first_direction + j)
            axis = u.cross(v)
            squared = axis.dot(axis)
            if squared < SAME_DIRECTION:
                continue
            axis = axis * (1.0 / sqrt(squared))
            of_a = extent(a, axis)
            of_b = extent(b, axis)
            sign = 1.0 if of_a.low - of_b.high > of_b.low - of_a.high else -1.0
            apart = of_a.low - of_b.high if sign > 0.0 else of_b.low - of_a.high
            if apart > best.apart:
                best = Crossing(apart, i, j, sign * axis)
                if apart > margin:
                    return best
    return best


def extent(shape: Cornered, axis: Vec3) -> Range:
    """How far corners reach along an axis, lowest and highest."""
    low = FAR
    high = -FAR
    for k in range(shape.code.vertices):
        along = axis.dot(Corner(shape.corners[k]).place)
        low = along if along < low else low
        high = along if along > high else high
    return Range(low, high)
