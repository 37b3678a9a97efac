"""Shapes as the kernels see them: rows of numbers, and the corners they share."""

from collections.abc import Sequence
from math import radians
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simloop.kernels.collision.arrays import Shapes
from simloop.kernels.collision.layout import FieldCode, Kind, Pose, ShapeCode, ShapeSize
from simloop.math.quaternion import from_euler
from simloop.math.vector import ZERO, Matrix3, Quaternion, Vec3
from simloop.systems.collisions.config import Obstacle
from simloop.systems.collisions.hull import Polytope, box, hull, prism
from simloop.world.shapes import Point, Solid, Surface

KINDS = {
    "sphere": Kind.SPHERE,
    "capsule": Kind.CAPSULE,
    "box": Kind.BOX,
    "cylinder": Kind.CYLINDER,
    "convex": Kind.CONVEX,
    "plane": Kind.PLANE,
    "height_field": Kind.FIELD,
}
NO_TURN = Matrix3(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
# What has no end is always within reach.
ENDLESS_M = 1e12

Floats = NDArray[np.float64]


def turn_of(attitude_deg: Point) -> Matrix3:
    """The rotation of an attitude."""
    return Quaternion(*from_euler(*(radians(angle) for angle in attitude_deg))).matrix()


class ShapeList:
    """Collects shapes; `arrays` hands them to the kernels."""

    def __init__(self) -> None:
        self._codes: list[NDArray[np.int64]] = []
        self._sizes: list[Floats] = []
        self._poses: list[Floats] = []
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
        size = ShapeSize(self._sizes[self._add_solid(body, solid, surface)])
        size.offset = Vec3(*solid.offset_frd_m)
        size.turn = turn_of(solid.attitude_deg)
        return size.offset.norm() + size.reach

    def add_plane(self, surface: Surface) -> None:
        """Add a plane through the origin that faces up."""
        self._add(Kind.PLANE, -1, ENDLESS_M, surface)

    def add_obstacle(self, obstacle: Obstacle) -> None:
        """Add something that stands still."""
        solid = obstacle.solid
        if solid is not None:
            row = self._add_solid(-1, solid, obstacle.surface)
        else:
            row = self._add(KINDS[obstacle.shape], -1, ENDLESS_M, obstacle.surface)
        if obstacle.shape == "height_field":
            self._add_heights(row, obstacle)
        pose = Pose(self._poses[row])
        pose.centre, pose.turn = Vec3(*obstacle.position_ned_m), turn_of(obstacle.attitude_deg)

    def arrays(self) -> Shapes:
        """Everything, as the kernels take it."""
        return Shapes(
            _table(self._codes, ShapeCode.width, np.int64),
            _table(self._sizes, ShapeSize.width, np.float64),
            _table(self._poses, Pose.width, np.float64),
            _stack(self._vertices, 3),
            _stack(self._faces, 4),
            _table(self._face_loops, 2, np.int64),
            np.array(self._loops, dtype=np.int64),
            _table(self._edges, 3, np.int64),
            _stack(self._directions, 3),
            np.array(self._heights, dtype=np.float64),
        )

    def _add_solid(self, body: int, solid: Solid, surface: Surface) -> int:
        radius, half = solid.radius_m or 0.0, 0.5 * (solid.length_m or 0.0)
        if solid.shape == "sphere":
            row = self._add(Kind.SPHERE, body, radius, surface)
        elif solid.shape == "capsule":
            row = self._add(Kind.CAPSULE, body, radius + half, surface)
        else:
            polytope = _polytope(solid)
            reach = float(np.sqrt((polytope.vertices**2).sum(axis=1)).max())
            row = self._add(KINDS[solid.shape], body, reach, surface)
            self._add_polytope(row, polytope)
        size = ShapeSize(self._sizes[row])
        size.radius, size.half = radius, Vec3(0.0, 0.0, half)
        if solid.shape == "box" and solid.size_m is not None:
            size.half = 0.5 * Vec3(*solid.size_m)
        return row

    def _add(self, kind: int, body: int, reach: float, surface: Surface) -> int:
        code = ShapeCode(np.zeros(ShapeCode.width, dtype=np.int64))
        code.kind, code.body = kind, body
        size = ShapeSize(np.zeros(ShapeSize.width))
        size.friction, size.restitution = surface.friction, surface.restitution
        size.rolling, size.reach = surface.rolling_m, reach
        pose = Pose(np.zeros(Pose.width))
        pose.centre, pose.turn = ZERO, NO_TURN
        self._codes.append(code.row)
        self._sizes.append(size.row)
        self._poses.append(pose.row)
        return len(self._codes) - 1

    def _add_polytope(self, row: int, polytope: Polytope) -> None:
        code = ShapeCode(self._codes[row])
        code.first_vertex, code.first_face, code.first_direction = self._counts
        code.first_edge, code.edges = len(self._edges), len(polytope.edges)
        code.vertices, code.faces = len(polytope.vertices), len(polytope.faces)
        code.directions = len(polytope.directions)
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
        code = FieldCode(self._codes[row])
        code.first_height = len(self._heights)
        code.rows, code.columns = len(obstacle.heights_m), len(obstacle.heights_m[0])
        ShapeSize(self._sizes[row]).radius = obstacle.spacing_m
        for heights in obstacle.heights_m:
            self._heights += heights


def _polytope(solid: Solid) -> Polytope:
    if solid.shape == "box" and solid.size_m is not None:
        return box(solid.size_m)
    if solid.shape == "cylinder":
        return prism(solid.radius_m or 0.0, solid.length_m or 0.0)
    return hull(np.array(solid.points_m, dtype=np.float64))


def _table(rows: Sequence[Any], width: int, dtype: type) -> NDArray[Any]:
    return np.array(rows, dtype=dtype).reshape(len(rows), width)


def _stack(parts: list[Floats], width: int) -> Floats:
    return np.concatenate(parts) if parts else np.zeros((0, width))
