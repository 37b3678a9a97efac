"""A grid over what stands still, so that a body asks only what is near."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision import layout
from simloop.kernels.collision.broad_phase import GRID_FIELDS

MOST_CELLS = 128
# The prism that may stand for a cylinder is one per cent wider.
WIDER = 1.02
# Axes that lean less than this sine are upright.
UPRIGHT = 1e-9

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class StillGrid:
    """Cells over north and east, and what the search asks about each shape in them.

    `still` has a row for each shape: its box, and its radius if it stands upright; `planes` a row
    for each without end: normal, offset and number. A height field has no normal: it is near all.
    """

    grid: Floats
    cells: Integers
    still: Floats
    planes: Floats
    visited: Integers

    @classmethod
    def over(cls, first: int, codes: Integers, sizes: Floats, poses: Floats) -> "StillGrid":
        """Sort the shapes from number `first` on into cells."""
        numbers = np.arange(first, len(codes))
        endless = codes[numbers, layout.KIND] >= layout.PLANE
        still = np.array([_box(codes[n], sizes[n], poses[n]) for n in numbers]).reshape(-1, 7)
        planes = np.array([_plane(n, codes[n], poses[n]) for n in numbers[endless]])
        grid, cells = _cells(still, np.flatnonzero(~endless))
        visited = np.full(len(numbers), -1, dtype=np.int64)
        return cls(grid, cells, still, planes.reshape(-1, 5), visited)


def _box(code: Integers, size: Floats, pose: Floats) -> list[float]:
    """The ends of a shape along north, east and down, a hair wider; and an upright radius."""
    turn = np.abs(pose[3:12]).reshape(3, 3)
    kind, radius = code[layout.KIND], 0.0
    if kind == layout.BOX:
        reach = turn @ size[layout.HALF_X : layout.HALF_Z + 1]
    elif kind in (layout.CAPSULE, layout.CYLINDER):
        reach = turn[:, 2] * size[layout.HALF_Z] + WIDER * size[layout.RADIUS]
        if turn[0, 2] < UPRIGHT and turn[1, 2] < UPRIGHT:
            radius = float(WIDER * size[layout.RADIUS])
    else:
        reach = np.full(3, size[layout.REACH])
    reach = reach + 1e-6
    ends = np.stack([pose[:3] - reach, pose[:3] + reach], axis=1)
    return [*ends.reshape(-1).tolist(), radius]


def _plane(number: int, code: Integers, pose: Floats) -> list[float]:
    if code[layout.KIND] != layout.PLANE:
        return [0.0, 0.0, 0.0, 0.0, float(number)]
    normal = -pose[[5, 8, 11]]
    return [*normal.tolist(), float(normal @ pose[:3]), float(number)]


def _cells(still: Floats, members: Integers) -> tuple[Floats, Integers]:
    """The grid's numbers; where each cell's members begin, and then the members."""
    if not len(members):
        return np.zeros(GRID_FIELDS), np.zeros(0, dtype=np.int64)
    low, high = still[members][:, [0, 2]], still[members][:, [1, 3]]
    start, size = low.min(axis=0), high.max(axis=0) - low.min(axis=0)
    cell = max(2.0 * float(np.median(high - low)), float(size.max()) / MOST_CELLS, 1e-6)
    rows, columns = (max(int(np.ceil(length / cell)), 1) for length in size)
    lists: list[list[int]] = [[] for _ in range(rows * columns)]
    last = np.array([rows - 1, columns - 1])
    firsts = np.minimum(((low - start) / cell).astype(int), last)
    lasts = np.minimum(((high - start) / cell).astype(int), last)
    for member, (a, c), (b, d) in zip(members, firsts, lasts, strict=True):
        for row in range(a, b + 1):
            for column in range(c, d + 1):
                lists[row * columns + column].append(int(member))
    # Members stand behind the list of starts, in the same array.
    starts = np.cumsum([0, *(len(each) for each in lists)]) + len(lists) + 1
    cells = np.array([*starts, *(n for each in lists for n in each)], dtype=np.int64)
    grid = np.array([start[0], start[1], 1.0 / cell, rows, columns], dtype=np.float64)
    return grid, cells
