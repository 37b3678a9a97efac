"""Where two shapes with corners touch: a face clipped by another face, or two crossing edges."""

from simloop.kernels.collision.arrays import Meeting, Shape, Shapes, Table
from simloop.kernels.collision.contacts import add_contact, add_corners, copy_corner
from simloop.kernels.collision.layout import Corner, Edge, Face, FaceLoop
from simloop.kernels.collision.polytopes import segments_nearest
from simloop.kernels.collision.separation import (
    Chosen,
    Cornered,
    Crossing,
    best_edges,
    best_face,
    face_in_world,
    place_corners,
)
from simloop.kernels.collision.vectors import direction
from simloop.math.scalar import clamp
from simloop.math.vector import Vec3

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


def facing(shapes: Shapes, shape: Cornered, way: Vec3) -> int:
    """The face that looks most against a direction."""
    first = shape.code.first_face
    chosen: int = first
    lowest = 2.0
    for face in range(first, first + shape.code.faces):
        along = (shape.pose.turn @ Face(shapes.faces[face]).normal).dot(way)
        if along < lowest:
            lowest = along
            chosen = face
    return chosen


def clip(polygon: Table, count: int, clipped: Table, a: Vec3, side: Vec3, mark: int) -> int:
    """The part of a polygon on the positive side of the plane through a with this normal."""
    kept = 0
    for k in range(count):
        last = Corner(polygon[count - 1 if k == 0 else k - 1])
        corner = Corner(polygon[k])
        before = (last.place - a).dot(side)
        here = (corner.place - a).dot(side)
        if (before < -BESIDE_M) != (here < -BESIDE_M):
            t = clamp(before / (before - here), 0.0, 1.0)
            cut = Corner(clipped[kept])
            cut.place = last.place + t * (corner.place - last.place)
            cut.feature = float(CUT + CUT * mark + int(corner.feature) % CUT)
            kept += 1
        if here >= -BESIDE_M:
            copy_corner(Corner(clipped[kept]), corner)
            kept += 1
    return kept


def clip_faces(meeting: Meeting, mine: Cornered, face: int, other: Cornered, opposite: int) -> int:
    """The corners of the other's face within the sides of a face, with their distance."""
    shapes = meeting.shapes
    polygon = meeting.corner_list(2)
    clipped = meeting.corner_list(3)
    plane = face_in_world(shapes, face, mine.pose)
    loop = FaceLoop(shapes.face_loops[opposite])
    count = loop.count
    for k in range(count):
        corner = Corner(polygon[k])
        corner.place = Corner(other.corners[shapes.loops[loop.start + k]]).place
        corner.feature = float(k)
    loop_of_mine = FaceLoop(shapes.face_loops[face])
    sides = loop_of_mine.count
    start = loop_of_mine.start
    for k in range(sides):
        a = Corner(mine.corners[shapes.loops[start + k]]).place
        b = Corner(mine.corners[shapes.loops[start + (k + 1) % sides]]).place
        count = clip(polygon, count, clipped, a, direction(plane.normal.cross(b - a)), k)
        for i in range(count):
            copy_corner(Corner(polygon[i]), Corner(clipped[i]))
    kept = 0
    for k in range(count):
        corner = Corner(polygon[k])
        gap = plane.normal.dot(corner.place) - plane.offset
        if gap <= meeting.margin:
            left = Corner(polygon[kept])
            copy_corner(left, corner)
            left.gap = gap
            kept += 1
    return kept


def nearest_corner(
    other: Cornered, normal: Vec3, above: float, penalty: float, polygon: Table, found: int
) -> int:
    """Take the corner nearest to a face's plane where all of a clipped face is farther away.

    Near an edge the nearest corner may lie beside the face. The distance from the plane is no more
    than the true one, and both are zero together.
    """
    lowest = 1e30
    for k in range(found):
        gap = Corner(polygon[k]).gap
        lowest = gap if gap < lowest else lowest
    if lowest <= above + penalty:
        return found
    best = 0
    least = 1e30
    for k in range(other.code.vertices):
        along = normal.dot(Corner(other.corners[k]).place)
        if along < least:
            least = along
            best = k
    only = Corner(polygon[0])
    only.place = Corner(other.corners[best]).place
    only.gap = above
    only.feature = float(CORNER_BITS - 1)
    return 1


def face_contacts(
    meeting: Meeting, mine: Cornered, chosen: Chosen, other: Cornered, side: float, penalty: float
) -> None:
    """Corners of the other on the chosen face; `side` is 1 if the face is B's, -1 if it is A's."""
    normal = face_in_world(meeting.shapes, chosen.face, mine.pose).normal
    opposite = facing(meeting.shapes, other, normal)
    number = chosen.face - mine.code.first_face + (0 if side > 0.0 else FACE_BITS)
    feature = (number * FACE_BITS + opposite - other.code.first_face) * CORNER_BITS
    found = clip_faces(meeting, mine, chosen.face, other, opposite)
    polygon = meeting.corner_list(2)
    found = nearest_corner(other, normal, chosen.above, penalty, polygon, found)
    add_corners(meeting.contacts, feature, side * normal, side, polygon, found)


def outer_edge(shapes: Shapes, shape: Cornered, wanted: int, way: Vec3) -> int:
    """Of all edges with a direction, the one that lies farthest along an axis."""
    first = shape.code.first_edge
    chosen: int = first
    highest = -1e30
    for number in range(first, first + shape.code.edges):
        edge = Edge(shapes.edges[number])
        along = way.dot(Corner(shape.corners[edge.a]).place + Corner(shape.corners[edge.b]).place)
        if edge.direction == wanted and along > highest:
            highest = along
            chosen = number
    return chosen


def polytope_polytope(meeting: Meeting, a: Shape, b: Shape) -> None:
    """Two shapes with corners; nothing if some axis keeps them farther apart than the margin."""
    shapes = meeting.shapes
    margin = meeting.margin
    corners_a = Cornered(a.code, a.pose, meeting.corner_list(0))
    corners_b = Cornered(b.code, b.pose, meeting.corner_list(1))
    place_corners(shapes, a, corners_a.corners)
    place_corners(shapes, b, corners_b.corners)
    face_a = best_face(shapes, corners_a, corners_b, margin)
    if face_a.above > margin:
        return
    face_b = best_face(shapes, corners_b, corners_a, margin)
    if face_b.above > margin:
        return
    crossing = best_edges(shapes, corners_a, corners_b, margin)
    if crossing.apart > margin:
        return
    penalty = EDGE_PENALTY * (a.size.reach + b.size.reach)
    if crossing.apart > face_a.above + penalty and crossing.apart > face_b.above + penalty:
        edge_contact(meeting, corners_a, corners_b, crossing)
    elif face_b.above > face_a.above + penalty:
        face_contacts(meeting, corners_b, face_b, corners_a, 1.0, penalty)
    else:
        face_contacts(meeting, corners_a, face_a, corners_b, -1.0, penalty)


def edge_contact(meeting: Meeting, a: Cornered, b: Cornered, crossing: Crossing) -> None:
    """The one point where the edges that separate best are nearest."""
    shapes = meeting.shapes
    number_a = outer_edge(shapes, a, crossing.i, -crossing.axis)
    number_b = outer_edge(shapes, b, crossing.j, crossing.axis)
    edge_a = Edge(shapes.edges[number_a])
    edge_b = Edge(shapes.edges[number_b])
    p = Corner(a.corners[edge_a.a]).place
    along_a = Corner(a.corners[edge_a.b]).place - p
    r = Corner(b.corners[edge_b.a]).place
    along_b = Corner(b.corners[edge_b.b]).place - r
    u, v, _ = segments_nearest(p, along_a, r, along_b)
    feature = EDGE_FEATURE + (number_a - a.code.first_edge) * CORNER_BITS
    feature += number_b - b.code.first_edge
    point = 0.5 * (p + u * along_a + r + v * along_b)
    add_contact(meeting.contacts, feature, crossing.axis, point, crossing.apart)
