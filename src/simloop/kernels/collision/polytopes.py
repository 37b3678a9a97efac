"""Shapes with corners: distance of a point, closest points of edges, and a segment's way through.

All in the axes of the shape.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Shapes
from simloop.kernels.collision.layout import Edge, Face, FaceLoop, ShapeCode
from simloop.kernels.collision.points import Distance, point_to_segment
from simloop.kernels.collision.vectors import direction
from simloop.math.scalar import clamp
from simloop.math.vector import ZERO, Vec3

# Segments whose directions differ by less than this sine squared count as parallel.
PARALLEL = 1e-8
FAR = 1e30


def inside_loop(shapes: Shapes, face: int, first_vertex: int, p: Vec3) -> bool:
    """Is a point above a face within its edges?"""
    normal = Face(shapes.faces[face]).normal
    loop = FaceLoop(shapes.face_loops[face])
    start = loop.start
    count = loop.count
    a = shapes.vertex(first_vertex + shapes.loops[start + count - 1])
    for k in range(count):
        b = shapes.vertex(first_vertex + shapes.loops[start + k])
        if normal.dot((b - a).cross(p - a)) < 0.0:
            return False
        a = b
    return True


def point_to_polytope(shapes: Shapes, code: ShapeCode, p: Vec3) -> Distance:
    """The distance of a point from a convex shape, and the way out."""
    first = code.first_face
    highest = -FAR
    best = first
    for number in range(first, first + code.faces):
        face = Face(shapes.faces[number])
        above = face.normal.dot(p) - face.offset
        if above > highest:
            highest = above
            best = number
    # Inside, or straight above a face, the face with the largest distance is the nearest.
    origin = code.first_vertex
    if highest <= 0.0 or inside_loop(shapes, best, origin, p):
        return Distance(highest, Face(shapes.faces[best]).normal)
    nearest = FAR
    way = ZERO
    for number in range(code.first_edge, code.first_edge + code.edges):
        edge = Edge(shapes.edges[number])
        found = point_to_segment(p, shapes.vertex(origin + edge.a), shapes.vertex(origin + edge.b))
        squared = found.dot(found)
        if squared < nearest:
            nearest = squared
            way = found
    return Distance(sqrt(nearest), direction(way))


def segments_nearest(a: Vec3, u: Vec3, b: Vec3, v: Vec3) -> tuple[float, float, float]:
    """Where the segments a + s u and b + t v are nearest: s, t from 0 to 1, and how parallel.

    The last number is the squared sine of the angle between them.
    """
    w = a - b
    uu = u.dot(u)
    vv = v.dot(v)
    uv = u.dot(v)
    uw = u.dot(w)
    vw = v.dot(w)
    whole = uu * vv
    sine = (whole - uv * uv) / whole if whole > 0.0 else 0.0
    if sine < PARALLEL:
        return 0.5, 0.5, sine
    s = clamp((uv * vw - vv * uw) / (whole - uv * uv), 0.0, 1.0)
    t = (uv * s + vw) / vv
    if t < 0.0 or t > 1.0:
        t = clamp(t, 0.0, 1.0)
        s = clamp((uv * t - uw) / uu, 0.0, 1.0)
    return s, t, sine


def segment_inside(shapes: Shapes, code: ShapeCode, a: Vec3, b: Vec3) -> tuple[float, float]:
    """Which part of the segment from a to b lies inside; an empty part begins after its end."""
    low = 0.0
    high = 1.0
    for number in range(code.first_face, code.first_face + code.faces):
        face = Face(shapes.faces[number])
        start = face.normal.dot(a) - face.offset
        end = face.normal.dot(b) - face.offset
        if start > 0.0 and end > 0.0:
            return 1.0, 0.0
        if start > 0.0:
            cut = start / (start - end)
            low = cut if cut > low else low
        elif end > 0.0:
            cut = start / (start - end)
            high = cut if cut < high else high
    return low, high
