"""Groups of bodies that touch each other: each is solved by itself, whatever else there is.

So a body's path does not depend on bodies it never meets.
"""

from simloop.kernels.collision.arrays import Bodies, Contacts, Groups, Integers


def root_of(parents: Integers, body: int) -> int:
    """The lowest number in a body's group."""
    while parents[body] != body:
        parents[body] = parents[parents[body]]
        body = parents[body]
    return body


def join_bodies(bodies: Bodies, contacts: Contacts, count: int, parents: Integers) -> None:
    """Let bodies that touch have the same root."""
    for body in range(len(parents)):
        parents[body] = body
    for k in range(count):
        a = contacts.code(k).body_a
        b = contacts.code(k).body_b
        if b >= 0 and bodies.body(a).inverse_mass > 0.0 and bodies.body(b).inverse_mass > 0.0:
            first = root_of(parents, a)
            second = root_of(parents, b)
            if first < second:
                parents[second] = first
            else:
                parents[first] = second


def number_islands(bodies: Bodies, contacts: Contacts, count: int, groups: Groups) -> int:
    """Number the groups in order of their first contact, and count their contacts in `starts`."""
    # The list is free until contacts are put into it.
    numbers = groups.sequence
    islands = 0
    for body in range(len(groups.parents)):
        numbers[body] = -1
    for k in range(count):
        code = contacts.code(k)
        mover = code.body_a
        if bodies.body(mover).inverse_mass == 0.0:
            mover = code.body_b
        if mover < 0 or bodies.body(mover).inverse_mass == 0.0:
            code.island = -1
            continue
        root = root_of(groups.parents, mover)
        if numbers[root] < 0:
            numbers[root] = islands
            groups.starts[islands] = 0
            islands += 1
        code.island = numbers[root]
        groups.starts[numbers[root]] += 1
    return islands


def group(bodies: Bodies, contacts: Contacts, count: int, groups: Groups) -> int:
    """Sort contacts by group, in order; contacts between things that cannot move belong to none.

    Returns how many groups there are; contacts of group i are `sequence[starts[i] : starts[i+1]]`.
    """
    starts = groups.starts
    join_bodies(bodies, contacts, count, groups.parents)
    islands = number_islands(bodies, contacts, count, groups)
    total = 0
    for island in range(islands):
        size = starts[island]
        starts[island] = total
        total += size
    for k in range(count):
        island = contacts.code(k).island
        if island >= 0:
            groups.sequence[starts[island]] = k
            starts[island] += 1
    # Every start has moved to its end.
    for island in range(islands, 0, -1):
        starts[island] = starts[island - 1]
    starts[0] = 0
    return islands
