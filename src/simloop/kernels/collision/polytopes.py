"""Shapes with corners: distance of a point, closest points of edges, and a segment's way through.

All in the axes of the shape. `code` is the shape's row of whole numbers.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.layout import EDGES, FACES, FIRST_EDGE, FIRST_FACE, FIRST_VERTEX
from simloop.kernels.collision.points import Distance, point_to_segment
from simloop.kernels.collision.vectors import direction, limited

# Segments whose directions differ by less than this sine squared count as parallel.
PARALLEL = 1e-8
FAR = 1e30


def inside_loop(
    face: int,
    first_vertex: int,
    vertices: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    x: float,
    y: float,
    z: float,
) -> bool:
    """Is a point above a face within its edges?"""
    nx = faces[face, 0]
    ny = faces[face, 1]
    nz = faces[face, 2]
    start = face_loops[face, 0]
    count = face_loops[face, 1]
    a = first_vertex + loops[start + count - 1]
    for k in range(count):
        b = first_vertex + loops[start + k]
        ux = vertices[b, 0] - vertices[a, 0]
        uy = vertices[b, 1] - vertices[a, 1]
        uz = vertices[b, 2] - vertices[a, 2]
        wx = x - vertices[a, 0]
        wy = y - vertices[a, 1]
        wz = z - vertices[a, 2]
        side = nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)
        if side < 0.0:
            return False
        a = b
    return True


def point_to_polytope(
    code: Integers,
    vertices: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    edges: IntegerTable,
    x: float,
    y: float,
    z: float,
) -> Distance:
    """The distance of a point from a convex shape, and the way out."""
    first = code[FIRST_FACE]
    highest = -FAR
    best = first
    for face in range(first, first + code[FACES]):
        above = faces[face, 0] * x + faces[face, 1] * y + faces[face, 2] * z - faces[face, 3]
        if above > highest:
            highest = above
            best = face
    # Inside, or straight above a face, the face with the largest distance is the nearest.
    if highest <= 0.0 or inside_loop(
        best, code[FIRST_VERTEX], vertices, faces, face_loops, loops, x, y, z
    ):
        return highest, faces[best, 0], faces[best, 1], faces[best, 2]
    nearest = FAR
    wx = 0.0
    wy = 0.0
    wz = 0.0
    origin = code[FIRST_VERTEX]
    for edge in range(code[FIRST_EDGE], code[FIRST_EDGE] + code[EDGES]):
        a = origin + edges[edge, 0]
        b = origin + edges[edge, 1]
        ax = vertices[a, 0]
        ay = vertices[a, 1]
        az = vertices[a, 2]
        bx = vertices[b, 0]
        by = vertices[b, 1]
        bz = vertices[b, 2]
        t = point_to_segment(x, y, z, ax, ay, az, bx, by, bz)
        dx = x - (ax + t * (bx - ax))
        dy = y - (ay + t * (by - ay))
        dz = z - (az + t * (bz - az))
        squared = dx * dx + dy * dy + dz * dz
        if squared < nearest:
            nearest = squared
            wx = dx
            wy = dy
            wz = dz
    nx, ny, nz = direction(wx, wy, wz)
    return sqrt(nearest), nx, ny, nz


def segments_nearest(
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
    bx: float,
    by: float,
    bz: float,
    vx: float,
    vy: float,
    vz: float,
) -> tuple[float, float, float]:
    """Where the segments a + s u and b + t v are nearest: s, t from 0 to 1, and how parallel.

    The last number is the squared sine of the angle between them.
    """
    uu = ux * ux + uy * uy + uz * uz
    vv = vx * vx + vy * vy + vz * vz
    uv = ux * vx + uy * vy + uz * vz
    wx = ax - bx
    wy = ay - by
    wz = az - bz
    uw = ux * wx + uy * wy + uz * wz
    vw = vx * wx + vy * wy + vz * wz
    whole = uu * vv
    sine = (whole - uv * uv) / whole if whole > 0.0 else 0.0
    if sine < PARALLEL:
        return 0.5, 0.5, sine
    s = limited((uv * vw - vv * uw) / (whole - uv * uv), 0.0, 1.0)
    t = (uv * s + vw) / vv
    if t < 0.0 or t > 1.0:
        t = limited(t, 0.0, 1.0)
        s = limited((uv * t - uw) / uu, 0.0, 1.0)
    return s, t, sine


def segment_inside(
    code: Integers, faces: Table, ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float]:
    """Which part of the segment from a to b lies inside; an empty part begins after its end."""
    low = 0.0
    high = 1.0
    for face in range(code[FIRST_FACE], code[FIRST_FACE] + code[FACES]):
        nx = faces[face, 0]
        ny = faces[face, 1]
        nz = faces[face, 2]
        start = nx * ax + ny * ay + nz * az - faces[face, 3]
        end = nx * bx + ny * by + nz * bz - faces[face, 3]
        if start > 0.0 and end > 0.0:
            return 1.0, 0.0
        if start > 0.0:
            cut = start / (start - end)
            low = cut if cut > low else low
        elif end > 0.0:
            cut = start / (start - end)
            high = cut if cut < high else high
    return low, high
