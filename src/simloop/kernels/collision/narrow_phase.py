"""From pairs of shapes that may touch to contacts: who asks whom, by kind.

Round shapes meet everything: a sphere is one ball, a capsule two with a line between. Of shapes
with corners every corner may touch a plane or a height field.
"""

from simloop.kernels.collision.arrays import Contacts, Meeting, Pairs, Shape, Shapes, Table
from simloop.kernels.collision.capsules import capsule_capsule, capsule_polytope
from simloop.kernels.collision.contacts import add_contact, add_corners, mirror
from simloop.kernels.collision.fields import point_to_field, triangle_below
from simloop.kernels.collision.layout import Corner, FieldCode, Kind
from simloop.kernels.collision.manifolds import polytope_polytope
from simloop.kernels.collision.points import (
    Distance,
    point_to_ball,
    point_to_box,
    point_to_capsule,
    point_to_cylinder,
)
from simloop.kernels.collision.polytopes import point_to_polytope
from simloop.kernels.collision.separation import place_corners
from simloop.math.vector import Vec3

# A cylinder that leans less than this stands on four fixed points of its rim.
UPRIGHT = 1e-3


def find_contacts(
    shapes: Shapes, pairs: Pairs, pair_count: int, corners: Table, contacts: Contacts
) -> int:
    """All contacts of all pairs, in the order of the pairs; more than fit are only counted."""
    contacts.found[0] = 0
    for pair in range(pair_count):
        first = pairs.shapes[pair, 0]
        second = pairs.shapes[pair, 1]
        before = contacts.found[0]
        # The simpler shape asks the other one.
        swapped = shapes.shape(first).code.kind > shapes.shape(second).code.kind
        a = second if swapped else first
        b = first if swapped else second
        pair_contacts(Meeting(shapes, pairs.margins[pair], corners, contacts), a, b)
        last = min(contacts.found[0], contacts.codes.shape[0])
        if swapped:
            mirror(contacts, before, last)
        for k in range(before, last):
            code = contacts.code(k)
            code.shape_a = first
            code.shape_b = second
            code.body_a = shapes.shape(first).code.body
            code.body_b = shapes.shape(second).code.body
    return int(contacts.found[0])


def pair_contacts(meeting: Meeting, number_a: int, number_b: int) -> None:
    """The contacts of a pair, the simpler shape first."""
    a = meeting.shapes.shape(number_a)
    b = meeting.shapes.shape(number_b)
    kind_a = a.code.kind
    kind_b = b.code.kind
    if kind_a <= Kind.CAPSULE:
        ball_contacts(meeting, number_a, number_b)
        if kind_a == Kind.CAPSULE and kind_b == Kind.CAPSULE:
            capsule_capsule(meeting, a, b)
        elif kind_a == Kind.CAPSULE and kind_b < Kind.PLANE:
            capsule_polytope(meeting, a, b)
    elif kind_b == Kind.PLANE:
        corners_on_plane(meeting, a, b)
    elif kind_b == Kind.FIELD:
        corners_on_field(meeting, a, number_b)
    else:
        polytope_polytope(meeting, a, b)


def probe(shapes: Shapes, b: int, point: Vec3, search: float) -> Distance:
    """How far a point in NED is from any shape, and the way out in NED."""
    code, size, pose = shapes.shape(b)
    kind = code.kind
    p = pose.to_shape(point)
    if kind == Kind.PLANE:
        found = Distance(-p.z, Vec3(0.0, 0.0, -1.0))
    elif kind == Kind.SPHERE:
        found = point_to_ball(p, size.radius)
    elif kind == Kind.CAPSULE:
        found = point_to_capsule(p, size.radius, size.half.z)
    elif kind == Kind.BOX:
        found = point_to_box(p, size.half)
    elif kind == Kind.CYLINDER:
        found = point_to_cylinder(p, size.radius, size.half.z)
    elif kind == Kind.FIELD:
        field = FieldCode(shapes.codes[b])
        found = point_to_field(field, size.radius, shapes.heights, p, search)
    else:
        found = point_to_polytope(shapes, code, p)
    return Distance(found.out, pose.turn @ found.normal)


def ball_contacts(meeting: Meeting, a: int, b: int) -> None:
    """The balls of shape A, one or two, against shape B."""
    shapes = meeting.shapes
    code, size, pose = shapes.shape(a)
    radius = size.radius
    is_capsule = code.kind == Kind.CAPSULE
    half = size.half.z if is_capsule else 0.0
    for k in range(2 if is_capsule else 1):
        middle = pose.centre + (half - 2.0 * half * k) * pose.axis()
        found = probe(shapes, b, middle, radius + meeting.margin)
        gap = found.out - radius
        if gap <= meeting.margin:
            point = middle - (radius + 0.5 * gap) * found.normal
            add_contact(meeting.contacts, k, found.normal, point, gap)


def corners_on_plane(meeting: Meeting, a: Shape, plane: Shape) -> None:
    """The corners of A, or the rims of a cylinder, that are near the plane."""
    corners = meeting.corner_list(2)
    normal = plane.pose.turn @ Vec3(0.0, 0.0, -1.0)
    found = 0
    if a.code.kind == Kind.CYLINDER:
        found = rim_points(a, normal, corners)
    else:
        place_corners(meeting.shapes, a, corners)
        found = a.code.vertices
    kept = 0
    for k in range(found):
        place = Corner(corners[k]).place
        gap = normal.dot(place - plane.pose.centre)
        if gap <= meeting.margin:
            corner = Corner(corners[kept])
            corner.place = place
            corner.gap = gap
            corner.feature = float(k)
            kept += 1
    add_corners(meeting.contacts, 0, normal, 1.0, corners, kept)


def rim_points(a: Shape, normal: Vec3, corners: Table) -> int:
    """Four points on each rim of a cylinder, beginning with the lowest against the normal."""
    axis = a.pose.axis()
    lowest = normal.dot(axis) * axis - normal
    sine = lowest.norm()
    if sine < UPRIGHT:
        lowest = a.pose.turn.transposed().x
        sine = 1.0
    lowest = lowest * (a.size.radius / sine)
    # Across the axis and across the first direction, as long as the radius.
    sideways = axis.cross(lowest)
    for k in range(8):
        end = a.size.half.z if k < 4 else -a.size.half.z
        turn = k % 4
        along = 1.0 if turn == 0 else (-1.0 if turn == 1 else 0.0)
        across = 1.0 if turn == 2 else (-1.0 if turn == 3 else 0.0)
        corner = Corner(corners[k])
        corner.place = a.pose.centre + end * axis + along * lowest + across * sideways
    return 8


def corners_on_field(meeting: Meeting, a: Shape, b: int) -> None:
    """The corners of A that are near the triangle of the field B below them."""
    shapes = meeting.shapes
    first = a.code.first_vertex
    field = FieldCode(shapes.codes[b])
    _, size, pose = shapes.shape(b)
    for k in range(a.code.vertices):
        corner = a.pose.to_world(shapes.vertex(first + k))
        found = triangle_below(field, size.radius, shapes.heights, pose.to_shape(corner))
        gap = found.out
        if gap <= meeting.margin:
            normal = pose.turn @ found.normal
            add_contact(meeting.contacts, k, normal, corner - (0.5 * gap) * normal, gap)
