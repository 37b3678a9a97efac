"""Motion at a contact, and what an impulse there does to it."""

from simloop.kernels.collision.arrays import Bodies
from simloop.kernels.collision.layout import Body
from simloop.math.vector import ZERO, Vec3


def relative_velocity(bodies: Bodies, a: int, b: int, point: Vec3) -> Vec3:
    """How fast A moves against B at a contact."""
    velocity = bodies.body(a).velocity_at(point)
    if b >= 0:
        velocity = velocity - bodies.body(b).velocity_at(point)
    return velocity


def solved_slip(bodies: Bodies, a: int, b: int, point: Vec3) -> Vec3:
    """The same as it is solved so far."""
    velocity = bodies.body(a).solved_velocity_at(point)
    if b >= 0:
        velocity = velocity - bodies.body(b).solved_velocity_at(point)
    return velocity


def solved_turning(bodies: Bodies, a: int, b: int) -> Vec3:
    """How fast A turns against B as it is solved so far."""
    rate = bodies.body(a).solved_rate
    if b >= 0:
        rate = rate - bodies.body(b).solved_rate
    return rate


def give(bodies: Bodies, a: int, b: int, point: Vec3, impulse: Vec3) -> None:
    """Let an impulse at a contact change the motion of A, and its opposite that of B."""
    give_body(bodies.body(a), 1.0, point, impulse)
    if b >= 0:
        give_body(bodies.body(b), -1.0, point, impulse)


def give_turn(bodies: Bodies, a: int, b: int, impulse: Vec3) -> None:
    """Let an angular impulse change the rate of A, and its opposite that of B."""
    turn_body(bodies.body(a), 1.0, impulse)
    if b >= 0:
        turn_body(bodies.body(b), -1.0, impulse)


def give_body(body: Body, sign: float, point: Vec3, impulse: Vec3) -> None:
    """Let an impulse at a point change a body's motion."""
    body.solved_velocity += sign * body.inverse_mass * impulse
    turn_body(body, sign, (point - body.position).cross(impulse))


def turn_body(body: Body, sign: float, impulse: Vec3) -> None:
    """Let an angular impulse change a body's rate."""
    body.solved_rate += sign * (body.inverse_inertia @ impulse)


def answer(bodies: Bodies, a: int, b: int, point: Vec3, along: Vec3) -> Vec3:
    """How the relative velocity at a contact changes under a unit impulse along a direction."""
    total = ZERO + answer_of(bodies.body(a), point, along)
    if b >= 0:
        total = total + answer_of(bodies.body(b), point, along)
    return total


def answer_of(body: Body, point: Vec3, along: Vec3) -> Vec3:
    """How the velocity of a body's point changes under a unit impulse there."""
    arm = point - body.position
    turned = (body.inverse_inertia @ arm.cross(along)).cross(arm)
    return body.inverse_mass * along + turned
