"""Round shapes against everything: a sphere is one ball, a capsule two with a line between."""

from simloop.kernels.collision.arrays import Meeting, Shapes
from simloop.kernels.collision.contacts import add_contact
from simloop.kernels.collision.fields import point_to_field
from simloop.kernels.collision.layout import FieldCode, Kind
from simloop.kernels.collision.points import (
    Distance,
    point_to_ball,
    point_to_box,
    point_to_capsule,
    point_to_cylinder,
)
from simloop.kernels.collision.polytopes import point_to_polytope
from simloop.math.vector import Vec3


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
