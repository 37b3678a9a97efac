"""Where two shapes with corners touch: a face clipped by another face, or two crossing edges."""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.contacts import add_contact, add_corners
from simloop.kernels.collision.layout import (
    EDGES,
    FACES,
    FIRST_EDGE,
    FIRST_FACE,
    REACH,
    VERTICES,
    turn_to_world,
)
from simloop.kernels.collision.polytopes import segments_nearest
from simloop.kernels.collision.separation import best_edges, best_face, face_in_world, place_corners
from simloop.kernels.collision.vectors import direction, limited
from simloop.math.row import Row

# Two edges must separate better than any face by this share of the shapes' reach: faces give
# several points at once, and a body that rests on them should keep them.
EDGE_PENALTY = 1e-3
FACE_BITS = 64
CORNER_BITS = 8192
CUT = 64
EDGE_FEATURE = 1 << 26
# A corner this little beside a face is still on it: equal boxes on top of each other would
# otherwise change their corners with the last bit.
BESIDE_M = 1e-4


def facing(code: Integers, pose: Row, faces: Table, nx: float, ny: float, nz: float) -> int:
    """The face that looks most against a direction."""
    first = code[FIRST_FACE]
    chosen: int = first
    lowest = 2.0
    for face in range(first, first + code[FACES]):
        x, y, z = turn_to_world(pose, faces[face, 0], faces[face, 1], faces[face, 2])
        along = x * nx + y * ny + z * nz
        if along < lowest:
            lowest = along
            chosen = face
    return chosen


def clip(
    polygon: Table,
    count: int,
    clipped: Table,
    ax: float,
    ay: float,
    az: float,
    sx: float,
    sy: float,
    sz: float,
    mark: int,
) -> int:
    """The part of a polygon on the positive side of the plane through a with normal s."""
    kept = 0
    for k in range(count):
        last = count - 1 if k == 0 else k - 1
        before = (
            (polygon[last, 0] - ax) * sx
            + (polygon[last, 1] - ay) * sy
            + (polygon[last, 2] - az) * sz
        )
        here = (polygon[k, 0] - ax) * sx + (polygon[k, 1] - ay) * sy + (polygon[k, 2] - az) * sz
        if (before < -BESIDE_M) != (here < -BESIDE_M):
            t = limited(before / (before - here), 0.0, 1.0)
            for axis in range(3):
                clipped[kept, axis] = polygon[last, axis] + t * (
                    polygon[k, axis] - polygon[last, axis]
                )
            clipped[kept, 4] = float(CUT + CUT * mark + int(polygon[k, 4]) % CUT)
            kept += 1
        if here >= -BESIDE_M:
            for axis in range(5):
                clipped[kept, axis] = polygon[k, axis]
            kept += 1
    return kept


def clip_faces(
    face: int,
    pose_face: Row,
    corners_face: Table,
    other: int,
    corners_other: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    polygon: Table,
    clipped: Table,
    margin: float,
) -> int:
    """The other face's corners within the sides of a face, with their distance, in `polygon`."""
    nx, ny, nz, offset = face_in_world(face, faces, pose_face)
    count = face_loops[other, 1]
    for k in range(count):
        at = loops[face_loops[other, 0] + k]
        for axis in range(3):
            polygon[k, axis] = corners_other[at, axis]
        polygon[k, 4] = float(k)
    sides = face_loops[face, 1]
    start = face_loops[face, 0]
    for k in range(sides):
        a = loops[start + k]
        b = loops[start + (k + 1) % sides]
        ex = corners_face[b, 0] - corners_face[a, 0]
        ey = corners_face[b, 1] - corners_face[a, 1]
        ez = corners_face[b, 2] - corners_face[a, 2]
        sx, sy, sz = direction(ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex)
        count = clip(
            polygon, count, clipped,
            corners_face[a, 0], corners_face[a, 1], corners_face[a, 2], sx, sy, sz, k,
        )  # fmt: skip
        for i in range(count):
            for axis in range(5):
                polygon[i, axis] = clipped[i, axis]
    kept = 0
    for k in range(count):
        gap = nx * polygon[k, 0] + ny * polygon[k, 1] + nz * polygon[k, 2] - offset
        if gap <= margin:
            for axis in range(3):
                polygon[kept, axis] = polygon[k, axis]
            polygon[kept, 4] = polygon[k, 4]
            polygon[kept, 3] = gap
            kept += 1
    return kept


def nearest_corner(
    corners: Table,
    count: int,
    nx: float,
    ny: float,
    nz: float,
    above: float,
    penalty: float,
    polygon: Table,
    found: int,
) -> int:
    """Take the corner nearest to a face's plane where all of a clipped face is farther away.

    Near an edge the nearest corner may lie beside the face. The distance from the plane is no more
    than the true one, and both are zero together.
    """
    lowest = 1e30
    for k in range(found):
        lowest = polygon[k, 3] if polygon[k, 3] < lowest else lowest
    if lowest <= above + penalty:
        return found
    best = 0
    least = 1e30
    for k in range(count):
        along = nx * corners[k, 0] + ny * corners[k, 1] + nz * corners[k, 2]
        if along < least:
            least = along
            best = k
    for axis in range(3):
        polygon[0, axis] = corners[best, axis]
    polygon[0, 3] = above
    polygon[0, 4] = float(CORNER_BITS - 1)
    return 1


def outer_edge(
    code: Integers,
    edges: IntegerTable,
    corners: Table,
    wanted: int,
    nx: float,
    ny: float,
    nz: float,
) -> int:
    """Of all edges with a direction, the one that lies farthest along an axis."""
    chosen: int = code[FIRST_EDGE]
    highest = -1e30
    for edge in range(code[FIRST_EDGE], code[FIRST_EDGE] + code[EDGES]):
        p = edges[edge, 0]
        q = edges[edge, 1]
        along = (
            nx * (corners[p, 0] + corners[q, 0])
            + ny * (corners[p, 1] + corners[q, 1])
            + nz * (corners[p, 2] + corners[q, 2])
        )
        if edges[edge, 2] == wanted and along > highest:
            highest = along
            chosen = edge
    return chosen


def polytope_polytope(
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
    directions: Table,
    corners_a: Table,
    corners_b: Table,
    polygon: Table,
    clipped: Table,
    margin: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """Two shapes with corners; nothing if some axis keeps them farther apart than the margin."""
    code_a = shape_codes[a]
    code_b = shape_codes[b]
    pose_a = shape_poses[a]
    pose_b = shape_poses[b]
    place_corners(code_a, pose_a, vertices, corners_a)
    place_corners(code_b, pose_b, vertices, corners_b)
    above_a, face_a = best_face(code_a, pose_a, faces, corners_b, code_b[VERTICES], margin)
    if above_a > margin:
        return count
    above_b, face_b = best_face(code_b, pose_b, faces, corners_a, code_a[VERTICES], margin)
    if above_b > margin:
        return count
    apart, i, j, nx, ny, nz = best_edges(
        code_a, pose_a, corners_a, code_b, pose_b, corners_b, directions, margin
    )
    if apart > margin:
        return count
    penalty = EDGE_PENALTY * (shape_sizes[a, REACH] + shape_sizes[b, REACH])
    if apart > above_a + penalty and apart > above_b + penalty:
        return edge_contact(
            a, b, code_a, code_b, edges, corners_a, corners_b, i, j, nx, ny, nz, apart,
            codes, contacts, count,
        )  # fmt: skip
    if above_b > above_a + penalty:
        nx, ny, nz, _ = face_in_world(face_b, faces, pose_b)
        other = facing(code_a, pose_a, faces, nx, ny, nz)
        feature = (face_b - code_b[FIRST_FACE]) * FACE_BITS + other - code_a[FIRST_FACE]
        found = clip_faces(
            face_b, pose_b, corners_b, other, corners_a, faces, face_loops, loops,
            polygon, clipped, margin,
        )  # fmt: skip
        found = nearest_corner(
            corners_a, code_a[VERTICES], nx, ny, nz, above_b, penalty, polygon, found
        )
        return add_corners(
            codes, contacts, count, a, b, feature * CORNER_BITS, nx, ny, nz, 1.0, polygon, found
        )
    nx, ny, nz, _ = face_in_world(face_a, faces, pose_a)
    other = facing(code_b, pose_b, faces, nx, ny, nz)
    feature = (face_a - code_a[FIRST_FACE] + FACE_BITS) * FACE_BITS + other - code_b[FIRST_FACE]
    found = clip_faces(
        face_a, pose_a, corners_a, other, corners_b, faces, face_loops, loops,
        polygon, clipped, margin,
    )  # fmt: skip
    found = nearest_corner(
        corners_b, code_b[VERTICES], nx, ny, nz, above_a, penalty, polygon, found
    )
    return add_corners(
        codes, contacts, count, a, b, feature * CORNER_BITS, -nx, -ny, -nz, -1.0, polygon, found
    )


def edge_contact(
    a: int,
    b: int,
    code_a: Integers,
    code_b: Integers,
    edges: IntegerTable,
    corners_a: Table,
    corners_b: Table,
    i: int,
    j: int,
    nx: float,
    ny: float,
    nz: float,
    apart: float,
    codes: IntegerTable,
    contacts: Table,
    count: int,
) -> int:
    """The one point where the edges that separate best are nearest."""
    edge_a = outer_edge(code_a, edges, corners_a, i, -nx, -ny, -nz)
    edge_b = outer_edge(code_b, edges, corners_b, j, nx, ny, nz)
    p = corners_a[edges[edge_a, 0]]
    q = corners_a[edges[edge_a, 1]]
    r = corners_b[edges[edge_b, 0]]
    s = corners_b[edges[edge_b, 1]]
    u, v, _ = segments_nearest(
        p[0], p[1], p[2], q[0] - p[0], q[1] - p[1], q[2] - p[2],
        r[0], r[1], r[2], s[0] - r[0], s[1] - r[1], s[2] - r[2],
    )  # fmt: skip
    feature = EDGE_FEATURE + (edge_a - code_a[FIRST_EDGE]) * CORNER_BITS + edge_b
    return add_contact(
        codes, contacts, count, a, b, feature - code_b[FIRST_EDGE], nx, ny, nz,
        0.5 * (p[0] + u * (q[0] - p[0]) + r[0] + v * (s[0] - r[0])),
        0.5 * (p[1] + u * (q[1] - p[1]) + r[1] + v * (s[1] - r[1])),
        0.5 * (p[2] + u * (q[2] - p[2]) + r[2] + v * (s[2] - r[2])),
        apart,
    )  # fmt: skip
