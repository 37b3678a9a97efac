"""Who may touch whom: a sweep over bodies along north, and a grid of what stands still.

Every body is a ball of its reach and a margin, as far as it could come in the next ticks. What
stands still lies in a grid over north and east; what has no end has no place in it and is asked by
every body.
"""

from simloop.kernels.collision.arrays import Integers, IntegerTable, Table
from simloop.kernels.collision.bodies import locate
from simloop.kernels.collision.layout import (
    ABOVE_GROUND,
    AROUND,
    FIRST_SHAPE,
    NEAR,
    REACH,
    SHAPES,
    SLACK,
)
from simloop.math.row import Row

# The grid's numbers: first cell north and east, cells per metre, rows and columns
GRID_NORTH = 0
GRID_EAST = 1
GRID_SCALE = 2
GRID_ROWS = 3
GRID_COLUMNS = 4
GRID_FIELDS = 5


def keep_sorted(places: Table, order: Integers) -> None:
    """Sort bodies by their southern end; it barely changes from tick to tick."""
    for k in range(1, len(order)):
        body = order[k]
        low = places[body, 0] - places[body, AROUND]
        at = k
        while at > 0 and places[order[at - 1], 0] - places[order[at - 1], AROUND] > low:
            order[at] = order[at - 1]
            at -= 1
        order[at] = body


def note_pair(near: IntegerTable, count: int, first: int, second: int) -> int:
    """Note a body and what may touch it, if there is room; return how many there would be."""
    if count < near.shape[0]:
        near[count, 0] = first
        near[count, 1] = second
    return count + 1


def near_bodies(places: Table, order: Integers, near: IntegerTable, count: int) -> int:
    """Pairs of bodies whose balls overlap, the lower number first."""
    bodies = len(order)
    for k in range(bodies):
        a = order[k]
        end = places[a, 0] + places[a, AROUND]
        for other in range(k + 1, bodies):
            b = order[other]
            if places[b, 0] - places[b, AROUND] > end:
                break
            x = places[a, 0] - places[b, 0]
            y = places[a, 1] - places[b, 1]
            z = places[a, 2] - places[b, 2]
            around = places[a, AROUND] + places[b, AROUND]
            if x * x + y * y + z * z <= around * around:
                places[a, NEAR] = 1.0
                places[b, NEAR] = 1.0
                count = note_pair(near, count, a if a < b else b, b if a < b else a)
    return count


def grid_cell(x: float, cells: float) -> int:
    """The cell of a place, the outermost for what is beyond."""
    if x < 0.0:
        return 0
    if x >= cells:
        return int(cells) - 1
    return int(x)


def is_near_box(still: Row, x: float, y: float, z: float, around: float) -> bool:
    """May a ball touch what is in a box, and within a radius of its upright axis if it has one?"""
    dx = beyond(x, still[0], still[1])
    dy = beyond(y, still[2], still[3])
    dz = beyond(z, still[4], still[5])
    if dx * dx + dy * dy + dz * dz > around * around:
        return False
    if still[6] == 0.0:
        return True
    dx = x - 0.5 * (still[0] + still[1])
    dy = y - 0.5 * (still[2] + still[3])
    return bool(dx * dx + dy * dy <= (still[6] + around) * (still[6] + around))


def beyond(x: float, low: float, high: float) -> float:
    """How far a number is outside an interval."""
    if x < low:
        return low - x
    if x > high:
        return x - high
    return 0.0


def near_still(
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
    count: int,
) -> int:
    """Pairs of all bodies and what stands still."""
    for body in range(places.shape[0]):
        count = still_near(
            body, places, first_ground, first_still, meets_ground, grid, cells, still, planes,
            visited, near, count,
        )  # fmt: skip
    return count


def still_near(
    body: int,
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
    count: int,
) -> int:
    """Pairs of a body and a shape that stands still, as the number of that shape."""
    columns = int(grid[GRID_COLUMNS])
    around = places[body, AROUND]
    x = places[body, 0]
    y = places[body, 1]
    z = places[body, 2]
    before = count
    if meets_ground[body] == 1 and places[body, ABOVE_GROUND] <= around:
        count = note_pair(near, count, body, first_ground + body)
    for k in range(planes.shape[0]):
        above = planes[k, 0] * x + planes[k, 1] * y + planes[k, 2] * z - planes[k, 3]
        if above <= around:
            count = note_pair(near, count, body, int(planes[k, 4]))
    if columns > 0:
        north = (x - grid[GRID_NORTH]) * grid[GRID_SCALE]
        east = (y - grid[GRID_EAST]) * grid[GRID_SCALE]
        wide = around * grid[GRID_SCALE]
        row_end = grid_cell(north + wide, grid[GRID_ROWS]) + 1
        column_first = grid_cell(east - wide, grid[GRID_COLUMNS])
        column_end = grid_cell(east + wide, grid[GRID_COLUMNS]) + 1
        for row in range(grid_cell(north - wide, grid[GRID_ROWS]), row_end):
            for column in range(column_first, column_end):
                cell = row * columns + column
                for k in range(cells[cell], cells[cell + 1]):
                    # A shape that spans cells is met once.
                    shape = cells[k]
                    if visited[shape] != body and is_near_box(still[shape], x, y, z, around):
                        visited[shape] = body
                        count = note_pair(near, count, body, first_still + shape)
    if count > before:
        places[body, NEAR] = 1.0
    return count


def sort_pairs(pairs: IntegerTable, margins: Row, count: int) -> None:
    """Sort pairs by both numbers; the sweep finds them in no lasting order."""
    step = count // 2
    while step > 0:
        for k in range(step, count):
            first = pairs[k, 0]
            second = pairs[k, 1]
            margin = margins[k]
            at = k
            while at >= step and (
                pairs[at - step, 0] > first
                or (pairs[at - step, 0] == first and pairs[at - step, 1] > second)
            ):
                pairs[at, 0] = pairs[at - step, 0]
                pairs[at, 1] = pairs[at - step, 1]
                margins[at] = margins[at - step]
                at -= step
            pairs[at, 0] = first
            pairs[at, 1] = second
            margins[at] = margin
        step //= 2


def find_near(
    places: Table,
    order: Integers,
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
    """All that may touch: bodies with bodies (-1 - number of the second), bodies with shapes.

    `cells` holds where each cell's members begin, and then the members; `still` a row for each
    shape: its box and the radius of its upright axis; `planes` normal, offset and shape of those
    without end.
    """
    for k in range(len(visited)):
        visited[k] = -1
    keep_sorted(places, order)
    between = near_bodies(places, order, near, 0)
    for k in range(between if between < near.shape[0] else near.shape[0]):
        near[k, 1] = -1 - near[k, 1]
    return near_still(
        places, first_ground, first_still, meets_ground, grid, cells, still, planes,
        visited, near, between,
    )  # fmt: skip


def search(
    floats: Table,
    lanes: int,
    where: Integers,
    dt_s: float,
    skin_m: float,
    held: int,
    places: Table,
    order: Integers,
    first_ground: int,
    first_still: int,
    meets_ground: Integers,
    grid: Row,
    cells: Integers,
    still: Table,
    planes: Table,
    visited: Integers,
    near: IntegerTable,
) -> tuple[int, int]:
    """Locate the bodies of one table, then find what is near; one call where one table is all.

    Returns how many pairs are near, and how many bodies are held, those of other tables included.
    """
    held += locate(floats, lanes, where, dt_s, skin_m, places)
    count = find_near(
        places, order, first_ground, first_still, meets_ground, grid, cells, still, planes,
        visited, near,
    )  # fmt: skip
    return count, held


def expand_pairs(
    near: IntegerTable,
    near_count: int,
    body_codes: IntegerTable,
    shape_sizes: Table,
    shape_poses: Table,
    places: Table,
    pairs: IntegerTable,
    margins: Row,
) -> int:
    """Pairs of shapes whose balls overlap, from pairs of bodies or of a body and a shape."""
    count = 0
    for k in range(near_count):
        body = near[k, 0]
        other = near[k, 1]
        margin = places[body, SLACK]
        first = other
        last = other + 1
        if other < 0:
            margin += places[-1 - other, SLACK]
            first = body_codes[-1 - other, FIRST_SHAPE]
            last = first + body_codes[-1 - other, SHAPES]
        own = body_codes[body, FIRST_SHAPE]
        for a in range(own, own + body_codes[body, SHAPES]):
            for b in range(first, last):
                x = shape_poses[a, 0] - shape_poses[b, 0]
                y = shape_poses[a, 1] - shape_poses[b, 1]
                z = shape_poses[a, 2] - shape_poses[b, 2]
                reach = shape_sizes[a, REACH] + shape_sizes[b, REACH] + margin
                if x * x + y * y + z * z <= reach * reach:
                    if count < pairs.shape[0]:
                        pairs[count, 0] = a
                        pairs[count, 1] = b
                        margins[count] = margin
                    count += 1
    if count <= pairs.shape[0]:
        sort_pairs(pairs, margins, count)
    return count
