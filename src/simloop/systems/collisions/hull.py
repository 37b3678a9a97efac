"""Corners, faces and edges of convex shapes, worked out once when a shape is added."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from simloop.math.scalar import PI, atan2, cos, sin

Points = NDArray[np.float64]

# A cylinder meets shapes with corners as a prism with this many sides.
PRISM_SIDES = 24
# Points this close to a face's plane, relative to the size of the shape, lie on it.
FLAT = 1e-9


@dataclass(frozen=True, slots=True)
class Polytope:
    """Faces are normal and offset; loops are counter-clockwise from outside."""

    vertices: Points
    faces: Points
    loops: list[list[int]]
    edges: list[tuple[int, int, int]]
    directions: Points


def box(size_m: tuple[float, float, float]) -> Polytope:
    """A box of full lengths, around the origin."""
    return _stretched(_unit_box(), np.array(size_m))


def prism(radius: float, length: float) -> Polytope:
    """What stands for a cylinder among shapes with corners: as wide on average."""
    return _stretched(_unit_prism(), np.array((radius, radius, length)))


@cache
def _unit_box() -> Polytope:
    ends = (-0.5, 0.5)
    return hull(np.array([(x, y, z) for x in ends for y in ends for z in ends]))


@cache
def _unit_prism() -> Polytope:
    # A polygon with the circle's area has its corners a little outside.
    step = 2.0 * PI / PRISM_SIDES
    outer = sqrt(step / sin(step))
    rim = [(outer * cos(k * step), outer * sin(k * step)) for k in range(PRISM_SIDES)]
    return hull(np.array([(x, y, z) for z in (-0.5, 0.5) for x, y in rim]))


def _stretched(unit: Polytope, scale: Points) -> Polytope:
    """A unit shape made longer along axes that leave its normals as they are."""
    vertices = unit.vertices * scale
    faces = unit.faces.copy()
    faces[:, 3] = (vertices @ faces[:, :3].T).max(axis=0)
    return Polytope(vertices, faces, unit.loops, unit.edges, unit.directions)


def hull(points: Points) -> Polytope:
    """The convex hull of points, faces in one plane joined."""
    points = np.unique(np.round(points, 12), axis=0)
    size = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    planes = _planes(points, FLAT * size)
    if len(planes) < 4:
        raise ValueError("points_m must not lie in one plane; a convex shape needs a volume")
    used = sorted({k for _, _, on in planes for k in on})
    number = {old: new for new, old in enumerate(used)}
    vertices = points[used]
    faces, loops = [], []
    for normal, offset, on in planes:
        faces.append((*normal, offset))
        loops.append(_loop(vertices, [number[k] for k in on], normal))
    edges, directions = _edges(vertices, loops)
    return Polytope(vertices, np.array(faces), loops, edges, directions)


def _planes(points: Points, flat: float) -> list[tuple[Points, float, list[int]]]:
    """Every plane through three points that has all others on one side."""
    found: list[tuple[Points, float, list[int]]] = []
    seen: set[tuple[int, ...]] = set()
    for a, b, c in combinations(range(len(points)), 3):
        normal = np.cross(points[b] - points[a], points[c] - points[a])
        length = float(np.linalg.norm(normal))
        if length <= flat * flat:
            continue
        normal = normal / length
        above = (points - points[a]) @ normal
        if above.max() > flat and above.min() < -flat:
            continue
        if above.max() > flat:
            normal, above = -normal, -above
        elif above.min() >= -flat:
            continue  # all points in one plane
        on = [int(k) for k in np.flatnonzero(above >= -flat)]
        if tuple(on) not in seen:
            seen.add(tuple(on))
            found.append((normal, float((points[on] @ normal).max()), on))
    return found


def _loop(vertices: Points, on: list[int], normal: Points) -> list[int]:
    """The corners of a face in order around its normal; points inside the face are left out."""
    middle = vertices[on].mean(axis=0)
    first = vertices[on[0]] - middle
    first = first / np.linalg.norm(first)
    second = np.cross(normal, first)

    def angle(k: int) -> float:
        way = vertices[k] - middle
        return atan2(float(way @ second), float(way @ first))

    ordered = sorted(on, key=angle)
    return [k for i, k in enumerate(ordered) if _turns(vertices, ordered, i, normal)]


def _turns(vertices: Points, ordered: list[int], i: int, normal: Points) -> bool:
    before, here, after = ordered[i - 1], ordered[i], ordered[(i + 1) % len(ordered)]
    turn = np.cross(vertices[here] - vertices[before], vertices[after] - vertices[here])
    return float(turn @ normal) > 0.0


def _edges(vertices: Points, loops: list[list[int]]) -> tuple[list[tuple[int, int, int]], Points]:
    pairs = sorted(
        {
            (min(a, b), max(a, b))
            for loop in loops
            for a, b in zip(loop, loop[1:] + loop[:1], strict=True)
        }
    )
    edges: list[tuple[int, int, int]] = []
    directions: list[Points] = []
    for a, b in pairs:
        way = vertices[b] - vertices[a]
        way = way / np.linalg.norm(way)
        same = [k for k, other in enumerate(directions) if abs(float(way @ other)) > 1.0 - 1e-12]
        if not same:
            directions.append(way)
        edges.append((a, b, same[0] if same else len(directions) - 1))
    return edges, np.array(directions)
