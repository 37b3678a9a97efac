"""Shapes with corners on a plane or on a height field: every corner may touch."""

from simloop.kernels.collision.arrays import Meeting, Shape, Table
from simloop.kernels.collision.contacts import add_contact, add_corners
from simloop.kernels.collision.fields import triangle_below
from simloop.kernels.collision.layout import Corner, FieldCode, Kind
from simloop.kernels.collision.separation import place_corners
from simloop.math.vector import Vec3

# A cylinder that leans less than this stands on four fixed points of its rim.
UPRIGHT = 1e-3


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
