"""Where the shapes of bodies and the ground below them are."""

from math import sqrt

from simloop.kernels.collision.arrays import Bodies, Shapes
from simloop.kernels.collision.layout import Place, Pose, Seat
from simloop.math.vector import Matrix3, Vec3


def place_ground(seat: Seat, place: Place, plane: Pose) -> None:
    """Let the plane that stands for the ground go along below a body."""
    slope = seat.ground_slope_ne
    upright = 1.0 / sqrt(1.0 + slope.x * slope.x + slope.y * slope.y)
    plane.centre = Vec3(place.at.x, place.at.y, seat.ground_down_m)
    plane.turn = Matrix3(
        Vec3(1.0, 0.0, -slope.x * upright),
        Vec3(0.0, 1.0, -slope.y * upright),
        Vec3(0.0, 0.0, upright),
    )


def place_shapes(shapes: Shapes, bodies: Bodies) -> None:
    """Where the shapes of bodies that may touch are: body attitude times own attitude."""
    for number in range(bodies.places.shape[0]):
        if bodies.place(number).near == 0.0:
            continue
        body = bodies.body(number)
        turn = body.attitude.matrix()
        first = bodies.code(number).first_shape
        for k in range(first, first + bodies.code(number).shapes):
            size = shapes.shape(k).size
            pose = shapes.shape(k).pose
            pose.centre = body.position + turn @ size.offset
            own = size.turn.transposed()
            pose.turn = Matrix3(own @ turn.x, own @ turn.y, own @ turn.z)
