"""How shapes, bodies and contacts lie in arrays: the fields of every row, in order.

All shapes of a world stand in one list: those of bodies, a plane for the ground below each body,
then what stands still. A shape's row of whole numbers
says what it is and where its corners are; its row of floats says how large it is; its pose is
centre and rotation to NED, row by row. Convex shapes with corners share lists of vertices, faces
(normal and offset), loops (the corners of a face, counter-clockwise from outside), edges (two
vertices and a direction) and directions.
"""

from typing import NamedTuple

from simloop.component import ColumnView, View
from simloop.kernels.collision.vectors import added
from simloop.math.vector import Matrix3, Quaternion, Range, SymmetricTensor, Vec2, Vec3


class Kind:
    """Kinds of shapes, simplest first: in a pair the simpler one asks."""

    SPHERE = 0
    CAPSULE = 1
    BOX = 2
    CYLINDER = 3
    CONVEX = 4
    PLANE = 5
    FIELD = 6


class ShapeCode(View):
    """Whole numbers of a shape."""

    kind: int
    body: int
    first_vertex: int
    vertices: int
    first_face: int
    faces: int
    first_edge: int
    edges: int
    first_direction: int
    directions: int


class FieldCode(View):
    """Whole numbers of a height field, which has heights instead of corners."""

    kind: int
    body: int
    first_height: int
    rows: int
    columns: int


class ShapeSize(View):
    """Floats of a shape; a capsule and a cylinder lie along their z axis."""

    radius: float
    half: Vec3
    offset: Vec3
    turn: Matrix3
    friction: float
    restitution: float
    rolling: float
    reach: float


class Pose(View):
    """Where a shape is, and its rotation to NED."""

    centre: Vec3
    turn: Matrix3

    def axis(self) -> Vec3:
        """Its z axis in NED."""
        return self.turn.transposed().z

    def to_world(self, point: Vec3) -> Vec3:
        """A point of the shape in NED."""
        return added(self.centre, self.turn, point)

    def to_shape(self, point: Vec3) -> Vec3:
        """A point in NED as the shape sees it."""
        return self.turn.transposed() @ (point - self.centre)


class Face(View):
    """A face's normal, and how far it is from the origin."""

    normal: Vec3
    offset: float


class FaceLoop(View):
    """Where the corners of a face begin in the list of loops, and how many they are."""

    start: int
    count: int


class Edge(View):
    """The two corners of an edge, and its direction, by their numbers within the shape."""

    a: int
    b: int
    direction: int


class BodyCode(View):
    """Whole numbers of a body."""

    first_shape: int
    shapes: int


class Place(View):
    """Where a body is, for the search: `around` is its reach with the margin `slack`."""

    at: Vec3
    around: float
    above_ground: float
    near: float
    """Whether it may touch something."""
    reach: float
    slack: float


class Body(View):
    """What a body brings to the solver: free is its motion if nothing touched."""

    position: Vec3
    attitude: Quaternion
    inverse_mass: float
    inverse_inertia: SymmetricTensor
    velocity: Vec3
    rate: Vec3
    free_velocity: Vec3
    free_rate: Vec3
    solved_velocity: Vec3
    solved_rate: Vec3

    def velocity_at(self, point: Vec3) -> Vec3:
        """How fast one of its points moves."""
        return self.velocity + self.rate.cross(point - self.position)

    def solved_velocity_at(self, point: Vec3) -> Vec3:
        """How fast one of its points moves as it is solved so far."""
        return self.solved_velocity + self.solved_rate.cross(point - self.position)


class Feature(View):
    """What a contact is known by from tick to tick."""

    shape_a: int
    shape_b: int
    feature: int


class ContactCode(Feature):
    """Whole numbers of a contact."""

    body_a: int
    body_b: int
    island: int


class Impulses(NamedTuple):
    """What keeps two bodies apart over a tick: along the normal and by friction."""

    normal: float
    friction: Vec3


class Contact(View):
    """Floats of a contact; the normal points from B to A."""

    normal: Vec3
    point: Vec3
    gap: float
    impulses: Impulses
    rolling_impulse: Vec3
    approach: float
    target: float
    normal_mass: float
    friction_mass: float
    rolling_mass: float
    grip: float
    rolling_arm: float
    answer: Vec3


class Remembered(View):
    """What a contact remembers: its impulses, and the tick in which its pair last touched."""

    impulses: Impulses
    rolling_impulse: Vec3
    last_touch: float


class Corner(View):
    """A corner on a face: its place and gap, what it is known by, and whether it is kept."""

    place: Vec3
    gap: float
    feature: float
    mark: float


class Blow(NamedTuple):
    """How hard, how fast and where two things came together."""

    impulse: float
    speed: float
    point: Vec3


class Result(View):
    """What a tick did to a body: hardest approach, touches begun, and the last of these."""

    hardest: float
    begun: float
    last: Blow


class Begun(View):
    """A touch that began."""

    blow: Blow


class Sphere(NamedTuple):
    """A ball, in NED."""

    middle: Vec3
    radius: float


class Ball(View):
    """A body's ball of room."""

    middle: Vec3
    radius: float


class Grid(View):
    """The grid over what stands still: first cell, cells per metre, rows and columns."""

    north: float
    east: float
    scale: float
    rows: float
    columns: float


class StillBox(View):
    """The ends of what stands still, and the radius of its upright axis if it has one."""

    north: Range
    east: Range
    down: Range
    radius: float


class StillPlane(Face):
    """A plane without end, and the number of its shape."""

    shape: float


class State(View):
    """What the tick keeps: contacts remembered, whether forces stand in columns, touches begun."""

    remembered: int
    dirty: int
    begun: int


class Seat(ColumnView):
    """A body's columns in its table."""

    position_ned_m: Vec3
    attitude_wxyz: Quaternion
    velocity_frd_mps: Vec3
    rate_frd_radps: Vec3
    force_frd_n: Vec3
    torque_frd_nm: Vec3
    external_force_ned_n: Vec3
    external_torque_frd_nm: Vec3
    contact_force_frd_n: Vec3
    contact_torque_frd_nm: Vec3
    mass_kg: float
    inertia_kgm2: SymmetricTensor
    inverse_inertia: SymmetricTensor
    gravity_mps2: float
    frozen: float
    collision_held: float
    collision_crash_speed_mps: float
    collision_after_crash: float
    crashed: float
    crash_tick: float
    impact_speed_mps: float
    collision_count: float
    collision_impulse_ns: float
    collision_speed_mps: float
    collision_tick: float
    collision_point_ned_m: Vec3
    ground_down_m: float
    ground_slope_ne: Vec2
    collision_ball: Sphere
    collision_out: float
