"""Arrays that collisions work on: type names, and groups of arrays that belong together."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision.layout import (
    Body,
    BodyCode,
    Contact,
    ContactCode,
    Place,
    Pose,
    Seat,
    ShapeCode,
    ShapeSize,
)
from simloop.math.row import Row
from simloop.math.vector import Vec3

# The number is that of axes, for whoever makes programs ahead of their calls.
Table = Annotated[NDArray[np.float64], 2]
Integers = NDArray[np.int64]
IntegerTable = Annotated[NDArray[np.int64], 2]

# How many corners a list holds, and how many lists there are
CORNERS_MOST = 128
CORNER_LISTS = 4


class Settings(NamedTuple):
    """How contacts are looked for and solved."""

    dt_s: float
    skin_m: float
    iterations: int
    tolerance_mps: float
    bounce_from_mps: float
    push_out_mps: float
    quiet_ticks: float


class Seats(NamedTuple):
    """The bodies of one table: where each column begins, then row and number of each body.

    `owned` is 1 where nobody else writes the contact force, so that it has to be cleared.
    """

    floats: Table
    lanes: int
    first: Integers
    members: IntegerTable
    owned: int

    def seat(self, k: int) -> Seat:
        """The columns of a body."""
        row = self.members[k, 0]
        return Seat(self.floats[row // self.lanes], self.first, self.lanes, row % self.lanes)


class Shape(NamedTuple):
    """One shape."""

    code: ShapeCode
    size: ShapeSize
    pose: Pose


class Shapes(NamedTuple):
    """All shapes, and the corners, faces and edges they share."""

    codes: IntegerTable
    sizes: Table
    poses: Table
    vertices: Table
    faces: Table
    face_loops: IntegerTable
    loops: Integers
    edges: IntegerTable
    directions: Table
    heights: Row

    def shape(self, k: int) -> Shape:
        """A shape by its number."""
        return Shape(ShapeCode(self.codes[k]), ShapeSize(self.sizes[k]), Pose(self.poses[k]))

    def vertex(self, k: int) -> Vec3:
        """A corner, in the axes of its shape."""
        return Vec3(self.vertices[k, 0], self.vertices[k, 1], self.vertices[k, 2])

    def direction(self, k: int) -> Vec3:
        """A direction of edges, in the axes of its shape."""
        return Vec3(self.directions[k, 0], self.directions[k, 1], self.directions[k, 2])


class Bodies(NamedTuple):
    """All bodies: their shapes, their places for the search, and what they bring to the solver."""

    codes: IntegerTable
    places: Table
    motions: Table

    def code(self, k: int) -> BodyCode:
        """Which shapes a body has."""
        return BodyCode(self.codes[k])

    def place(self, k: int) -> Place:
        """Where a body is."""
        return Place(self.places[k])

    def body(self, k: int) -> Body:
        """A body as it is solved."""
        return Body(self.motions[k])


class Still(NamedTuple):
    """What stands still, in cells over north and east, and the ground below each body.

    `cells` holds where each cell's members begin, and then the members; `boxes` a row for each
    shape; `planes` one for each without end.
    """

    first_ground: int
    first_still: int
    meets_ground: Integers
    grid: Row
    cells: Integers
    boxes: Table
    planes: Table
    visited: Integers


class Rooms(NamedTuple):
    """A ball of room for each body; the numbers of those without, and a mark for each of these."""

    balls: Table
    crowded: Integers
    is_crowded: Integers


class Pairs(NamedTuple):
    """Pairs of shapes that may touch, and how far apart they may be."""

    shapes: IntegerTable
    margins: Row


class Contacts(NamedTuple):
    """The contacts of a tick; the only number in `found` counts them, those without room too."""

    codes: IntegerTable
    numbers: Table
    found: Integers

    def code(self, k: int) -> ContactCode:
        """Who touches."""
        return ContactCode(self.codes[k])

    def contact(self, k: int) -> Contact:
        """Where, and how hard."""
        return Contact(self.numbers[k])


class Meeting(NamedTuple):
    """A pair that may touch: how far apart it may be, scratch, and where its contacts go."""

    shapes: Shapes
    margin: float
    corners: Table
    contacts: Contacts

    def corner_list(self, number: int) -> Table:
        """One of the four lists of corners: those of A and B, a polygon, and what is cut of it."""
        return self.corners[CORNERS_MOST * number : CORNERS_MOST * (number + 1)]


class Groups(NamedTuple):
    """Bodies that touch: each body's parent, where each group's contacts begin, and these."""

    parents: Integers
    starts: Integers
    sequence: Integers


class Memory(NamedTuple):
    """What contacts remember of the tick before."""

    codes: IntegerTable
    numbers: Table


class Touches(NamedTuple):
    """When each contact's pair last touched, what the tick did to bodies, touches that began."""

    last: Row
    results: Table
    codes: IntegerTable
    numbers: Table


class Lists(NamedTuple):
    """What a tick works in: what is near, corners at hand, and lists of contacts."""

    near: IntegerTable
    corners: Table
    pairs: Pairs
    contacts: Contacts
    groups: Groups
    memory: Memory
    touches: Touches
