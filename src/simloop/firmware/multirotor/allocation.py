"""What rotors do to the body, and the inverse: what each rotor must do for a wanted effect.

Effects are four forces in newtons: lift, and the torques about x, y and z divided by an arm (the
mean distance of the rotors for x and y, the drag arm for z). So all rows are of the size of one,
whatever the size of the vehicle.
"""

from collections.abc import Sequence
from math import sqrt

from simloop.firmware.maths import ordered_sum, sin_cos
from simloop.firmware.multirotor.facts import MultirotorFacts

# Below this share of the row's size a pivot is rounding, not geometry.
LEAST_PIVOT = 1e-6


def allocation(facts: MultirotorFacts) -> list[list[float]]:
    """Rows lift, roll, pitch, yaw per arm; columns rotors; per newton of a mean rotor's thrust."""
    arm = facts.arm_m
    turns = [sin_cos(angle) for angle in facts.rotor_radial_angles_rad]
    lifts = facts.thrust_shares
    places = list(zip(lifts, facts.rotor_dists_m, turns, strict=True))
    return [
        list(lifts),
        [-lift * dist / arm * sine for lift, dist, (sine, _) in places],
        [lift * dist / arm * cosine for lift, dist, (_, cosine) in places],
        [
            -direction * torque
            for direction, torque in zip(
                facts.rotor_rotation_directions, facts.torque_shares, strict=True
            )
        ],
    ]


def geometry_mixer(facts: MultirotorFacts) -> list[tuple[float, ...]]:
    """The inverse of the allocation that lets all rotors turn equally fast to lift."""
    shares = facts.thrust_shares
    roots = [sqrt(share) for share in shares]
    # Scaled by one over the root of its share, a rotor counts by what it lifts.
    rows = [[a / root for a, root in zip(row, roots, strict=True)] for row in allocation(facts)]
    return [
        tuple(a / root for a, root in zip(row, roots, strict=True))
        for row in invert_allocation(rows)
    ]


def invert_allocation(rows: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Rows of the pseudo-inverse A^T (A A^T)^-1: per row of A, the share of each rotor."""
    size = len(rows)
    inverse = invert_matrix(gram(rows))
    return [
        tuple(
            ordered_sum(rows[k][rotor] * inverse[k][row] for k in range(size))
            for rotor in range(len(rows[0]))
        )
        for row in range(size)
    ]


def gram(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """The products of all rows with each other."""
    return [[ordered_sum(a * b for a, b in zip(r, s, strict=True)) for s in rows] for r in rows]


def invert_matrix(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Inverse by elimination with the largest pivot."""
    size = len(matrix)
    work = [[*row, *(1.0 if i == k else 0.0 for k in range(size))] for i, row in enumerate(matrix)]
    largest = max(abs(value) for row in matrix for value in row)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
        if abs(work[pivot][column]) <= LEAST_PIVOT * largest:
            raise ValueError("the rotors cannot give thrust and all three torques independently")
        work[column], work[pivot] = work[pivot], work[column]
        scale = work[column][column]
        work[column] = [value / scale for value in work[column]]
        for row in range(size):
            if row != column:
                factor = work[row][column]
                work[row] = [a - factor * b for a, b in zip(work[row], work[column], strict=True)]
    return [row[size:] for row in work]
