"""One tick of collisions: search, then meet, then settle."""

from simloop.kernels.collision.arrays import (
    Bodies,
    Integers,
    Lists,
    Rooms,
    Seats,
    Settings,
    Shapes,
    Still,
)
from simloop.kernels.collision.bodies import gather, locate, scatter
from simloop.kernels.collision.broad_phase import expand_pairs
from simloop.kernels.collision.elbow_room import (
    count_out,
    find_crowded,
    pairs_of_crowded,
    store_balls,
)
from simloop.kernels.collision.islands import group
from simloop.kernels.collision.layout import State
from simloop.kernels.collision.narrow_phase import find_contacts
from simloop.kernels.collision.placing import place_shapes
from simloop.kernels.collision.solver import solve_all
from simloop.kernels.collision.touches import find_touches, recall, remember


class Answer:
    """What a tick answers: nothing to tell, arrays too small so that nothing was done, touches."""

    FINE = 0
    TOO_SMALL = 1
    TOUCHED = 2


def meet(shapes: Shapes, bodies: Bodies, near_count: int, lists: Lists) -> int:
    """Find the contacts of all that is near; more than fit are only counted.

    Returns the number of contacts, or minus the number of pairs where those do not fit.
    """
    place_shapes(shapes, bodies)
    pair_count = expand_pairs(shapes, bodies, near_count, lists)
    if pair_count > lists.pairs.shapes.shape[0]:
        return -pair_count
    return find_contacts(shapes, lists.pairs, pair_count, lists.corners, lists.contacts)


def settle(
    tick: int,
    settings: Settings,
    shapes: Shapes,
    bodies: Bodies,
    lists: Lists,
    count: int,
    remembered: int,
) -> int:
    """Solve the contacts and keep what the next tick needs; returns how many touches began."""
    contacts, touches = lists.contacts, lists.touches
    recall(contacts, count, lists.memory, remembered, touches)
    islands = group(bodies, contacts, count, lists.groups)
    solve_all(bodies, contacts, shapes, lists.groups, islands, settings)
    results = touches.results
    for body in range(results.shape[0]):
        for part in range(results.shape[1]):
            results[body, part] = 0.0
    found = find_touches(contacts, count, tick, settings.quiet_ticks, touches)
    remember(contacts, count, lists.memory, touches)
    return found


def whole_tick(
    tick: int,
    tables: tuple[Seats, ...],
    settings: Settings,
    numbers: Integers,
    shapes: Shapes,
    still: Still,
    bodies: Bodies,
    rooms: Rooms,
    lists: Lists,
) -> int:
    """A tick over all tables, for fused runs."""
    state = State(numbers)
    held = 0
    for seats in tables:
        held += locate(seats, settings, bodies)
    rest = held == 0 and state.dirty == 0
    many = find_crowded(rooms, bodies, still)
    for seats in tables:
        store_balls(seats, rooms.balls)
    found = 0
    if many > 0:
        found = pairs_of_crowded(rooms, many, bodies, still, lists.near)
    if found > lists.near.shape[0]:
        return Answer.TOO_SMALL
    if found == 0 and rest:
        state.remembered = 0
        return Answer.FINE
    for seats in tables:
        gather(seats, settings, still.first_ground, shapes, bodies)
    count = 0
    if found > 0:
        count = meet(shapes, bodies, found, lists)
    if count < 0 or count > lists.contacts.codes.shape[0]:
        return Answer.TOO_SMALL
    if count == 0 and rest:
        state.remembered = 0
        return Answer.FINE
    fresh = settle(tick, settings, shapes, bodies, lists, count, state.remembered)
    state.remembered = count
    for seats in tables:
        scatter(seats, settings, tick, bodies, lists.touches)
    state.dirty = 1 if count > 0 or held > 0 else 0
    state.begun = fresh
    return Answer.TOUCHED if fresh > 0 else Answer.FINE


def glance(numbers: Integers, tables: tuple[Seats, ...]) -> int:
    """Whether a tick has anything to do."""
    state = State(numbers)
    busy = state.dirty + state.remembered
    for seats in tables:
        busy += count_out(seats)
    return busy
