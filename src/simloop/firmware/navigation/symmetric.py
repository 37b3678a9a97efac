"""The covariance as a full symmetric matrix, row by row, and the two ways it changes.

Rows and columns are both kept: then elements that are worked on together lie at fixed distances,
and the loops over lanes become vector instructions.
"""

from simloop.firmware.navigation.indices import LINE, POSITION, STATES, VELOCITY
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1


def place(row: int, column: int) -> int:
    """Where an element starts in its column of numbers."""
    return (row * LINE + column) * W


def carry_position(covariance: Row, period_s: float) -> None:
    """Position moves with velocity: rows, then columns, of the covariance of p + period * v."""
    for m in range(STATES):
        p = place(POSITION, m)
        v = place(VELOCITY, m)
        line = LINE * W
        for j in range(W):
            p0 = covariance[p + j] + period_s * covariance[v + j]
            p1 = covariance[p + line + j] + period_s * covariance[v + line + j]
            p2 = covariance[p + 2 * line + j] + period_s * covariance[v + 2 * line + j]
            covariance[p + j] = p0
            covariance[p + line + j] = p1
            covariance[p + 2 * line + j] = p2
    for m in range(STATES):
        p = place(m, POSITION)
        v = place(m, VELOCITY)
        for j in range(W):
            p0 = covariance[p + j] + period_s * covariance[v + j]
            p1 = covariance[p + W + j] + period_s * covariance[v + W + j]
            p2 = covariance[p + 2 * W + j] + period_s * covariance[v + 2 * W + j]
            covariance[p + j] = p0
            covariance[p + W + j] = p1
            covariance[p + 2 * W + j] = p2


def carry_lines(
    covariance: Row, matrix: Row, to: int, source: int, between: int, along: int
) -> None:
    """Add a matrix times three lines to three other lines.

    A line is a row or a column: its elements are `along` apart, and the next line `between`.
    """
    for m in range(STATES):
        t0 = to * between + m * along
        s0 = source * between + m * along
        t1 = t0 + between
        t2 = t1 + between
        s1 = s0 + between
        s2 = s1 + between
        for j in range(W):
            a = covariance[s0 + j]
            b = covariance[s1 + j]
            c = covariance[s2 + j]
            x = matrix[j] * a + matrix[W + j] * b + matrix[2 * W + j] * c
            y = matrix[3 * W + j] * a + matrix[4 * W + j] * b + matrix[5 * W + j] * c
            z = matrix[6 * W + j] * a + matrix[7 * W + j] * b + matrix[8 * W + j] * c
            x = covariance[t0 + j] + x
            y = covariance[t1 + j] + y
            z = covariance[t2 + j] + z
            covariance[t0 + j] = x
            covariance[t1 + j] = y
            covariance[t2 + j] = z


def carry_block(covariance: Row, matrix: Row, to: int, source: int) -> None:
    """The covariance after three states were moved by a matrix times three others."""
    carry_lines(covariance, matrix, to, source, LINE * W, W)
    carry_lines(covariance, matrix, to, source, W, LINE * W)


def absorb(covariance: Row, correction: Row, column: Row, weight: Row, step: Row) -> None:
    """One scalar measurement: P - c c^T weight, and the states moved by c step.

    `column` is c = P h, `weight` one over the variance of the innovation, 0 in lanes that have no
    measurement; `step` is weight times innovation. The product c c^T first keeps P symmetric.
    """
    for first in range(0, LINE, 3):
        at = first * W
        for j in range(W):
            used = weight[j] > 0.0
            x = correction[at + j]
            y = correction[at + W + j]
            z = correction[at + 2 * W + j]
            new_x = x + column[at + j] * step[j]
            new_y = y + column[at + W + j] * step[j]
            new_z = z + column[at + 2 * W + j] * step[j]
            correction[at + j] = new_x if used else x
            correction[at + W + j] = new_y if used else y
            correction[at + 2 * W + j] = new_z if used else z
    for r in range(STATES):
        row = r * W
        for first in range(0, LINE, 3):
            own = place(r, first)
            at = first * W
            for j in range(W):
                used = weight[j] > 0.0
                mine = column[row + j]
                x = covariance[own + j]
                y = covariance[own + W + j]
                z = covariance[own + 2 * W + j]
                new_x = x - (mine * column[at + j]) * weight[j]
                new_y = y - (mine * column[at + W + j]) * weight[j]
                new_z = z - (mine * column[at + 2 * W + j]) * weight[j]
                covariance[own + j] = new_x if used else x
                covariance[own + W + j] = new_y if used else y
                covariance[own + 2 * W + j] = new_z if used else z
