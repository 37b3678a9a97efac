"""Where followers stand relative to their leader: ahead, right, in steps of the spacing."""

from collections.abc import Callable
from math import sqrt
from typing import Literal, get_args

Shape = Literal["v", "grid", "line", "column"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
# Ahead and right, m.
Offset = tuple[float, float]

_DIAGONAL = sqrt(0.5)
_GRID_WIDTH = 3


def slot(shape: Shape, number: int, spacing_m: float) -> Offset:
    """Where the n-th follower flies, counted from 0; no two are nearer than the spacing.

    Slots do not depend on how many there are, so that nobody moves when one comes or goes.
    """
    ahead, right = _SLOTS[shape](number)
    return ahead * spacing_m, right * spacing_m


def _side(number: int) -> float:
    return 1.0 if number % 2 == 0 else -1.0


def _v(number: int) -> Offset:
    row = number // 2 + 1
    return -row * _DIAGONAL, _side(number) * row * _DIAGONAL


def _grid(number: int) -> Offset:
    """Rows of three; the leader is in the middle of the first."""
    place = number + 1
    row, column = divmod(place, _GRID_WIDTH)
    return -float(row), (0.0, 1.0, -1.0)[column]


def _line(number: int) -> Offset:
    return 0.0, _side(number) * (number // 2 + 1)


def _column(number: int) -> Offset:
    return -(number + 1.0), 0.0


_SLOTS: dict[Shape, Callable[[int], Offset]] = {
    "v": _v,
    "grid": _grid,
    "line": _line,
    "column": _column,
}
