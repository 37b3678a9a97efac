"""One tick of collisions, in the two steps that follow the search: meet, then settle."""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.broad_phase import expand_pairs
from simloop.kernels.collision.islands import group
from simloop.kernels.collision.narrow_phase import find_contacts
from simloop.kernels.collision.placing import place_shapes
from simloop.kernels.collision.solver import solve_all
from simloop.kernels.collision.touches import find_touches, recall, remember
from simloop.math.row import Row


def meet(
    near: IntegerTable,
    near_count: int,
    places: Table,
    bodies: Table,
    body_codes: IntegerTable,
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
    pairs: IntegerTable,
    margins: Row,
    codes: IntegerTable,
    contacts: Table,
) -> int:
    """Find the contacts of all that is near; more than fit are only counted.

    Returns the number of contacts, or minus the number of pairs where those do not fit.
    """
    place_shapes(places, bodies, body_codes, shape_sizes, shape_poses)
    pair_count = expand_pairs(
        near, near_count, body_codes, shape_sizes, shape_poses, places, pairs, margins
    )
    if pair_count > pairs.shape[0]:
        return -pair_count
    return find_contacts(
        pairs, margins, pair_count, shape_codes, shape_sizes, shape_poses, vertices, faces,
        face_loops, loops, edges, directions, heights, scratch, codes, contacts,
    )  # fmt: skip


def settle(
    tick: int,
    dt_s: float,
    settings: Row,
    codes: IntegerTable,
    contacts: Table,
    count: int,
    shape_sizes: Table,
    bodies: Table,
    parents: Integers,
    starts: Integers,
    sequence: Integers,
    memory_codes: IntegerTable,
    memory: Table,
    remembered: int,
    last_touch: Row,
    results: Table,
    begun_codes: IntegerTable,
    begun: Table,
) -> int:
    """Solve the contacts and keep what the next tick needs; returns how many touches began."""
    recall(codes, contacts, count, memory_codes, memory, remembered, last_touch)
    islands = group(bodies, codes, count, parents, starts, sequence)
    solve_all(bodies, codes, contacts, shape_sizes, sequence, starts, islands, dt_s, settings)
    for body in range(results.shape[0]):
        for part in range(results.shape[1]):
            results[body, part] = 0.0
    found = find_touches(
        codes, contacts, count, tick, settings[4], last_touch, results, begun_codes, begun
    )
    remember(codes, contacts, count, last_touch, memory_codes, memory)
    return found
