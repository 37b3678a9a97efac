"""Motion at a contact, and what an impulse there does to it."""

from math import sqrt

from simloop.kernels.collision.arrays import Table
from simloop.kernels.collision.layout import (
    INVERSE_INERTIA,
    INVERSE_MASS,
    POINT,
    POSITION,
    SOLVED_RATE,
    SOLVED_VELOCITY,
)
from simloop.kernels.collision.matrices import symmetric_times
from simloop.kernels.collision.vectors import cross
from simloop.math.row import Row


def point_velocity(
    body: Row, linear: int, angular: int, px: float, py: float, pz: float
) -> tuple[float, float, float]:
    """How fast a point of a body moves, from one of its pairs of velocity and rate."""
    wx, wy, wz = cross(
        body[angular],
        body[angular + 1],
        body[angular + 2],
        px - body[POSITION],
        py - body[POSITION + 1],
        pz - body[POSITION + 2],
    )
    return body[linear] + wx, body[linear + 1] + wy, body[linear + 2] + wz


def relative_velocity(
    bodies: Table, a: int, b: int, contact: Row, linear: int, angular: int
) -> tuple[float, float, float]:
    """How fast A moves against B at a contact."""
    px = contact[POINT]
    py = contact[POINT + 1]
    pz = contact[POINT + 2]
    x, y, z = point_velocity(bodies[a], linear, angular, px, py, pz)
    if b >= 0:
        u, v, w = point_velocity(bodies[b], linear, angular, px, py, pz)
        x -= u
        y -= v
        z -= w
    return x, y, z


def give(body: Row, contact: Row, sign: float, x: float, y: float, z: float) -> None:
    """Let an impulse at the contact change a body's motion."""
    body[SOLVED_VELOCITY] += sign * body[INVERSE_MASS] * x
    body[SOLVED_VELOCITY + 1] += sign * body[INVERSE_MASS] * y
    body[SOLVED_VELOCITY + 2] += sign * body[INVERSE_MASS] * z
    tx, ty, tz = cross(
        contact[POINT] - body[POSITION],
        contact[POINT + 1] - body[POSITION + 1],
        contact[POINT + 2] - body[POSITION + 2],
        x,
        y,
        z,
    )
    give_turn(body, sign, tx, ty, tz)


def give_turn(body: Row, sign: float, x: float, y: float, z: float) -> None:
    """Let an angular impulse change a body's rate."""
    p, q, r = inverse_inertia_times(body, x, y, z)
    body[SOLVED_RATE] += sign * p
    body[SOLVED_RATE + 1] += sign * q
    body[SOLVED_RATE + 2] += sign * r


def inverse_inertia_times(body: Row, x: float, y: float, z: float) -> tuple[float, float, float]:
    """The inverse inertia in NED times a vector."""
    return symmetric_times(
        body[INVERSE_INERTIA],
        body[INVERSE_INERTIA + 1],
        body[INVERSE_INERTIA + 2],
        body[INVERSE_INERTIA + 3],
        body[INVERSE_INERTIA + 4],
        body[INVERSE_INERTIA + 5],
        x,
        y,
        z,
    )


def answer(
    bodies: Table, a: int, b: int, contact: Row, x: float, y: float, z: float
) -> tuple[float, float, float]:
    """How the relative velocity at a contact changes under a unit impulse along (x, y, z)."""
    total_x = 0.0
    total_y = 0.0
    total_z = 0.0
    for side in range(2):
        number = a if side == 0 else b
        if number < 0:
            continue
        body = bodies[number]
        rx = contact[POINT] - body[POSITION]
        ry = contact[POINT + 1] - body[POSITION + 1]
        rz = contact[POINT + 2] - body[POSITION + 2]
        tx, ty, tz = cross(rx, ry, rz, x, y, z)
        p, q, r = inverse_inertia_times(body, tx, ty, tz)
        ux, uy, uz = cross(p, q, r, rx, ry, rz)
        total_x += body[INVERSE_MASS] * x + ux
        total_y += body[INVERSE_MASS] * y + uy
        total_z += body[INVERSE_MASS] * z + uz
    return total_x, total_y, total_z


def shortened(x: float, y: float, z: float, limit: float) -> tuple[float, float, float]:
    """A vector, not longer than a limit."""
    size = sqrt(x * x + y * y + z * z)
    if size <= limit:
        return x, y, z
    scale = limit / size
    return x * scale, y * scale, z * scale
