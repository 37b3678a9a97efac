"""Symmetric positive matrices, and their upper half row by row, as kernels keep them.

Plain arithmetic in a fixed order, so that every machine gets the same bits.
"""

from collections.abc import Sequence
from math import isqrt

Matrix = list[list[float]]


def upper(matrix: Matrix) -> list[float]:
    """The upper half, row by row."""
    return [matrix[i][j] for i in range(len(matrix)) for j in range(i, len(matrix))]


def whole(upper_half: Sequence[float]) -> Matrix:
    """The matrix of an upper half."""
    size = isqrt(2 * len(upper_half))
    rows = [[0.0] * size for _ in range(size)]
    numbers = iter(upper_half)
    for i in range(size):
        for j in range(i, size):
            rows[i][j] = rows[j][i] = next(numbers)
    return rows


def inverted(matrix: Matrix, what: str) -> Matrix:
    """The inverse, by Gauss and Jordan; `what` names the matrix where it has none."""
    size = len(matrix)
    work = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        if not work[i][i] > 0.0:
            raise ValueError(f"{what} is not positive definite: no body has it")
        scale = 1.0 / work[i][i]
        work[i] = [scale * value for value in work[i]]
        for k in range(size):
            if k != i:
                factor = work[k][i]
                work[k] = [a - factor * b for a, b in zip(work[k], work[i], strict=True)]
    half = [row[size:] for row in work]
    return [[0.5 * (half[i][j] + half[j][i]) for j in range(size)] for i in range(size)]
