"""Where the shapes of bodies and the ground below them are."""

from math import sqrt

from simloop.kernels.collision.arrays import IntegerTable, Table
from simloop.kernels.collision.layout import (
    ATTITUDE,
    FIRST_SHAPE,
    NEAR,
    OFFSET,
    POSITION,
    SHAPES,
    TURN,
)
from simloop.kernels.collision.matrices import rotation
from simloop.math.row import Row


def place_ground(
    row: Row, at_ground: int, at_slope: int, lanes: int, place: Row, plane: Row
) -> None:
    """Let the plane that stands for the ground go along below a body."""
    sn = row[at_slope]
    se = row[at_slope + lanes]
    upright = 1.0 / sqrt(1.0 + sn * sn + se * se)
    plane[0] = place[0]
    plane[1] = place[1]
    plane[2] = row[at_ground]
    plane[5] = -sn * upright
    plane[8] = -se * upright
    plane[11] = upright


def place_shapes(
    places: Table, bodies: Table, body_codes: IntegerTable, shape_sizes: Table, shape_poses: Table
) -> None:
    """Where the shapes of bodies that may touch are: body attitude times own attitude."""
    for body in range(places.shape[0]):
        if places[body, NEAR] == 0.0:
            continue
        nx, ny, nz, ex, ey, ez, dx, dy, dz = rotation(
            bodies[body, ATTITUDE],
            bodies[body, ATTITUDE + 1],
            bodies[body, ATTITUDE + 2],
            bodies[body, ATTITUDE + 3],
        )
        first = body_codes[body, FIRST_SHAPE]
        for shape in range(first, first + body_codes[body, SHAPES]):
            size = shape_sizes[shape]
            pose = shape_poses[shape]
            x = size[OFFSET]
            y = size[OFFSET + 1]
            z = size[OFFSET + 2]
            pose[0] = bodies[body, POSITION] + (nx * x + ny * y + nz * z)
            pose[1] = bodies[body, POSITION + 1] + (ex * x + ey * y + ez * z)
            pose[2] = bodies[body, POSITION + 2] + (dx * x + dy * y + dz * z)
            for column in range(3):
                x = size[TURN + column]
                y = size[TURN + 3 + column]
                z = size[TURN + 6 + column]
                pose[3 + column] = nx * x + ny * y + nz * z
                pose[6 + column] = ex * x + ey * y + ez * z
                pose[9 + column] = dx * x + dy * y + dz * z
