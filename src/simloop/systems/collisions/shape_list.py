"""Shapes as the kernels see them: rows of numbers, and the corners they share."""

from collections.abc import Sequence
from math import radians, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision import layout
from simloop.kernels.collision.matrices import rotation
from simloop.math.quaternion import from_euler
from simloop.systems.collisions.config import Obstacle
from simloop.systems.collisions.hull import Polytope, box, hull, prism
from simloop.world.shapes import Point, Solid, Surface

KINDS = {
    "sphere": layout.SPHERE,
    "capsule": layout.CAPSULE,
    "box": layout.BOX,
    "cylinder": layout.CYLINDER,
    "convex": layout.CONVEX,
    "plane": layout.PLANE,
    "height_field": layout.FIELD,
}
# What has no end is always within reach.
ENDLESS_M = 1e12

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def turn_of(attitude_deg: Point) -> tuple[float, ...]:
    """The rotation of an attitude, row by row."""
    return rotation(*from_euler(*(radians(angle) for angle in attitude_deg)))


class ShapeList:
    """Collects shapes; `arrays` hands them to the kernels."""

    def __init__(self) -> None:
        self._codes: list[list[int]] = []
        self._sizes: list[list[float]] = []
        self._poses: list[list[float]] = []
        self._vertices: list[Floats] = []
        self._faces: list[Floats] = []
        self._face_loops: list[tuple[int, int]] = []
        self._loops: list[int] = []
        self._edges: list[tuple[int, int, int]] = []
        self._directions: list[Floats] = []
        self._heights: list[float] = []
        self._counts = [0, 0, 0]

    def __len__(self) -> int:
        return len(self._codes)

    def add_to_body(self, body: int, solid: Solid, surface: Surface) -> float:
        """Add a shape that goes along with a body, and say how far it reaches from its middle."""
        row = self._add_solid(body, solid, surface)
        self._sizes[row][layout.OFFSET : layout.OFFSET + 3] = list(solid.offset_frd_m)
        self._sizes[row][layout.TURN : layout.TURN + 9] = list(turn_of(solid.attitude_deg))
        x, y, z = solid.offset_frd_m
        return sqrt(x * x + y * y + z * z) + self._sizes[row][layout.REACH]

    def add_plane(self, surface: Surface) -> None:
        """Add a plane through the origin that faces up."""
        self._add(layout.PLANE, -1, ENDLESS_M, surface)

    def add_obstacle(self, obstacle: Obstacle) -> None:
        """Add something that stands still."""
        solid = obstacle.solid
        if solid is not None:
            row = self._add_solid(-1, solid, obstacle.surface)
        else:
            row = self._add(KINDS[obstacle.shape], -1, ENDLESS_M, obstacle.surface)
        if obstacle.shape == "height_field":
            self._add_heights(row, obstacle)
        self._poses[row] = [*obstacle.position_ned_m, *turn_of(obstacle.attitude_deg)]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything, by the names of the kernels' arguments."""
        return {
            "shape_codes": _table(self._codes, layout.SHAPE_CODES, np.int64),
            "shape_sizes": _table(self._sizes, layout.SHAPE_SIZES, np.float64),
            "shape_poses": _table(self._poses, 12, np.float64),
            "vertices": _stack(self._vertices, 3),
            "faces": _stack(self._faces, 4),
            "face_loops": _table(self._face_loops, 2, np.int64),
            "loops": np.array(self._loops, dtype=np.int64),
            "edges": _table(self._edges, 3, np.int64),
            "directions": _stack(self._directions, 3),
            "heights": np.array(self._heights, dtype=np.float64),
        }

    def _add_solid(self, body: int, solid: Solid, surface: Surface) -> int:
        radius, half = solid.radius_m or 0.0, 0.5 * (solid.length_m or 0.0)
        if solid.shape == "sphere":
            row = self._add(layout.SPHERE, body, radius, surface)
        elif solid.shape == "capsule":
            row = self._add(layout.CAPSULE, body, radius + half, surface)
        else:
            polytope = _polytope(solid)
            reach = float(np.sqrt((polytope.vertices**2).sum(axis=1)).max())
            row = self._add(KINDS[solid.shape], body, reach, surface)
            self._add_polytope(row, polytope)
        self._sizes[row][layout.RADIUS] = radius
        self._sizes[row][layout.HALF_Z] = half
        if solid.shape == "box" and solid.size_m is not None:
            self._sizes[row][layout.HALF_X : layout.HALF_Z + 1] = [0.5 * s for s in solid.size_m]
        return row

    def _add(self, kind: int, body: int, reach: float, surface: Surface) -> int:
        codes = [0] * layout.SHAPE_CODES
        codes[layout.KIND], codes[layout.BODY] = kind, body
        sizes = [0.0] * layout.SHAPE_SIZES
        sizes[layout.FRICTION] = surface.friction
        sizes[layout.RESTITUTION] = surface.restitution
        sizes[layout.ROLLING] = surface.rolling_m
        sizes[layout.REACH] = reach
        self._codes.append(codes)
        self._sizes.append(sizes)
        self._poses.append([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])
        return len(self._codes) - 1

    def _add_polytope(self, row: int, polytope: Polytope) -> None:
        codes = self._codes[row]
        vertices, faces, directions = self._counts
        codes[layout.FIRST_VERTEX], codes[layout.VERTICES] = vertices, len(polytope.vertices)
        codes[layout.FIRST_FACE], codes[layout.FACES] = faces, len(polytope.faces)
        codes[layout.FIRST_EDGE], codes[layout.EDGES] = len(self._edges), len(polytope.edges)
        codes[layout.FIRST_DIRECTION] = directions
        codes[layout.DIRECTIONS] = len(polytope.directions)
        self._vertices.append(polytope.vertices)
        self._faces.append(polytope.faces)
        self._directions.append(polytope.directions)
        for loop in polytope.loops:
            self._face_loops.append((len(self._loops), len(loop)))
            self._loops += loop
        self._edges += polytope.edges
        self._counts[0] += len(polytope.vertices)
        self._counts[1] += len(polytope.faces)
        self._counts[2] += len(polytope.directions)

    def _add_heights(self, row: int, obstacle: Obstacle) -> None:
        codes = self._codes[row]
        codes[layout.FIRST_HEIGHT] = len(self._heights)
        codes[layout.ROWS] = len(obstacle.heights_m)
        codes[layout.COLUMNS] = len(obstacle.heights_m[0])
        self._sizes[row][layout.RADIUS] = obstacle.spacing_m
        for heights in obstacle.heights_m:
            self._heights += heights


def _polytope(solid: Solid) -> Polytope:
    if solid.shape == "box" and solid.size_m is not None:
        return box(solid.size_m)
    if solid.shape == "cylinder":
        return prism(solid.radius_m or 0.0, solid.length_m or 0.0)
    return hull(np.array(solid.points_m, dtype=np.float64))


def _table(rows: Sequence[Sequence[float]], width: int, dtype: type) -> NDArray[Any]:
    return np.array(rows, dtype=dtype).reshape(len(rows), width)


def _stack(parts: list[Floats], width: int) -> Floats:
    return np.concatenate(parts) if parts else np.zeros((0, width))
