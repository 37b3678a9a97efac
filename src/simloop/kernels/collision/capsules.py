"""What lies between the ends of a capsule: its line against other lines and against corners."""

from math import sqrt

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.contacts import add_contact
from simloop.kernels.collision.layout import (
    EDGES,
    FIRST_EDGE,
    FIRST_VERTEX,
    HALF_Z,
    RADIUS,
    to_shape,
    to_world,
    turn_to_world,
)
from simloop.kernels.collision.points import point_to_capsule
from simloop.kernels.collision.polytopes import (
    PARALLEL,
    point_to_polytope,
    segment_inside,
    segments_nearest,
)
from simloop.kernels.collision.vectors import direction

# Features of a capsule beyond its two ends
MIDDLE = 2
OTHER_ENDS = 3
FAR = 1e30


def capsule_capsule(
    a: int,
    b: int,
    shape_sizes: Table,
    shape_poses: Table,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """Two capsules, beside what the ends of A find: the ends of B, and crossing lines."""
    pa = shape_poses[a]
    pb = shape_poses[b]
    ra = shape_sizes[a, RADIUS]
    rb = shape_sizes[b, RADIUS]
    ha = shape_sizes[a, HALF_Z]
    hb = shape_sizes[b, HALF_Z]
    for k in range(2):
        along = hb - 2.0 * hb * k
        px, py, pz = to_world(pb, 0.0, 0.0, along)
        x, y, z = to_shape(pa, px, py, pz)
        # Ends against ends are found from A already.
        if -ha < z < ha:
            out, lx, ly, lz = point_to_capsule(x, y, z, ra, ha)
            gap = out - rb
            if gap <= margin:
                nx, ny, nz = turn_to_world(pa, -lx, -ly, -lz)
                inward = rb + 0.5 * gap
                count = add_contact(
                    codes, contacts, count, a, b, OTHER_ENDS + k, nx, ny, nz,
                    px + inward * nx, py + inward * ny, pz + inward * nz, gap,
                )  # fmt: skip
    ax, ay, az = to_world(pa, 0.0, 0.0, -ha)
    bx, by, bz = to_world(pb, 0.0, 0.0, -hb)
    ux, uy, uz = turn_to_world(pa, 0.0, 0.0, 2.0 * ha)
    vx, vy, vz = turn_to_world(pb, 0.0, 0.0, 2.0 * hb)
    s, t, sine = segments_nearest(ax, ay, az, ux, uy, uz, bx, by, bz, vx, vy, vz)
    if sine < PARALLEL or not (0.0 < s < 1.0 and 0.0 < t < 1.0):
        return count
    qx = bx + t * vx
    qy = by + t * vy
    qz = bz + t * vz
    dx = ax + s * ux - qx
    dy = ay + s * uy - qy
    dz = az + s * uz - qz
    gap = sqrt(dx * dx + dy * dy + dz * dz) - ra - rb
    if gap > margin:
        return count
    nx, ny, nz = direction(dx, dy, dz)
    outward = rb + 0.5 * gap
    return add_contact(
        codes, contacts, count, a, b, MIDDLE, nx, ny, nz,
        qx + outward * nx, qy + outward * ny, qz + outward * nz, gap,
    )  # fmt: skip


def line_to_edges(
    code: Integers,
    vertices: Table,
    edges: IntegerTable,
    ax: float,
    ay: float,
    az: float,
    ux: float,
    uy: float,
    uz: float,
) -> tuple[float, float, float, float, float]:
    """Where the inner part of a segment is nearest to an edge: the way on it, and the difference.

    The last number is the squared distance, far away if an end of the segment is nearer.
    """
    best = FAR
    best_s = 0.5
    wx = 0.0
    wy = 0.0
    wz = 0.0
    origin = code[FIRST_VERTEX]
    for edge in range(code[FIRST_EDGE], code[FIRST_EDGE] + code[EDGES]):
        p = origin + edges[edge, 0]
        q = origin + edges[edge, 1]
        bx = vertices[p, 0]
        by = vertices[p, 1]
        bz = vertices[p, 2]
        vx = vertices[q, 0] - bx
        vy = vertices[q, 1] - by
        vz = vertices[q, 2] - bz
        s, t, sine = segments_nearest(ax, ay, az, ux, uy, uz, bx, by, bz, vx, vy, vz)
        dx = ax + s * ux - (bx + t * vx)
        dy = ay + s * uy - (by + t * vy)
        dz = az + s * uz - (bz + t * vz)
        squared = dx * dx + dy * dy + dz * dz
        if sine >= PARALLEL and 0.0 < s < 1.0 and squared < best:
            best = squared
            best_s = s
            wx = dx
            wy = dy
            wz = dz
    return best_s, wx, wy, wz, best


def capsule_polytope(
    a: int,
    b: int,
    shape_codes: IntegerTable,
    shape_sizes: Table,
    shape_poses: Table,
    vertices: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    edges: IntegerTable,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """A capsule's line against the edges of B, or through its inside."""
    pa = shape_poses[a]
    pb = shape_poses[b]
    half = shape_sizes[a, HALF_Z]
    radius = shape_sizes[a, RADIUS]
    sx, sy, sz = to_world(pa, 0.0, 0.0, -half)
    ex, ey, ez = to_world(pa, 0.0, 0.0, half)
    ax, ay, az = to_shape(pb, sx, sy, sz)
    bx, by, bz = to_shape(pb, ex, ey, ez)
    low, high = segment_inside(shape_codes[b], faces, ax, ay, az, bx, by, bz)
    if low < high:
        s = 0.5 * (low + high)
        out, lx, ly, lz = point_to_polytope(
            shape_codes[b], vertices, faces, face_loops, loops, edges,
            ax + s * (bx - ax), ay + s * (by - ay), az + s * (bz - az),
        )  # fmt: skip
    else:
        s, wx, wy, wz, squared = line_to_edges(
            shape_codes[b], vertices, edges, ax, ay, az, bx - ax, by - ay, bz - az
        )
        out = sqrt(squared)
        lx, ly, lz = direction(wx, wy, wz)
    gap = out - radius
    if gap > margin:
        return count
    nx, ny, nz = turn_to_world(pb, lx, ly, lz)
    inward = radius + 0.5 * gap
    return add_contact(
        codes, contacts, count, a, b, MIDDLE, nx, ny, nz,
        sx + s * (ex - sx) - inward * nx,
        sy + s * (ey - sy) - inward * ny,
        sz + s * (ez - sz) - inward * nz,
        gap,
    )  # fmt: skip
