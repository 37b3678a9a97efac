"""From pairs of shapes that may touch to contacts: who asks whom, by kind."""

from simloop.kernels.collision.arrays import Contacts, Meeting, Pairs, Shapes, Table
from simloop.kernels.collision.balls import ball_contacts
from simloop.kernels.collision.capsules import capsule_capsule, capsule_polytope
from simloop.kernels.collision.contacts import mirror
from simloop.kernels.collision.corners import corners_on_field, corners_on_plane
from simloop.kernels.collision.layout import Kind
from simloop.kernels.collision.manifolds import polytope_polytope


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
