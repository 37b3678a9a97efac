"""Two shapes with corners: the axis that separates them best, by faces and pairs of edges."""

from math import sqrt

from simloop.kernels.collision.arrays import Integers, Table
from simloop.kernels.collision.layout import (
    DIRECTIONS,
    FACES,
    FIRST_DIRECTION,
    FIRST_FACE,
    FIRST_VERTEX,
    VERTICES,
    to_world,
    turn_to_world,
)
from simloop.math.row import Row

FAR = 1e30
# Edges nearer to parallel than this sine squared give no axis.
SAME_DIRECTION = 1e-6


def place_corners(code: Integers, pose: Row, vertices: Table, corners: Table) -> None:
    """Write a shape's corners in NED."""
    first = code[FIRST_VERTEX]
    for k in range(code[VERTICES]):
        x, y, z = to_world(
            pose, vertices[first + k, 0], vertices[first + k, 1], vertices[first + k, 2]
        )
        corners[k, 0] = x
        corners[k, 1] = y
        corners[k, 2] = z


def face_in_world(face: int, faces: Table, pose: Row) -> tuple[float, float, float, float]:
    """A face's normal and offset in NED."""
    nx, ny, nz = turn_to_world(pose, faces[face, 0], faces[face, 1], faces[face, 2])
    return nx, ny, nz, faces[face, 3] + nx * pose[0] + ny * pose[1] + nz * pose[2]


def best_face(
    code: Integers, pose: Row, faces: Table, others: Table, count: int, margin: float
) -> tuple[float, int]:
    """The face that the other's corners are farthest above, and how far the lowest of them is."""
    first = code[FIRST_FACE]
    best = -FAR
    chosen = first
    for face in range(first, first + code[FACES]):
        nx, ny, nz, offset = face_in_world(face, faces, pose)
        lowest = FAR
        for k in range(count):
            along = nx * others[k, 0] + ny * others[k, 1] + nz * others[k, 2]
            lowest = along if along < lowest else lowest
        if lowest - offset > best:
            best = lowest - offset
            chosen = face
            if best > margin:
                break
    return best, chosen


def best_edges(
    code_a: Integers,
    pose_a: Row,
    corners_a: Table,
    code_b: Integers,
    pose_b: Row,
    corners_b: Table,
    directions: Table,
    margin: float,
) -> tuple[float, int, int, float, float, float]:
    """The pair of edge directions whose cross product separates best, and that axis from B to A."""
    best = -FAR
    best_i = 0
    best_j = 0
    nx = 0.0
    ny = 0.0
    nz = -1.0
    for i in range(code_a[DIRECTIONS]):
        at = code_a[FIRST_DIRECTION] + i
        ux, uy, uz = turn_to_world(pose_a, directions[at, 0], directions[at, 1], directions[at, 2])
        for j in range(code_b[DIRECTIONS]):
            at = code_b[FIRST_DIRECTION] + j
            vx, vy, vz = turn_to_world(
                pose_b, directions[at, 0], directions[at, 1], directions[at, 2]
            )
            x = uy * vz - uz * vy
            y = uz * vx - ux * vz
            z = ux * vy - uy * vx
            squared = x * x + y * y + z * z
            if squared < SAME_DIRECTION:
                continue
            scale = 1.0 / sqrt(squared)
            x *= scale
            y *= scale
            z *= scale
            low_a, high_a = extent(corners_a, code_a[VERTICES], x, y, z)
            low_b, high_b = extent(corners_b, code_b[VERTICES], x, y, z)
            sign = 1.0 if low_a - high_b > low_b - high_a else -1.0
            apart = low_a - high_b if sign > 0.0 else low_b - high_a
            if apart > best:
                best = apart
                best_i = i
                best_j = j
                nx = sign * x
                ny = sign * y
                nz = sign * z
                if best > margin:
                    return best, best_i, best_j, nx, ny, nz
    return best, best_i, best_j, nx, ny, nz


def extent(corners: Table, count: int, x: float, y: float, z: float) -> tuple[float, float]:
    """How far corners reach along an axis, lowest and highest."""
    low = FAR
    high = -FAR
    for k in range(count):
        along = x * corners[k, 0] + y * corners[k, 1] + z * corners[k, 2]
        low = along if along < low else low
        high = along if along > high else high
    return low, high
