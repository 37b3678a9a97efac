"""Who may touch whom: a sweep over bodies along north, and a grid of what stands still.

Every body is a ball of its reach and a margin, as far as it could come in the next ticks. What
stands still lies in a grid over north and east; what has no end has no place in it and is asked by
every body.
"""

from typing import NamedTuple

from simloop.kernels.collision.arrays import (
    Bodies,
    Integers,
    IntegerTable,
    Lists,
    Pairs,
    Seats,
    Settings,
    Shapes,
    Still,
)
from simloop.kernels.collision.bodies import locate
from simloop.kernels.collision.layout import Grid, Place, StillBox, StillPlane
from simloop.math.vector import Range, Vec3


class Cells(NamedTuple):
    """Rows and columns of the grid, the last ones beyond the end, and how many columns it has."""

    row_first: int
    row_end: int
    column_first: int
    column_end: int
    columns: int


def southern_end(place: Place) -> float:
    """How far south a body could come."""
    return place.at.x - place.around


def keep_sorted(bodies: Bodies, order: Integers) -> None:
    """Sort bodies by their southern end; it barely changes from tick to tick."""
    for k in range(1, len(order)):
        body = order[k]
        low = southern_end(bodies.place(body))
        at = k
        while at > 0 and southern_end(bodies.place(order[at - 1])) > low:
            order[at] = order[at - 1]
            at -= 1
        order[at] = body


def note_pair(near: IntegerTable, count: int, first: int, second: int) -> int:
    """Note a body and what may touch it, if there is room; return how many there would be."""
    if count < near.shape[0]:
        near[count, 0] = first
        near[count, 1] = second
    return count + 1


def note_bodies(bodies: Bodies, a: int, b: int, near: IntegerTable, count: int) -> int:
    """Note two bodies if their balls overlap: the lower number, then -1 - the other."""
    one = bodies.place(a)
    other = bodies.place(b)
    way = one.at - other.at
    around = one.around + other.around
    if way.dot(way) <= around * around:
        one.near = 1.0
        other.near = 1.0
        count = note_pair(near, count, a if a < b else b, -1 - (b if a < b else a))
    return count


def near_bodies(bodies: Bodies, order: Integers, near: IntegerTable) -> int:
    """Pairs of bodies whose balls overlap."""
    count = 0
    for k in range(len(order)):
        place = bodies.place(order[k])
        end = place.at.x + place.around
        for other in range(k + 1, len(order)):
            if southern_end(bodies.place(order[other])) > end:
                break
            count = note_bodies(bodies, order[k], order[other], near, count)
    return count


def grid_cell(x: float, cells: float) -> int:
    """The cell of a place, the outermost for what is beyond."""
    if x < 0.0:
        return 0
    if x >= cells:
        return int(cells) - 1
    return int(x)


def cells_around(still: Still, at: Vec3, around: float) -> Cells:
    """The cells that a ball lies over; none if there is no grid."""
    grid = Grid(still.grid)
    columns = int(grid.columns)
    if columns == 0:
        return Cells(0, 0, 0, 0, 0)
    north = (at.x - grid.north) * grid.scale
    east = (at.y - grid.east) * grid.scale
    wide = around * grid.scale
    return Cells(
        grid_cell(north - wide, grid.rows),
        grid_cell(north + wide, grid.rows) + 1,
        grid_cell(east - wide, grid.columns),
        grid_cell(east + wide, grid.columns) + 1,
        columns,
    )


def beyond(x: float, ends: Range) -> float:
    """How far a number is outside an interval."""
    if x < ends.low:
        return ends.low - x
    if x > ends.high:
        return x - ends.high
    return 0.0


def beyond_box(box: StillBox, at: Vec3) -> float:
    """The squared distance to a box."""
    way = Vec3(beyond(at.x, box.north), beyond(at.y, box.east), beyond(at.z, box.down))
    return way.dot(way)


def beside_axis(box: StillBox, at: Vec3) -> float:
    """The squared distance to the upright axis of a box."""
    dx = at.x - 0.5 * (box.north.low + box.north.high)
    dy = at.y - 0.5 * (box.east.low + box.east.high)
    return dx * dx + dy * dy


def is_near_box(box: StillBox, at: Vec3, around: float) -> bool:
    """May a ball touch what is in a box, and within a radius of its upright axis if it has one?"""
    if beyond_box(box, at) > around * around:
        return False
    if box.radius == 0.0:
        return True
    return bool(beside_axis(box, at) <= (box.radius + around) * (box.radius + around))


def still_near(bodies: Bodies, number: int, still: Still, near: IntegerTable, count: int) -> int:
    """Pairs of a body and a shape that stands still, as the number of that shape."""
    place = bodies.place(number)
    around = place.around
    at = place.at
    before = count
    if still.meets_ground[number] == 1 and place.above_ground <= around:
        count = note_pair(near, count, number, still.first_ground + number)
    for k in range(still.planes.shape[0]):
        plane = StillPlane(still.planes[k])
        if plane.normal.dot(at) - plane.offset <= around:
            count = note_pair(near, count, number, int(plane.shape))
    cells = cells_around(still, at, around)
    for row in range(cells.row_first, cells.row_end):
        for column in range(cells.column_first, cells.column_end):
            cell = row * cells.columns + column
            for k in range(still.cells[cell], still.cells[cell + 1]):
                # A shape that spans cells is met once.
                shape = still.cells[k]
                if still.visited[shape] != number and is_near_box(
                    StillBox(still.boxes[shape]), at, around
                ):
                    still.visited[shape] = number
                    count = note_pair(near, count, number, still.first_still + shape)
    if count > before:
        place.near = 1.0
    return count


def sort_pairs(pairs: Pairs, count: int) -> None:
    """Sort pairs by both numbers; the sweep finds them in no lasting order."""
    shapes = pairs.shapes
    margins = pairs.margins
    step = count // 2
    while step > 0:
        for k in range(step, count):
            first = shapes[k, 0]
            second = shapes[k, 1]
            margin = margins[k]
            at = k
            while at >= step and (
                shapes[at - step, 0] > first
                or (shapes[at - step, 0] == first and shapes[at - step, 1] > second)
            ):
                shapes[at, 0] = shapes[at - step, 0]
                shapes[at, 1] = shapes[at - step, 1]
                margins[at] = margins[at - step]
                at -= step
            shapes[at, 0] = first
            shapes[at, 1] = second
            margins[at] = margin
        step //= 2


def forget_visits(still: Still) -> None:
    """Let every shape be met anew."""
    for k in range(len(still.visited)):
        still.visited[k] = -1


def search(
    seats: Seats,
    settings: Settings,
    held: int,
    bodies: Bodies,
    order: Integers,
    still: Still,
    near: IntegerTable,
) -> tuple[int, int]:
    """Locate the bodies of one table, then find all that may touch; one call where that is all.

    Pairs are bodies with bodies (-1 - number of the second) and bodies with shapes. Returns how
    many pairs are near, and how many bodies are held, those of other tables included.
    """
    held += locate(seats, settings, bodies)
    forget_visits(still)
    keep_sorted(bodies, order)
    count = near_bodies(bodies, order, near)
    for number in range(bodies.places.shape[0]):
        count = still_near(bodies, number, still, near, count)
    return count, held


def expand_pairs(shapes: Shapes, bodies: Bodies, near_count: int, lists: Lists) -> int:
    """Pairs of shapes whose balls overlap, from pairs of bodies or of a body and a shape."""
    pairs = lists.pairs
    count = 0
    for k in range(near_count):
        body = lists.near[k, 0]
        other = lists.near[k, 1]
        margin = bodies.place(body).slack
        first = other
        last = other + 1
        if other < 0:
            margin += bodies.place(-1 - other).slack
            first = bodies.code(-1 - other).first_shape
            last = first + bodies.code(-1 - other).shapes
        own = bodies.code(body).first_shape
        for a in range(own, own + bodies.code(body).shapes):
            for b in range(first, last):
                one = shapes.shape(a)
                two = shapes.shape(b)
                way = one.pose.centre - two.pose.centre
                reach = one.size.reach + two.size.reach + margin
                if way.dot(way) <= reach * reach:
                    if count < pairs.shapes.shape[0]:
                        pairs.shapes[count, 0] = a
                        pairs.shapes[count, 1] = b
                        pairs.margins[count] = margin
                    count += 1
    if count <= pairs.shapes.shape[0]:
        sort_pairs(pairs, count)
    return count
