"""Shapes with corners on a plane or on a height field: every corner may touch."""

from math import sqrt

from simloop.kernels.collision.arrays import IntegerTable, Table
from simloop.kernels.collision.contacts import add_contact, add_corners
from simloop.kernels.collision.fields import triangle_below
from simloop.kernels.collision.layout import (
    CYLINDER,
    FIRST_VERTEX,
    HALF_Z,
    KIND,
    RADIUS,
    VERTICES,
    to_shape,
    to_world,
    turn_to_world,
)
from simloop.math.row import Row

# A cylinder that leans less than this stands on four fixed points of its rim.
UPRIGHT = 1e-3


def corners_on_plane(
    a: int,
    b: int,
    shape_codes: IntegerTable,
    shape_sizes: Table,
    shape_poses: Table,
    vertices: Table,
    corners: Table,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """The corners of A, or the rims of a cylinder, that are near the plane B."""
    plane = shape_poses[b]
    nx, ny, nz = turn_to_world(plane, 0.0, 0.0, -1.0)
    found = 0
    if shape_codes[a, KIND] == CYLINDER:
        found = rim_points(shape_sizes[a], shape_poses[a], nx, ny, nz, corners)
    else:
        first = shape_codes[a, FIRST_VERTEX]
        for k in range(shape_codes[a, VERTICES]):
            x, y, z = to_world(
                shape_poses[a],
                vertices[first + k, 0],
                vertices[first + k, 1],
                vertices[first + k, 2],
            )
            corners[k, 0] = x
            corners[k, 1] = y
            corners[k, 2] = z
        found = shape_codes[a, VERTICES]
    kept = 0
    for k in range(found):
        x = corners[k, 0]
        y = corners[k, 1]
        z = corners[k, 2]
        gap = nx * (x - plane[0]) + ny * (y - plane[1]) + nz * (z - plane[2])
        if gap <= margin:
            corners[kept, 0] = x
            corners[kept, 1] = y
            corners[kept, 2] = z
            corners[kept, 3] = gap
            corners[kept, 4] = float(k)
            kept += 1
    return add_corners(codes, contacts, count, a, b, 0, nx, ny, nz, 1.0, corners, kept)


def rim_points(size: Row, pose: Row, nx: float, ny: float, nz: float, corners: Table) -> int:
    """Four points on each rim of a cylinder, beginning with the lowest against the normal."""
    ax = pose[5]
    ay = pose[8]
    az = pose[11]
    lean = nx * ax + ny * ay + nz * az
    rx = lean * ax - nx
    ry = lean * ay - ny
    rz = lean * az - nz
    sine = sqrt(rx * rx + ry * ry + rz * rz)
    if sine < UPRIGHT:
        rx = pose[3]
        ry = pose[6]
        rz = pose[9]
        sine = 1.0
    scale = size[RADIUS] / sine
    rx *= scale
    ry *= scale
    rz *= scale
    # Across the axis and across the first direction, as long as the radius.
    ux = ay * rz - az * ry
    uy = az * rx - ax * rz
    uz = ax * ry - ay * rx
    for k in range(8):
        end = size[HALF_Z] if k < 4 else -size[HALF_Z]
        turn = k % 4
        along = 1.0 if turn == 0 else (-1.0 if turn == 1 else 0.0)
        across = 1.0 if turn == 2 else (-1.0 if turn == 3 else 0.0)
        corners[k, 0] = pose[0] + end * ax + along * rx + across * ux
        corners[k, 1] = pose[1] + end * ay + along * ry + across * uy
        corners[k, 2] = pose[2] + end * az + along * rz + across * uz
    return 8


def corners_on_field(
    a: int,
    b: int,
    shape_codes: IntegerTable,
    shape_sizes: Table,
    shape_poses: Table,
    vertices: Table,
    heights: Row,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """The corners of A that are near the triangle of the field B below them."""
    first = shape_codes[a, FIRST_VERTEX]
    for k in range(shape_codes[a, VERTICES]):
        px, py, pz = to_world(
            shape_poses[a], vertices[first + k, 0], vertices[first + k, 1], vertices[first + k, 2]
        )
        x, y, z = to_shape(shape_poses[b], px, py, pz)
        gap, lx, ly, lz = triangle_below(shape_codes[b], shape_sizes[b, RADIUS], heights, x, y, z)
        if gap <= margin:
            nx, ny, nz = turn_to_world(shape_poses[b], lx, ly, lz)
            half = 0.5 * gap
            count = add_contact(
                codes, contacts, count, a, b, k, nx, ny, nz,
                px - half * nx, py - half * ny, pz - half * nz, gap,
            )  # fmt: skip
    return count
