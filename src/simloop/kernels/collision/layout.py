"""How shapes, bodies and contacts lie in arrays: the number of every field.

All shapes of a world stand in one list: those of bodies, a plane for the ground below each body,
then what stands still. A shape's row of whole numbers
says what it is and where its corners are; its row of floats says how large it is; its pose is
centre and rotation to NED, row by row. Convex shapes with corners share lists of vertices, faces
(normal and offset), loops (the corners of a face, counter-clockwise from outside), edges (two
vertices and a direction) and directions.
"""

from simloop.math.row import Row

# Kinds of shapes, simplest first: in a pair the simpler one asks.
SPHERE = 0
CAPSULE = 1
BOX = 2
CYLINDER = 3
CONVEX = 4
PLANE = 5
FIELD = 6

# Whole numbers of a shape
KIND = 0
BODY = 1
FIRST_VERTEX = 2
VERTICES = 3
FIRST_FACE = 4
FACES = 5
FIRST_EDGE = 6
EDGES = 7
FIRST_DIRECTION = 8
DIRECTIONS = 9
SHAPE_CODES = 10
# A field has heights instead of corners
FIRST_HEIGHT = 2
ROWS = 3
COLUMNS = 4

# Floats of a shape; a capsule and a cylinder lie along their z axis
RADIUS = 0
HALF_X = 1
HALF_Y = 2
HALF_Z = 3
OFFSET = 4
TURN = 7
FRICTION = 16
RESTITUTION = 17
ROLLING = 18
REACH = 19
SHAPE_SIZES = 20

# Whole numbers of a body
FIRST_SHAPE = 0
SHAPES = 1
BODY_CODES = 2

# Where a body is, for the search: place, reach with margin, height above ground, whether it may
# touch something; then how far it reaches, and the margin
AROUND = 3
ABOVE_GROUND = 4
NEAR = 5
BODY_REACH = 6
SLACK = 7
PLACE_FIELDS = 8

# What a body brings to the solver
POSITION = 0
ATTITUDE = 3
INVERSE_MASS = 7
INVERSE_INERTIA = 8
VELOCITY = 14
RATE = 17
FREE_VELOCITY = 20
FREE_RATE = 23
SOLVED_VELOCITY = 26
SOLVED_RATE = 29
BODY_FIELDS = 32

# Whole numbers of a contact
SHAPE_A = 0
SHAPE_B = 1
FEATURE = 2
BODY_A = 3
BODY_B = 4
ISLAND = 5
CONTACT_CODES = 6

# Floats of a contact; the normal points from B to A
NORMAL = 0
POINT = 3
GAP = 6
NORMAL_IMPULSE = 7
FRICTION_IMPULSE = 8
ROLLING_IMPULSE = 11
APPROACH = 14
TARGET = 15
NORMAL_MASS = 16
FRICTION_MASS = 17
ROLLING_MASS = 18
GRIP = 19
ROLLING_ARM = 20
ANSWER = 21
CONTACT_FIELDS = 24


def to_world(pose: Row, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A point of a shape in NED."""
    return (
        pose[0] + pose[3] * x + pose[4] * y + pose[5] * z,
        pose[1] + pose[6] * x + pose[7] * y + pose[8] * z,
        pose[2] + pose[9] * x + pose[10] * y + pose[11] * z,
    )


def turn_to_world(pose: Row, x: float, y: float, z: float) -> tuple[float, float, float]:
    """A direction of a shape in NED."""
    return (
        pose[3] * x + pose[4] * y + pose[5] * z,
        pose[6] * x + pose[7] * y + pose[8] * z,
        pose[9] * x + pose[10] * y + pose[11] * z,
    )


def to_shape(pose: Row, north: float, east: float, down: float) -> tuple[float, float, float]:
    """A point in NED as the shape sees it."""
    x = north - pose[0]
    y = east - pose[1]
    z = down - pose[2]
    return (
        pose[3] * x + pose[6] * y + pose[9] * z,
        pose[4] * x + pose[7] * y + pose[10] * z,
        pose[5] * x + pose[8] * y + pose[11] * z,
    )
