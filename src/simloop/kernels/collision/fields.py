"""Height fields: a grid of heights, each cell cut into two triangles from corner to corner.

In the field's own axes x goes along the rows, y along the columns and z down; its origin is the
middle of the grid. `size` holds the spacing as the shape's radius.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Integers
from simloop.kernels.collision.layout import COLUMNS, FIRST_HEIGHT, RADIUS, ROWS
from simloop.kernels.collision.points import Distance, point_to_segment
from simloop.kernels.collision.vectors import cross, direction
from simloop.math.row import Row

FAR = 1e30


def triangle_at(
    code: Integers, spacing: float, heights: Row, row: int, column: int, upper: int
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """The corners of one of a cell's two triangles, clockwise from above."""
    columns = code[COLUMNS]
    at = code[FIRST_HEIGHT] + row * columns + column
    x = (row - 0.5 * (code[ROWS] - 1)) * spacing
    y = (column - 0.5 * (columns - 1)) * spacing
    z00 = -heights[at]
    z11 = -heights[at + columns + 1]
    if upper == 1:
        z10 = -heights[at + columns]
        return x, y, z00, x + spacing, y, z10, x + spacing, y + spacing, z11
    z01 = -heights[at + 1]
    return x, y, z00, x + spacing, y + spacing, z11, x, y + spacing, z01


def upward_normal(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
) -> tuple[float, float, float]:
    """The normal of a triangle, on its upper side."""
    nx, ny, nz = cross(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az)
    sign = 1.0 if nz < 0.0 else -1.0
    return direction(sign * nx, sign * ny, sign * nz)


def triangle_below(
    code: Integers, spacing: float, heights: Row, x: float, y: float, z: float
) -> Distance:
    """The distance from the plane of the triangle under a point; far away beside the field."""
    u = x / spacing + 0.5 * (code[ROWS] - 1)
    v = y / spacing + 0.5 * (code[COLUMNS] - 1)
    if not (u >= 0.0 and v >= 0.0 and u <= code[ROWS] - 1 and v <= code[COLUMNS] - 1):
        return FAR, 0.0, 0.0, -1.0
    row = min(int(u), code[ROWS] - 2)
    column = min(int(v), code[COLUMNS] - 2)
    upper = 1 if u - row > v - column else 0
    ax, ay, az, bx, by, bz, cx, cy, cz = triangle_at(code, spacing, heights, row, column, upper)
    nx, ny, nz = upward_normal(ax, ay, az, bx, by, bz, cx, cy, cz)
    return nx * (x - ax) + ny * (y - ay) + nz * (z - az), nx, ny, nz


def above_triangle(
    nx: float,
    ny: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    cx: float,
    cy: float,
    x: float,
    y: float,
    out: float,
) -> bool:
    """Does the point, moved `out` against the normal, lie within the triangle seen from above?"""
    px = x - out * nx
    py = y - out * ny
    ab = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    bc = (cx - bx) * (py - by) - (cy - by) * (px - bx)
    ca = (ax - cx) * (py - cy) - (ay - cy) * (px - cx)
    return (ab >= 0.0 and bc >= 0.0 and ca >= 0.0) or (ab <= 0.0 and bc <= 0.0 and ca <= 0.0)


def point_to_triangle(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
    x: float,
    y: float,
    z: float,
) -> Distance:
    """The distance of a point above a triangle, and the direction to it."""
    nx, ny, nz = upward_normal(ax, ay, az, bx, by, bz, cx, cy, cz)
    out = nx * (x - ax) + ny * (y - ay) + nz * (z - az)
    if above_triangle(nx, ny, ax, ay, bx, by, cx, cy, x, y, out):
        return out, nx, ny, nz
    nearest = FAR
    wx = 0.0
    wy = 0.0
    wz = 0.0
    px = cx
    py = cy
    pz = cz
    for k in range(3):
        qx = ax if k == 0 else (bx if k == 1 else cx)
        qy = ay if k == 0 else (by if k == 1 else cy)
        qz = az if k == 0 else (bz if k == 1 else cz)
        t = point_to_segment(x, y, z, px, py, pz, qx, qy, qz)
        dx = x - (px + t * (qx - px))
        dy = y - (py + t * (qy - py))
        dz = z - (pz + t * (qz - pz))
        squared = dx * dx + dy * dy + dz * dz
        if squared < nearest:
            nearest = squared
            wx = dx
            wy = dy
            wz = dz
        px = qx
        py = qy
        pz = qz
    nx, ny, nz = direction(wx, wy, wz)
    return sqrt(nearest), nx, ny, nz


def point_to_field(
    code: Integers, size: Row, heights: Row, x: float, y: float, z: float, search: float
) -> Distance:
    """The distance of a point from the surface, looking no farther than `search`."""
    spacing = size[RADIUS]
    best, nx, ny, nz = triangle_below(code, spacing, heights, x, y, z)
    if best <= 0.0:
        return best, nx, ny, nz
    half_rows = 0.5 * (code[ROWS] - 1)
    half_columns = 0.5 * (code[COLUMNS] - 1)
    first_row = max(int((x - search) / spacing + half_rows), 0)
    last_row = min(int((x + search) / spacing + half_rows), code[ROWS] - 2)
    first_column = max(int((y - search) / spacing + half_columns), 0)
    last_column = min(int((y + search) / spacing + half_columns), code[COLUMNS] - 2)
    best = FAR
    for row in range(first_row, last_row + 1):
        for column in range(first_column, last_column + 1):
            for upper in range(2):
                ax, ay, az, bx, by, bz, cx, cy, cz = triangle_at(
                    code, spacing, heights, row, column, upper
                )
                out, ux, uy, uz = point_to_triangle(ax, ay, az, bx, by, bz, cx, cy, cz, x, y, z)
                # A plane that the point is below is not the surface here.
                if 0.0 <= out < best:
                    best = out
                    nx = ux
                    ny = uy
                    nz = uz
    return best, nx, ny, nz
