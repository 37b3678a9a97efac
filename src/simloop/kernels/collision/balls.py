"""Round shapes against everything: a sphere is one ball, a capsule two with a line between."""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.contacts import add_contact
from simloop.kernels.collision.fields import point_to_field
from simloop.kernels.collision.layout import (
    BOX,
    CAPSULE,
    CYLINDER,
    FIELD,
    HALF_X,
    HALF_Y,
    HALF_Z,
    KIND,
    PLANE,
    RADIUS,
    SPHERE,
    to_shape,
    turn_to_world,
)
from simloop.kernels.collision.points import (
    Distance,
    point_to_ball,
    point_to_box,
    point_to_capsule,
    point_to_cylinder,
)
from simloop.kernels.collision.polytopes import point_to_polytope
from simloop.math.row import Row


def probe(
    code: Integers,
    size: Row,
    pose: Row,
    vertices: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    edges: IntegerTable,
    heights: Row,
    px: float,
    py: float,
    pz: float,
    search: float,
) -> Distance:
    """How far a point in NED is from any shape, and the way out in NED."""
    kind = code[KIND]
    x, y, z = to_shape(pose, px, py, pz)
    if kind == PLANE:
        out, nx, ny, nz = -z, 0.0, 0.0, -1.0
    elif kind == SPHERE:
        out, nx, ny, nz = point_to_ball(x, y, z, size[RADIUS])
    elif kind == CAPSULE:
        out, nx, ny, nz = point_to_capsule(x, y, z, size[RADIUS], size[HALF_Z])
    elif kind == BOX:
        out, nx, ny, nz = point_to_box(x, y, z, size[HALF_X], size[HALF_Y], size[HALF_Z])
    elif kind == CYLINDER:
        out, nx, ny, nz = point_to_cylinder(x, y, z, size[RADIUS], size[HALF_Z])
    elif kind == FIELD:
        out, nx, ny, nz = point_to_field(code, size, heights, x, y, z, search)
    else:
        out, nx, ny, nz = point_to_polytope(
            code, vertices, faces, face_loops, loops, edges, x, y, z
        )
    ux, uy, uz = turn_to_world(pose, nx, ny, nz)
    return out, ux, uy, uz


def ball_contacts(
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
    heights: Row,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """The balls of shape A, one or two, against shape B."""
    pose = shape_poses[a]
    radius = shape_sizes[a, RADIUS]
    half = shape_sizes[a, HALF_Z] if shape_codes[a, KIND] == CAPSULE else 0.0
    balls = 2 if shape_codes[a, KIND] == CAPSULE else 1
    for k in range(balls):
        along = half - 2.0 * half * k
        px = pose[0] + pose[5] * along
        py = pose[1] + pose[8] * along
        pz = pose[2] + pose[11] * along
        out, nx, ny, nz = probe(
            shape_codes[b], shape_sizes[b], shape_poses[b],
            vertices, faces, face_loops, loops, edges, heights, px, py, pz, radius + margin,
        )  # fmt: skip
        gap = out - radius
        if gap <= margin:
            inward = radius + 0.5 * gap
            count = add_contact(
                codes, contacts, count, a, b, k, nx, ny, nz,
                px - inward * nx, py - inward * ny, pz - inward * nz, gap,
            )  # fmt: skip
    return count
