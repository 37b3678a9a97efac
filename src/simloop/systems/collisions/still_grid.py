"""A grid over what stands still, so that a body asks only what is near."""

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision.arrays import Shape, Shapes, Still
from simloop.kernels.collision.layout import Grid, Kind, StillBox, StillPlane

MOST_CELLS = 128
# The prism that may stand for a cylinder is one per cent wider.
WIDER = 1.02
# Axes that lean less than this sine are upright.
UPRIGHT = 1e-9

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def still_grid(
    first_ground: int, first_still: int, meets_ground: Integers, shapes: Shapes
) -> Still:
    """Sort the shapes from number `first_still` on into cells.

    A height field has no normal: it is near all.
    """
    numbers = range(first_still, len(shapes.codes))
    found = [shapes.shape(n) for n in numbers]
    boxes = np.array([_box(shape) for shape in found]).reshape(-1, StillBox.width)
    planes = np.array([_plane(n, s) for n, s in zip(numbers, found, strict=True) if _is_endless(s)])
    members = [k for k, shape in enumerate(found) if not _is_endless(shape)]
    grid, cells = _cells(boxes, np.array(members, dtype=np.int64))
    visited = np.full(len(numbers), -1, dtype=np.int64)
    planes = planes.reshape(-1, StillPlane.width)
    return Still(first_ground, first_still, meets_ground, grid, cells, boxes, planes, visited)


def _is_endless(shape: Shape) -> bool:
    return shape.code.kind >= Kind.PLANE


def _box(shape: Shape) -> list[float]:
    """The ends of a shape along north, east and down, a hair wider; and an upright radius."""
    size, kind, radius = shape.size, shape.code.kind, 0.0
    turn, centre = np.abs(np.array(shape.pose.turn)), np.array(shape.pose.centre)
    if kind == Kind.BOX:
        reach = turn @ np.array(size.half)
    elif kind in (Kind.CAPSULE, Kind.CYLINDER):
        reach = turn[:, 2] * size.half.z + WIDER * size.radius
        if turn[0, 2] < UPRIGHT and turn[1, 2] < UPRIGHT:
            radius = WIDER * size.radius
    else:
        reach = np.full(3, size.reach)
    reach = reach + 1e-6
    ends = np.stack([centre - reach, centre + reach], axis=1)
    return [*ends.reshape(-1).tolist(), radius]


def _plane(number: int, shape: Shape) -> list[float]:
    if shape.code.kind != Kind.PLANE:
        return [0.0, 0.0, 0.0, 0.0, float(number)]
    normal = -np.array(shape.pose.axis())
    return [*normal.tolist(), float(normal @ np.array(shape.pose.centre)), float(number)]


def _cells(still: Floats, members: Integers) -> tuple[Floats, Integers]:
    """The grid's numbers; where each cell's members begin, and then the members."""
    if not len(members):
        return np.zeros(Grid.width), np.zeros(0, dtype=np.int64)
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
