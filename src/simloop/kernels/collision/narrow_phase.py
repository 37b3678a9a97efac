"""From pairs of shapes that may touch to contacts: who asks whom, by kind."""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.balls import ball_contacts
from simloop.kernels.collision.capsules import capsule_capsule, capsule_polytope
from simloop.kernels.collision.contacts import mirror
from simloop.kernels.collision.corners import corners_on_field, corners_on_plane
from simloop.kernels.collision.layout import (
    BODY,
    BODY_A,
    BODY_B,
    CAPSULE,
    FIELD,
    KIND,
    PLANE,
    SHAPE_A,
    SHAPE_B,
)
from simloop.kernels.collision.manifolds import polytope_polytope
from simloop.math.row import Row


def find_contacts(
    pairs: IntegerTable,
    margins: Row,
    pair_count: int,
    shape_codes: IntegerTable,
    shape_sizes: Table,
    shape_poses: Table,
    vertices: Table,
    faces: Table,
    face_loops: IntegerTable,
    loops: Integers,
    edges: IntegerTable,
    directions: Table,
    heights: Row,
    scratch: Table,
    codes: IntegerTable,
    contacts: Table,
) -> int:
    """All contacts of all pairs, in the order of the pairs; more than fit are only counted."""
    corners_a = scratch[0:128]
    corners_b = scratch[128:256]
    polygon = scratch[256:384]
    clipped = scratch[384:512]
    count = 0
    for pair in range(pair_count):
        a = pairs[pair, 0]
        b = pairs[pair, 1]
        margin = margins[pair]
        before = count
        # The simpler shape asks the other one.
        swapped = shape_codes[a, KIND] > shape_codes[b, KIND]
        if swapped:
            a = pairs[pair, 1]
            b = pairs[pair, 0]
        kind_a = shape_codes[a, KIND]
        kind_b = shape_codes[b, KIND]
        if kind_a <= CAPSULE:
            count = ball_contacts(
                a, b, shape_codes, shape_sizes, shape_poses, vertices, faces, face_loops, loops,
                edges, heights, margin, codes, contacts, count,
            )  # fmt: skip
            if kind_a == CAPSULE and kind_b == CAPSULE:
                count = capsule_capsule(
                    a, b, shape_sizes, shape_poses, margin, codes, contacts, count
                )
            elif kind_a == CAPSULE and kind_b < PLANE:
                count = capsule_polytope(
                    a, b, shape_codes, shape_sizes, shape_poses, vertices, faces, face_loops,
                    loops, edges, margin, codes, contacts, count,
                )  # fmt: skip
        elif kind_b == PLANE:
            count = corners_on_plane(
                a, b, shape_codes, shape_sizes, shape_poses, vertices, polygon, margin,
                codes, contacts, count,
            )  # fmt: skip
        elif kind_b == FIELD:
            count = corners_on_field(
                a, b, shape_codes, shape_sizes, shape_poses, vertices, heights, margin,
                codes, contacts, count,
            )  # fmt: skip
        else:
            count = polytope_polytope(
                a, b, shape_codes, shape_sizes, shape_poses, vertices, faces, face_loops, loops,
                edges, directions, corners_a, corners_b, polygon, clipped, margin,
                codes, contacts, count,
            )  # fmt: skip
        last = count if count < codes.shape[0] else codes.shape[0]
        if swapped:
            mirror(contacts, before, last)
        for k in range(before, last):
            codes[k, SHAPE_A] = pairs[pair, 0]
            codes[k, SHAPE_B] = pairs[pair, 1]
            codes[k, BODY_A] = shape_codes[pairs[pair, 0], BODY]
            codes[k, BODY_B] = shape_codes[pairs[pair, 1], BODY]
    return count
