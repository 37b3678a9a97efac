"""The covariance as a full symmetric matrix, row by row, and the two ways it changes.

A tilt in a heading by the field: where the field dips, a tilt looks like a turn.
"""

from simloop.firmware.component import Row
from simloop.firmware.navigation.filter_columns import STATE_OF, STATES, At, Measure
from simloop.firmware.vector import Matrix3, Vec2, Vec3, put_vector, vector_at


def place(row: int, column: int) -> int:
    """Where an element is."""
    return row * STATES + column


def variance_of(covariance: Row, state: int) -> float:
    """How unsure a state is: an element of the diagonal."""
    variance: float = covariance[place(state, state)]
    return variance


def add_variance(covariance: Row, state: int, more: float) -> None:
    """Noise that comes in."""
    covariance[place(state, state)] += more


def down(covariance: Row, first: int, column: int) -> Vec3:
    """Three rows of a column."""
    return Vec3(
        covariance[place(first, column)],
        covariance[place(first + 1, column)],
        covariance[place(first + 2, column)],
    )


def put_down(covariance: Row, first: int, column: int, vector: Vec3) -> None:
    """Write them."""
    covariance[place(first, column)] = vector.x
    covariance[place(first + 1, column)] = vector.y
    covariance[place(first + 2, column)] = vector.z


def carry_position(covariance: Row, period_s: float) -> None:
    """Position moves with velocity: rows, then columns, of the covariance of p + period * v."""
    for m in range(STATES):
        position, velocity = (down(covariance, At.POSITION, m), down(covariance, At.VELOCITY, m))
        put_down(covariance, At.POSITION, m, position + period_s * velocity)
    for m in range(STATES):
        position = vector_at(covariance, place(m, At.POSITION))
        velocity = vector_at(covariance, place(m, At.VELOCITY))
        put_vector(covariance, place(m, At.POSITION), position + period_s * velocity)


def carry(covariance: Row, to: int, matrix: Matrix3, source: int) -> None:
    """The covariance after a matrix times three states was added to three others."""
    for m in range(STATES):
        moved = down(covariance, to, m) + matrix @ down(covariance, source, m)
        put_down(covariance, to, m, moved)
    for m in range(STATES):
        mover = matrix @ vector_at(covariance, place(m, source))
        put_vector(covariance, place(m, to), vector_at(covariance, place(m, to)) + mover)


def absorb(covariance: Row, shared: Row, weight: float) -> None:
    """One scalar measurement: P - c c^T weight, with c = P h.

    `weight` is one over the variance of the innovation. The product c c^T first keeps P symmetric.
    """
    for row in range(STATES):
        for first in range(0, STATES, 3):
            at = place(row, first)
            product = shared[row] * vector_at(shared, first)
            put_vector(covariance, at, vector_at(covariance, at) - product * weight)


def slope_variance(slope: Vec2, covariance: Row) -> float:
    """What the tilt adds to the variance of a heading by the field."""
    turned = place(STATE_OF[Measure.HEADING], 0)
    mixed = slope.x * covariance[turned] + slope.y * covariance[turned + 1]
    total: float = 2.0 * mixed + tilt_variance(slope, covariance)
    return total


def tilt_variance(slope: Vec2, covariance: Row) -> float:
    """The same without what tilt and heading have in common."""
    across = covariance[place(0, 1)]
    north = slope.x * variance_of(covariance, 0) + slope.y * across
    east = slope.x * across + slope.y * variance_of(covariance, 1)
    total: float = slope.x * north + slope.y * east
    return total
