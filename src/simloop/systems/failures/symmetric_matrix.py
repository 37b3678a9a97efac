"""Symmetric 6x6 matrices as kernels keep them: the upper half, row by row."""

SIZE = 6
# Where the diagonal stands in the upper half.
DIAGONAL = (0, 6, 11, 15, 18, 20)


def inverse_of(upper: list[float]) -> list[float]:
    """The inverse of a positive definite one, by Gauss and Jordan in a fixed order."""
    work = _square(upper)
    for i in range(SIZE):
        scale = 1.0 / work[i][i]
        work[i] = [scale * value for value in work[i]]
        for k in range(SIZE):
            if k != i:
                factor = work[k][i]
                work[k] = [a - factor * b for a, b in zip(work[k], work[i], strict=True)]
    half = [row[SIZE:] for row in work]
    return [0.5 * (half[i][j] + half[j][i]) for i in range(SIZE) for j in range(i, SIZE)]


def _square(upper: list[float]) -> list[list[float]]:
    """The full matrix, with the unit matrix to its right."""
    rows = [[0.0] * SIZE + [1.0 if i == j else 0.0 for j in range(SIZE)] for i in range(SIZE)]
    numbers = iter(upper)
    for i in range(SIZE):
        for j in range(i, SIZE):
            rows[i][j] = rows[j][i] = next(numbers)
    return rows
