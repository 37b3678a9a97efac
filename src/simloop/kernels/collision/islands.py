"""Groups of bodies that touch each other: each is solved by itself, whatever else there is.

So a body's path does not depend on bodies it never meets.
"""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.layout import BODY_A, BODY_B, INVERSE_MASS, ISLAND


def root_of(parents: Integers, body: int) -> int:
    """The lowest number in a body's group."""
    while parents[body] != body:
        parents[body] = parents[parents[body]]
        body = parents[body]
    return body


def join_bodies(bodies: Table, codes: IntegerTable, count: int, parents: Integers) -> None:
    """Let bodies that touch have the same root."""
    for body in range(bodies.shape[0]):
        parents[body] = body
    for k in range(count):
        a = codes[k, BODY_A]
        b = codes[k, BODY_B]
        if b >= 0 and bodies[a, INVERSE_MASS] > 0.0 and bodies[b, INVERSE_MASS] > 0.0:
            first = root_of(parents, a)
            second = root_of(parents, b)
            if first < second:
                parents[second] = first
            else:
                parents[first] = second


def number_islands(
    bodies: Table,
    codes: IntegerTable,
    count: int,
    parents: Integers,
    starts: Integers,
    numbers: Integers,
) -> int:
    """Number the groups in order of their first contact, and count their contacts in `starts`."""
    islands = 0
    for body in range(bodies.shape[0]):
        numbers[body] = -1
    for k in range(count):
        mover = codes[k, BODY_A]
        if bodies[mover, INVERSE_MASS] == 0.0:
            mover = codes[k, BODY_B]
        if mover < 0 or bodies[mover, INVERSE_MASS] == 0.0:
            codes[k, ISLAND] = -1
            continue
        root = root_of(parents, mover)
        if numbers[root] < 0:
            numbers[root] = islands
            starts[islands] = 0
            islands += 1
        codes[k, ISLAND] = numbers[root]
        starts[numbers[root]] += 1
    return islands


def group(
    bodies: Table,
    codes: IntegerTable,
    count: int,
    parents: Integers,
    starts: Integers,
    sequence: Integers,
) -> int:
    """Sort contacts by group, in order; contacts between things that cannot move belong to none.

    Returns how many groups there are; contacts of group i are `sequence[starts[i] : starts[i+1]]`.
    """
    join_bodies(bodies, codes, count, parents)
    # The list is free until contacts are put into it.
    islands = number_islands(bodies, codes, count, parents, starts, sequence)
    total = 0
    for island in range(islands):
        size = starts[island]
        starts[island] = total
        total += size
    for k in range(count):
        island = codes[k, ISLAND]
        if island >= 0:
            sequence[starts[island]] = k
            starts[island] += 1
    # Every start has moved to its end.
    for island in range(islands, 0, -1):
        starts[island] = starts[island - 1]
    starts[0] = 0
    return islands
