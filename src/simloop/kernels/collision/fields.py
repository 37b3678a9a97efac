"""Height fields: a grid of heights, each cell cut into two triangles from corner to corner.

In the field's own axes x goes along the rows, y along the columns and z down; its origin is the
middle of the grid. `spacing` is the shape's radius.
"""

from math import sqrt
from typing import NamedTuple

from simloop.kernels.collision.layout import FieldCode
from simloop.kernels.collision.points import Distance, point_to_segment
from simloop.kernels.collision.vectors import direction
from simloop.math.row import Row
from simloop.math.vector import ZERO, Vec3

FAR = 1e30
UP = Vec3(0.0, 0.0, -1.0)


class Triangle(NamedTuple):
    """Three corners, clockwise from above."""

    a: Vec3
    b: Vec3
    c: Vec3


def triangle_at(
    code: FieldCode, spacing: float, heights: Row, row: int, column: int, upper: int
) -> Triangle:
    """One of a cell's two triangles."""
    columns = code.columns
    at = code.first_height + row * columns + column
    x = (row - 0.5 * (code.rows - 1)) * spacing
    y = (column - 0.5 * (columns - 1)) * spacing
    near = Vec3(x, y, -heights[at])
    far = Vec3(x + spacing, y + spacing, -heights[at + columns + 1])
    if upper == 1:
        return Triangle(near, Vec3(x + spacing, y, -heights[at + columns]), far)
    return Triangle(near, far, Vec3(x, y + spacing, -heights[at + 1]))


def upward_normal(t: Triangle) -> Vec3:
    """The normal of a triangle, on its upper side."""
    normal = (t.b - t.a).cross(t.c - t.a)
    sign = 1.0 if normal.z < 0.0 else -1.0
    return direction(sign * normal)


def triangle_below(code: FieldCode, spacing: float, heights: Row, p: Vec3) -> Distance:
    """The distance from the plane of the triangle under a point; far away beside the field."""
    u = p.x / spacing + 0.5 * (code.rows - 1)
    v = p.y / spacing + 0.5 * (code.columns - 1)
    if not (u >= 0.0 and v >= 0.0 and u <= code.rows - 1 and v <= code.columns - 1):
        return Distance(FAR, UP)
    row = min(int(u), code.rows - 2)
    column = min(int(v), code.columns - 2)
    upper = 1 if u - row > v - column else 0
    triangle = triangle_at(code, spacing, heights, row, column, upper)
    normal = upward_normal(triangle)
    return Distance(normal.dot(p - triangle.a), normal)


def beside(a: Vec3, b: Vec3, p: Vec3) -> float:
    """On which side of the line from a to b a point is, seen from above."""
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)


def above_triangle(t: Triangle, p: Vec3) -> bool:
    """Does a point lie within the triangle seen from above?"""
    ab = beside(t.a, t.b, p)
    bc = beside(t.b, t.c, p)
    ca = beside(t.c, t.a, p)
    return (ab >= 0.0 and bc >= 0.0 and ca >= 0.0) or (ab <= 0.0 and bc <= 0.0 and ca <= 0.0)


def point_to_triangle(t: Triangle, p: Vec3) -> Distance:
    """The distance of a point above a triangle, and the direction to it."""
    normal = upward_normal(t)
    out = normal.dot(p - t.a)
    if above_triangle(t, p - out * normal):
        return Distance(out, normal)
    nearest = FAR
    way = ZERO
    last = t.c
    for corner in t:
        found = point_to_segment(p, last, corner)
        squared = found.dot(found)
        if squared < nearest:
            nearest = squared
            way = found
        last = corner
    return Distance(sqrt(nearest), direction(way))


def point_to_field(
    code: FieldCode, spacing: float, heights: Row, p: Vec3, search: float
) -> Distance:
    """The distance of a point from the surface, looking no farther than `search`."""
    best = triangle_below(code, spacing, heights, p)
    if best.out <= 0.0:
        return best
    half_rows = 0.5 * (code.rows - 1)
    half_columns = 0.5 * (code.columns - 1)
    first_row = max(int((p.x - search) / spacing + half_rows), 0)
    last_row = min(int((p.x + search) / spacing + half_rows), code.rows - 2)
    first_column = max(int((p.y - search) / spacing + half_columns), 0)
    last_column = min(int((p.y + search) / spacing + half_columns), code.columns - 2)
    best = Distance(FAR, best.normal)
    for row in range(first_row, last_row + 1):
        for column in range(first_column, last_column + 1):
            for upper in range(2):
                triangle = triangle_at(code, spacing, heights, row, column, upper)
                found = point_to_triangle(triangle, p)
                # A plane that the point is below is not the surface here.
                if 0.0 <= found.out < best.out:
                    best = found
    return best
