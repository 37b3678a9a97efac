"""From pairs of shapes that may touch to contacts: who asks whom, by kind."""

from simloop.kernels.collision.arrays import Contacts, Pairs, Shapes, Table
from simloop.kernels.collision.balls import ball_contacts
from simloop.kernels.collision.capsules import capsule_capsule, capsule_polytope
from simloop.kernels.collision.contacts import mirror
from simloop.kernels.collision.corners import corners_on_field, corners_on_plane
from simloop.kernels.collision.layout import Kind
from simloop.kernels.collision.manifolds import CORNERS_MOST, polytope_polytope


def find_contacts(
    shapes: Shapes, pairs: Pairs, pair_count: int, scratch: Table, contacts: Contacts
) -> int:
    """All contacts of all pairs, in the order of the pairs; more than fit are only counted."""
    count = 0
    for pair in range(pair_count):
        first = pairs.shapes[pair, 0]
        second = pairs.shapes[pair, 1]
        before = count
        # The simpler shape asks the other one.
        swapped = shapes.shape(first).code.kind > shapes.shape(second).code.kind
        a = second if swapped else first
        b = first if swapped else second
        count = pair_contacts(shapes, a, b, pairs.margins[pair], scratch, contacts, count)
        last = count if count < contacts.codes.shape[0] else contacts.codes.shape[0]
        if swapped:
            mirror(contacts, before, last)
        for k in range(before, last):
            code = contacts.code(k)
            code.shape_a = first
            code.shape_b = second
            code.body_a = shapes.shape(first).code.body
            code.body_b = shapes.shape(second).code.body
    return count


def pair_contacts(
    shapes: Shapes,
    number_a: int,
    number_b: int,
    margin: float,
    scratch: Table,
    contacts: Contacts,
    count: int,
) -> int:
    """The contacts of a pair, the simpler shape first."""
    a = shapes.shape(number_a)
    b = shapes.shape(number_b)
    kind_a = a.code.kind
    kind_b = b.code.kind
    if kind_a <= Kind.CAPSULE:
        count = ball_contacts(shapes, number_a, number_b, margin, contacts, count)
        if kind_a == Kind.CAPSULE and kind_b == Kind.CAPSULE:
            count = capsule_capsule(a, b, margin, contacts, count)
        elif kind_a == Kind.CAPSULE and kind_b < Kind.PLANE:
            count = capsule_polytope(shapes, a, b, margin, contacts, count)
    elif kind_b == Kind.PLANE:
        corners = scratch[2 * CORNERS_MOST : 3 * CORNERS_MOST]
        count = corners_on_plane(shapes, a, b, corners, margin, contacts, count)
    elif kind_b == Kind.FIELD:
        count = corners_on_field(shapes, a, number_b, margin, contacts, count)
    else:
        count = polytope_polytope(shapes, a, b, scratch, margin, contacts, count)
    return count
