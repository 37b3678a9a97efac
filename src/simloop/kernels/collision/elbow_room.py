"""Who has room: a ball around each body in which nothing else is.

The balls of two bodies never overlap, and no ball reaches anything that stands still. As long as a
body, with as far as it could come in the next ticks, stays inside its ball, it cannot touch anybody
who does the same. A body that leaves its ball measures a new one; who finds no room is crowded, and
only the crowded have to look for pairs.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.broad_phase import (
    GRID_COLUMNS,
    GRID_EAST,
    GRID_NORTH,
    GRID_ROWS,
    GRID_SCALE,
    beyond,
    grid_cell,
    note_pair,
    still_near,
)
from simloop.kernels.collision.columns import C_BALL, C_OUT, COLUMNS_USED
from simloop.kernels.collision.layout import ABOVE_GROUND, AROUND, NEAR, SLACK
from simloop.math.row import Row

# A body's ball: its middle, then its radius
ROOM = 3
SAFE_FIELDS = 4

# How far around a body is measured, in multiples of what it could come in the next ticks.
FAR = 200.0
# Rounding must never hide a pair that the search would find.
HAIR_M = 1e-9


def find_crowded(
    safe: Table,
    places: Table,
    meets_ground: Integers,
    grid: Row,
    cells: Integers,
    still: Table,
    planes: Table,
    crowded: Integers,
    is_crowded: Integers,
) -> int:
    """How many bodies have no room; their numbers come into `crowded`, and are marked."""
    count = 0
    for body in range(places.shape[0]):
        around = places[body, AROUND]
        left = safe[body, ROOM] - around
        x = places[body, 0] - safe[body, 0]
        y = places[body, 1] - safe[body, 1]
        z = places[body, 2] - safe[body, 2]
        free = left > 0.0 and x * x + y * y + z * z < left * left
        if not free:
            free = measure(body, safe, places, grid, cells, still, planes)
        # The ground goes along with its body, so it is asked every time.
        if meets_ground[body] == 1 and places[body, ABOVE_GROUND] <= around:
            free = False
        is_crowded[body] = 0 if free else 1
        if not free:
            crowded[count] = body
            count += 1
    return count


def pairs_of_crowded(
    crowded: Integers,
    count: int,
    is_crowded: Integers,
    places: Table,
    first_ground: int,
    first_still: int,
    meets_ground: Integers,
    grid: Row,
    cells: Integers,
    still: Table,
    planes: Table,
    visited: Integers,
    near: IntegerTable,
) -> int:
    """All that may touch, as the search finds it: bodies with bodies, then with shapes."""
    found = 0
    for k in range(count):
        found = bodies_near(crowded[k], is_crowded, places, near, found)
    for k in range(len(visited)):
        visited[k] = -1
    for k in range(count):
        body = crowded[k]
        found = still_near(
            body, places, first_ground, first_still, meets_ground, grid, cells, still, planes,
            visited, near, found,
        )  # fmt: skip
    return found


def bodies_near(
    body: int, is_crowded: Integers, places: Table, near: IntegerTable, found: int
) -> int:
    """Pairs of a crowded body and others whose balls overlap; two crowded ones once."""
    for other in range(places.shape[0]):
        if other == body or (other < body and is_crowded[other] == 1):
            continue
        x = places[body, 0] - places[other, 0]
        y = places[body, 1] - places[other, 1]
        z = places[body, 2] - places[other, 2]
        around = places[body, AROUND] + places[other, AROUND]
        if x * x + y * y + z * z <= around * around:
            places[body, NEAR] = 1.0
            places[other, NEAR] = 1.0
            first = body if body < other else other
            second = other if body < other else body
            found = note_pair(near, found, first, -1 - second)
    return found


def measure(
    body: int, safe: Table, places: Table, grid: Row, cells: Integers, still: Table, planes: Table
) -> bool:
    """Give a body a new ball of room around its place; False if something is too near for one."""
    x = places[body, 0]
    y = places[body, 1]
    z = places[body, 2]
    around = places[body, AROUND]
    room = around + FAR * places[body, SLACK]
    for k in range(planes.shape[0]):
        above = planes[k, 0] * x + planes[k, 1] * y + planes[k, 2] * z - planes[k, 3]
        room = above if above < room else room
    room = room_in_grid(room, x, y, z, grid, cells, still)
    if room >= around + HAIR_M:
        room = room_among_bodies(body, room, safe, places)
    fits = bool(room >= around + HAIR_M)
    safe[body, 0] = x
    safe[body, 1] = y
    safe[body, 2] = z
    safe[body, ROOM] = room if fits else 0.0
    return fits


def room_in_grid(
    room: float, x: float, y: float, z: float, grid: Row, cells: Integers, still: Table
) -> float:
    """How much of the room what stands still leaves."""
    columns = int(grid[GRID_COLUMNS])
    if columns == 0:
        return room
    north = (x - grid[GRID_NORTH]) * grid[GRID_SCALE]
    east = (y - grid[GRID_EAST]) * grid[GRID_SCALE]
    wide = room * grid[GRID_SCALE]
    row_end = grid_cell(north + wide, grid[GRID_ROWS]) + 1
    column_first = grid_cell(east - wide, grid[GRID_COLUMNS])
    column_end = grid_cell(east + wide, grid[GRID_COLUMNS]) + 1
    for row in range(grid_cell(north - wide, grid[GRID_ROWS]), row_end):
        for column in range(column_first, column_end):
            cell = row * columns + column
            for k in range(cells[cell], cells[cell + 1]):
                gap = gap_to_box(still[cells[k]], x, y, z)
                room = gap if gap < room else room
    return room


def gap_to_box(still: Row, x: float, y: float, z: float) -> float:
    """Distance to what is in a box, and within a radius of its upright axis if it has one."""
    dx = beyond(x, still[0], still[1])
    dy = beyond(y, still[2], still[3])
    dz = beyond(z, still[4], still[5])
    gap = sqrt(dx * dx + dy * dy + dz * dz)
    if still[6] == 0.0:
        return gap
    dx = x - 0.5 * (still[0] + still[1])
    dy = y - 0.5 * (still[2] + still[3])
    from_axis = sqrt(dx * dx + dy * dy) - still[6]
    return from_axis if from_axis > gap else gap


def room_among_bodies(body: int, room: float, safe: Table, places: Table) -> float:
    """How much of the room the balls of others leave; one in the way shrinks to where it is now."""
    x = places[body, 0]
    y = places[body, 1]
    z = places[body, 2]
    for other in range(places.shape[0]):
        dx = x - safe[other, 0]
        dy = y - safe[other, 1]
        dz = z - safe[other, 2]
        both = room + safe[other, ROOM]
        if other == body or dx * dx + dy * dy + dz * dz >= both * both:
            continue
        dx = x - places[other, 0]
        dy = y - places[other, 1]
        dz = z - places[other, 2]
        apart = sqrt(dx * dx + dy * dy + dz * dz)
        shrink(other, 0.5 * apart, safe, places)
        left = apart - safe[other, ROOM]
        room = left if left < room else room
    return room


def shrink(body: int, most: float, safe: Table, places: Table) -> None:
    """Move a ball's middle to its body, and make it small enough to stay inside the old one."""
    dx = places[body, 0] - safe[body, 0]
    dy = places[body, 1] - safe[body, 1]
    dz = places[body, 2] - safe[body, 2]
    room = safe[body, ROOM] - sqrt(dx * dx + dy * dy + dz * dz)
    # Less than it needs would only make it measure again at once.
    around = places[body, AROUND]
    limit = most if most > around else around
    room = room if room < limit else limit
    safe[body, 0] = places[body, 0]
    safe[body, 1] = places[body, 1]
    safe[body, 2] = places[body, 2]
    safe[body, ROOM] = room if room > 0.0 else 0.0


def count_out(floats: Table, lanes: int, where: Integers) -> int:
    """How many bodies of a table may leave their ball of room; nobody else does."""
    count = 0
    first = where[C_OUT] * lanes
    for block in range(floats.shape[0]):
        for at in range(first, first + lanes):
            count += 1 if floats[block, at] != 0.0 else 0
    return count


def store_balls(floats: Table, lanes: int, where: Integers, safe: Table) -> None:
    """Write the balls of room into the columns, where the guard compares with them."""
    at_ball = where[C_BALL] * lanes
    for k in range(COLUMNS_USED, len(where), 2):
        block = where[k] // lanes
        at = at_ball + where[k] % lanes
        for axis in range(4):
            floats[block, at + axis * lanes] = safe[where[k + 1], axis]
