"""Who has room: a ball around each body in which nothing else is.

The balls of two bodies never overlap, and no ball reaches anything that stands still. As long as a
body, with as far as it could come in the next ticks, stays inside its ball, it cannot touch anybody
who does the same. A body that leaves its ball measures a new one; who finds no room is crowded, and
only the crowded have to look for pairs.
"""

from math import sqrt

from simloop.kernels.collision.arrays import Bodies, IntegerTable, Rooms, Seats, Still, Table
from simloop.kernels.collision.broad_phase import (
    beside_axis,
    beyond_box,
    cells_around,
    forget_visits,
    note_bodies,
    still_near,
)
from simloop.kernels.collision.layout import Ball, Place, Seat, Sphere, StillBox, StillPlane
from simloop.math.vector import Vec3

# How far around a body is measured, in multiples of what it could come in the next ticks.
FAR = 200.0
# Rounding must never hide a pair that the search would find.
HAIR_M = 1e-9


def find_crowded(rooms: Rooms, bodies: Bodies, still: Still) -> int:
    """How many bodies have no room; their numbers come into `crowded`, and are marked."""
    count = 0
    for number in range(bodies.places.shape[0]):
        place = bodies.place(number)
        ball = Ball(rooms.balls[number])
        left = ball.radius - place.around
        away = place.at - ball.middle
        free = left > 0.0 and away.dot(away) < left * left
        if not free:
            free = measure(number, rooms.balls, bodies, still)
        # The ground goes along with its body, so it is asked every time.
        if still.meets_ground[number] == 1 and place.above_ground <= place.around:
            free = False
        rooms.is_crowded[number] = 0 if free else 1
        if not free:
            rooms.crowded[count] = number
            count += 1
    return count


def pairs_of_crowded(
    rooms: Rooms, count: int, bodies: Bodies, still: Still, near: IntegerTable
) -> int:
    """All that may touch, as the search finds it: bodies with bodies, then with shapes."""
    found = 0
    for k in range(count):
        body = rooms.crowded[k]
        for other in range(bodies.places.shape[0]):
            # Two crowded ones are met once.
            if other > body or (other < body and rooms.is_crowded[other] == 0):
                found = note_bodies(bodies, body, other, near, found)
    forget_visits(still)
    for k in range(count):
        found = still_near(bodies, rooms.crowded[k], still, near, found)
    return found


def measure(number: int, balls: Table, bodies: Bodies, still: Still) -> bool:
    """Give a body a new ball of room around its place; False if something is too near for one."""
    place = bodies.place(number)
    at = place.at
    around = place.around
    room = around + FAR * place.slack
    for k in range(still.planes.shape[0]):
        plane = StillPlane(still.planes[k])
        above = plane.normal.dot(at) - plane.offset
        room = above if above < room else room
    room = room_in_grid(room, at, still)
    if room >= around + HAIR_M:
        room = room_among_bodies(number, room, balls, bodies)
    fits = bool(room >= around + HAIR_M)
    ball = Ball(balls[number])
    ball.middle = at
    ball.radius = room if fits else 0.0
    return fits


def room_in_grid(room: float, at: Vec3, still: Still) -> float:
    """How much of the room what stands still leaves."""
    cells = cells_around(still, at, room)
    for row in range(cells.row_first, cells.row_end):
        for column in range(cells.column_first, cells.column_end):
            cell = row * cells.columns + column
            for k in range(still.cells[cell], still.cells[cell + 1]):
                gap = gap_to_box(StillBox(still.boxes[still.cells[k]]), at)
                room = gap if gap < room else room
    return room


def gap_to_box(box: StillBox, at: Vec3) -> float:
    """Distance to what is in a box, and within a radius of its upright axis if it has one."""
    gap = sqrt(beyond_box(box, at))
    if box.radius == 0.0:
        return gap
    from_axis = sqrt(beside_axis(box, at)) - box.radius
    return from_axis if from_axis > gap else gap


def room_among_bodies(number: int, room: float, balls: Table, bodies: Bodies) -> float:
    """How much of the room the balls of others leave; one in the way shrinks to where it is now."""
    at = bodies.place(number).at
    for other in range(bodies.places.shape[0]):
        ball = Ball(balls[other])
        way = at - ball.middle
        both = room + ball.radius
        if other == number or way.dot(way) >= both * both:
            continue
        apart = (at - bodies.place(other).at).norm()
        shrink(ball, 0.5 * apart, bodies.place(other))
        left = apart - ball.radius
        room = left if left < room else room
    return room


def shrink(ball: Ball, most: float, place: Place) -> None:
    """Move a ball's middle to its body, and make it small enough to stay inside the old one."""
    room = ball.radius - (place.at - ball.middle).norm()
    # Less than it needs would only make it measure again at once.
    limit = most if most > place.around else place.around
    room = room if room < limit else limit
    ball.middle = place.at
    ball.radius = room if room > 0.0 else 0.0


def count_out(seats: Seats) -> int:
    """How many bodies of a table may leave their ball of room; nobody else does."""
    count = 0
    for block in range(seats.floats.shape[0]):
        for lane in range(seats.lanes):
            seat = Seat(seats.floats[block], seats.first, seats.lanes, lane)
            count += 1 if seat.collision_out != 0.0 else 0
    return count


def store_balls(seats: Seats, balls: Table) -> None:
    """Write the balls of room into the columns, where the guard compares with them."""
    for k in range(len(seats.members)):
        ball = Ball(balls[seats.members[k, 1]])
        seat = seats.seat(k)
        seat.collision_ball = Sphere(ball.middle, ball.radius)
